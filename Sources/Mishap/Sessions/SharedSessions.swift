internal import Bytes
internal import Glibc
internal import Synchronization

/// The shared sessions by their names, to be found without a lock by any thread of a shard.
///
/// They are in a table, of which there is one at a time. A further name goes into it, and disturbs nobody; any other change
/// is another table, published by one store, so that all of it is seen at once or nothing. Neither keeps sessions alive.
/// What was replaced may be looked at that very moment: whoever makes a change lets go of it only when every shard has done
/// something else (`Lanes.release`).
///
/// Unchecked: all that two threads look at is atomic, and one at a time makes changes.
final class SharedSessions: @unchecked Sendable {
    private let current: Atomic<UInt>

    init() { current = Atomic(Self.retainedAddress(of: Table([:], main: nil))) }

    deinit { table.release() }

    /// As they are now. On a shard's thread, and no longer than until that does something else; or while nobody makes
    /// changes.
    var view: View { View(table: table) }

    /// Adds one of a name that is not there; false where there is no room for it, and nothing was changed.
    func add(_ session: Session) -> Bool {
        table._withUnsafeGuaranteedRef { $0.add(session) }
    }

    /// Takes these and no others. What is to be let go of later.
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

    /// All shared sessions at one moment, but for names that are added meanwhile.
    struct View {
        fileprivate let table: Unmanaged<Table>

        /// The session of requests that select none.
        var main: Session? { table._withUnsafeGuaranteedRef { Session.at($0.main) } }

        /// No name is longer: what is, need not be looked up.
        var longestName: Int { table._withUnsafeGuaranteedRef { $0.longestName.load(ordering: .relaxed) } }

        /// The session of the name that these bytes of `storage` are.
        func find(_ storage: borrowing [UInt8], _ range: Range<Int>) -> Session? {
            storage.withUnsafeBytes { bytes in
                let name = UnsafeRawBufferPointer(rebasing: bytes[range])
                return table._withUnsafeGuaranteedRef { $0.find(name) }
            }
        }
    }
}

extension Session {
    /// The one at an address; nil for 0.
    fileprivate static func at(_ address: UInt) -> Session? {
        UnsafeRawPointer(bitPattern: address).map { Unmanaged<Session>.fromOpaque($0).takeUnretainedValue() }
    }

    fileprivate var address: UInt { UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }
}

/// Open addressing with linear probing; at most half of the places are taken.
///
/// Unchecked: a place is written before its address is, once and for all.
private final class Table: @unchecked Sendable {
    private struct Place: ~Copyable {
        /// Bytes of the name; written before `session`, as the hash is.
        var name: UnsafeRawBufferPointer
        var hash: UInt64
        /// The address of a session; 0 where the place is free.
        let session = Atomic<UInt>(0)
    }

    /// The address of the session of requests that select none; 0 where there is none.
    let main: UInt
    let longestName: Atomic<Int>
    private let places: UnsafeMutablePointer<Place>
    private let capacity: Int
    private var count = 0

    /// With room for as many more.
    init(_ sessions: [String: Session], main: Session?) {
        var capacity = 8
        while capacity < 4 * sessions.count { capacity *= 2 }
        self.capacity = capacity
        self.main = main?.address ?? 0
        longestName = Atomic(Session.mainName.utf8.count)
        places = .allocate(capacity: capacity)
        for index in 0..<capacity {
            (places + index).initialize(to: Place(name: UnsafeRawBufferPointer(start: nil, count: 0), hash: 0))
        }
        for session in sessions.values { _ = add(session) }
    }

    deinit {
        for index in 0..<capacity { places[index].name.deallocate() }
        places.deinitialize(count: capacity)
        places.deallocate()
    }

    func find(_ name: UnsafeRawBufferPointer) -> Session? {
        let hash = Self.hash(name)
        var index = Int(truncatingIfNeeded: hash) & (capacity - 1)
        while true {
            let address = places[index].session.load(ordering: .acquiring)
            guard address != 0 else { return nil }
            if places[index].hash == hash, Self.areEqual(places[index].name, name) { return Session.at(address) }
            index = (index + 1) & (capacity - 1)
        }
    }

    /// One of a name that is not there yet; false where there is no room for it.
    func add(_ session: Session) -> Bool {
        guard 2 * (count + 1) <= capacity else { return false }
        count += 1
        let bytes = Array(session.name.utf8)
        let name = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        name.copyBytes(from: bytes)
        let hash = Self.hash(UnsafeRawBufferPointer(name))
        var index = Int(truncatingIfNeeded: hash) & (capacity - 1)
        while places[index].session.load(ordering: .relaxed) != 0 { index = (index + 1) & (capacity - 1) }
        places[index].name = UnsafeRawBufferPointer(name)
        places[index].hash = hash
        longestName.max(bytes.count, ordering: .relaxed)
        places[index].session.store(session.address, ordering: .releasing)
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
