/// A table from byte strings to values, so that a request's path finds its rules without an
/// allocation or a `String`.
///
/// Open addressing with linear probing; at most half of the slots are taken. All keys lie in one
/// array of bytes. Where slots lie differs from process to process; the order of entries does not.
///
///     var table = ByteTable<Int>()
///     table.insert(Array("/pay".utf8), 1)
///     table.find(request.storage, request.pathRange)  // 1
public struct ByteTable<Value> {
    @usableFromInline
    struct Slot: Sendable {
        /// The upper half of the hash, compared before any key is looked at.
        @usableFromInline var tag: UInt32
        /// The entry's number plus one; 0 is an empty slot.
        @usableFromInline var entry: UInt32

        @inlinable
        init(tag: UInt32, entry: UInt32) {
            self.tag = tag
            self.entry = entry
        }
    }

    @usableFromInline var keys: [UInt8] = []
    /// Where entry n's key ends; it begins where the one before it ends.
    @usableFromInline var ends: [Int] = []
    @usableFromInline var values: [Value] = []
    /// A copy, so that looking something up need not ask whether the global has been made.
    @usableFromInline let seed: UInt64
    @usableFromInline var slots: [Slot] = Array(repeating: Slot(tag: 0, entry: 0), count: 8)

    @inlinable
    public init() { self.init(seed: ByteHash.seed) }

    @inlinable
    init(seed: UInt64) { self.seed = seed }

    @inlinable public var count: Int { values.count }
    @inlinable public var isEmpty: Bool { values.isEmpty }

    /// The value of the key that these bytes of `storage` are.
    @inlinable
    public func find(_ storage: borrowing [UInt8], _ range: Range<Int>) -> Value? {
        let key = storage.span.extracting(range)
        return entry(key, ByteHash.hash(key, seed: seed)).map { values[$0] }
    }

    @inlinable
    public func find(_ key: borrowing [UInt8]) -> Value? {
        find(key, 0..<key.count)
    }

    @inlinable
    public func find(_ key: borrowing ArraySlice<UInt8>) -> Value? {
        let bytes = key.span
        return entry(bytes, ByteHash.hash(bytes, seed: seed)).map { values[$0] }
    }

    /// Sets the key's value, and returns the one it had.
    @inlinable
    @discardableResult
    public mutating func insert(_ key: some Collection<UInt8>, _ value: Value) -> Value? {
        let (index, isNew) = place(key, value)
        guard !isNew else { return nil }
        let old = values[index]
        values[index] = value
        return old
    }

    /// Changes the key's value in place; a key that is new starts from `initial`.
    @inlinable
    public mutating func update<Outcome>(
        _ key: some Collection<UInt8>, default initial: @autoclosure () -> Value,
        _ body: (inout Value) throws -> Outcome
    ) rethrows -> Outcome {
        let (index, _) = place(key, initial())
        return try body(&values[index])
    }

    /// Every key and value, in the order in which the keys were first inserted.
    @inlinable
    public func forEachEntry(_ body: (ArraySlice<UInt8>, Value) throws -> Void) rethrows {
        for index in values.indices { try body(keys[keyRange(index)], values[index]) }
    }

    @inlinable
    func keyRange(_ entry: Int) -> Range<Int> {
        (entry == 0 ? 0 : ends[entry - 1])..<ends[entry]
    }

    @inlinable
    func entry(_ key: Span<UInt8>, _ hash: UInt64) -> Int? {
        let mask = slots.count - 1
        let tag = UInt32(truncatingIfNeeded: hash >> 32)
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot].entry != 0 {
            if slots[slot].tag == tag {
                let entry = Int(slots[slot].entry) - 1
                if ByteHash.areEqual(key, keys.span.extracting(keyRange(entry))) { return entry }
            }
            slot = (slot + 1) & mask
        }
        return nil
    }

    /// The key's entry, made if there is none. The key is copied behind the others first, so that
    /// looking it up and keeping it are the same bytes.
    @inlinable
    mutating func place(
        _ key: some Collection<UInt8>, _ initial: @autoclosure () -> Value
    ) -> (entry: Int, isNew: Bool) {
        let start = keys.count
        keys.append(contentsOf: key)
        let hash = ByteHash.hash(keys.span.extracting(start..<keys.count), seed: seed)
        if let found = entry(keys.span.extracting(start..<keys.count), hash) {
            keys.removeLast(keys.count - start)
            return (found, false)
        }
        ends.append(keys.count)
        values.append(initial())
        if values.count * 2 > slots.count { grow() } else { occupy(hash, values.count) }
        return (values.count - 1, true)
    }

    @inlinable
    mutating func occupy(_ hash: UInt64, _ entry: Int) {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot].entry != 0 { slot = (slot + 1) & mask }
        slots[slot] = Slot(tag: UInt32(truncatingIfNeeded: hash >> 32), entry: UInt32(entry))
    }

    @inlinable
    mutating func grow() {
        slots = Array(repeating: Slot(tag: 0, entry: 0), count: slots.count * 2)
        for index in values.indices {
            occupy(ByteHash.hash(keys.span.extracting(keyRange(index)), seed: seed), index + 1)
        }
    }
}

extension ByteTable: Sendable where Value: Sendable {}
