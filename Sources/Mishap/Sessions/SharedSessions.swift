internal import Bytes
internal import Glibc
internal import Synchronization

/// Lookup of the shared sessions by name, without a lock, on the shards' threads.
///
/// There is one table at a time. A new name is added to it in place; any other change publishes a new table with one
/// atomic store, so that it is seen at once. Tables do not retain sessions. A replaced table or session may still be in
/// use on a shard, so it is released only after every shard has finished its current request
/// (`ShardResponders.release`).
///
/// Unchecked: what several threads read is atomic, and changes are made by one thread at a time.
final class SharedSessions: @unchecked Sendable {
    private let current: Atomic<UInt>

    init() { current = Atomic(Self.retainedAddress(of: Table([:], main: nil))) }

    deinit { table.release() }

    /// The current table. Valid on a shard's thread for the current request, or while changes are locked out.
    var view: View { View(table: table) }

    /// Adds a session of a new name; false, without a change, if the table is full.
    func add(_ session: Session) -> Bool {
        table._withUnsafeGuaranteedRef { $0.add(session) }
    }

    /// Replaces all sessions; returns what is to be released later.
    func replaceAll(_ sessions: [String: Session], main: Session?) -> any AnyObject & Sendable {
        let old = table
        current.store(Self.retainedAddress(of: Table(sessions, main: main)), ordering: .releasing)
        return old.takeRetainedValue()
    }

    private var table: Unmanaged<Table> {
        Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: current.load(ordering: .acquiring))!)
    }

    private static func retainedAddress(of table: Table) -> UInt {
        UInt(bitPattern: Unmanaged.passRetained(table).toOpaque())
    }

    /// All shared sessions at one moment; names added later may appear.
    struct View {
        fileprivate let table: Unmanaged<Table>

        /// The session of requests that select none.
        var main: Session? { table._withUnsafeGuaranteedRef { Session.at($0.main) } }

        /// Longest name; longer ones need no lookup.
        var longestName: Int { table._withUnsafeGuaranteedRef { $0.longestName.load(ordering: .relaxed) } }

        /// The session whose name is that range of `storage`.
        func find(_ storage: borrowing [UInt8], _ range: Range<Int>) -> Session? {
            storage.withUnsafeBytes { bytes in
                let name = UnsafeRawBufferPointer(rebasing: bytes[range])
                return table._withUnsafeGuaranteedRef { $0.find(name) }
            }
        }
    }
}

extension Session {
    /// The session at an address; nil for 0.
    fileprivate static func at(_ address: UInt) -> Session? {
        UnsafeRawPointer(bitPattern: address).map { Unmanaged<Session>.fromOpaque($0).takeUnretainedValue() }
    }

    fileprivate var address: UInt { UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }
}

/// Open addressing with linear probing; at most half of the slots are taken.
///
/// Unchecked: a slot is written once, before its address is published.
private final class Table: @unchecked Sendable {
    private struct Slot: ~Copyable {
        /// Bytes of the name; like the hash, written before `session`.
        var name: UnsafeRawBufferPointer
        var hash: UInt64
        /// Address of a session; 0 in a free slot.
        let session = Atomic<UInt>(0)
    }

    /// Address of the main session; 0 if there is none.
    let main: UInt
    let longestName: Atomic<Int>
    private let slots: UnsafeMutablePointer<Slot>
    private let capacity: Int
    private var count = 0

    /// With room for as many more sessions.
    init(_ sessions: [String: Session], main: Session?) {
        var capacity = 8
        while capacity < 4 * sessions.count { capacity *= 2 }
        self.capacity = capacity
        self.main = main?.address ?? 0
        longestName = Atomic(Session.mainName.utf8.count)
        slots = .allocate(capacity: capacity)
        for index in 0..<capacity {
            (slots + index).initialize(to: Slot(name: UnsafeRawBufferPointer(start: nil, count: 0), hash: 0))
        }
        for session in sessions.values { _ = add(session) }
    }

    deinit {
        for index in 0..<capacity { slots[index].name.deallocate() }
        slots.deinitialize(count: capacity)
        slots.deallocate()
    }

    func find(_ name: UnsafeRawBufferPointer) -> Session? {
        let hash = Self.hash(name)
        var index = Int(truncatingIfNeeded: hash) & (capacity - 1)
        while true {
            let address = slots[index].session.load(ordering: .acquiring)
            guard address != 0 else { return nil }
            if slots[index].hash == hash, Self.areEqual(slots[index].name, name) { return Session.at(address) }
            index = (index + 1) & (capacity - 1)
        }
    }

    /// Adds a session of a new name; false if there is no room.
    func add(_ session: Session) -> Bool {
        guard 2 * (count + 1) <= capacity else { return false }
        count += 1
        let bytes = Array(session.name.utf8)
        let name = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        name.copyBytes(from: bytes)
        let hash = Self.hash(UnsafeRawBufferPointer(name))
        var index = Int(truncatingIfNeeded: hash) & (capacity - 1)
        while slots[index].session.load(ordering: .relaxed) != 0 { index = (index + 1) & (capacity - 1) }
        slots[index].name = UnsafeRawBufferPointer(name)
        slots[index].hash = hash
        longestName.max(bytes.count, ordering: .relaxed)
        slots[index].session.store(session.address, ordering: .releasing)
        return true
    }

    private static func hash(_ name: UnsafeRawBufferPointer) -> UInt64 { ByteHash.hash(Span(_unsafeBytes: name)) }

    private static func areEqual(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool {
        guard one.count == other.count, let start = one.baseAddress, let otherStart = other.baseAddress else {
            return one.count == other.count
        }
        return memcmp(start, otherStart, one.count) == 0
    }
}
