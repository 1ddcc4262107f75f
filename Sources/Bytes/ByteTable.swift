/// A hash table with byte strings as keys: a request's path finds its rules without an allocation or a `String`.
///
/// Open addressing with linear probing; at most half of the slots are used. All keys are in one array of bytes. The
/// order of slots differs from process to process; the order of entries does not.
///
///     var table = ByteTable<Int>()
///     table.insert(Array("/pay".utf8), 1)
///     table.find(request.storage, request.pathRange)  // 1
public struct ByteTable<Value> {
    @usableFromInline
    struct Slot: Sendable {
        /// The upper half of the hash, compared before the key.
        @usableFromInline var tag: UInt32
        /// The index of the entry plus one; 0 is an empty slot.
        @usableFromInline var entry: UInt32

        @inlinable
        init(tag: UInt32, entry: UInt32) {
            self.tag = tag
            self.entry = entry
        }
    }

    @usableFromInline var keys: [UInt8] = []
    /// The end of each entry's key, which begins at the end of the key before it.
    @usableFromInline var ends: [Int] = []
    @usableFromInline var values: [Value] = []
    /// A copy, which saves a look-up the check whether the lazy global has been initialized.
    @usableFromInline let seed: UInt64
    @usableFromInline var slots: [Slot] = Array(repeating: Slot(tag: 0, entry: 0), count: 8)

    @inlinable
    public init() { self.init(seed: ByteHash.seed) }

    /// Room for as many entries, which are known before.
    @inlinable
    public init(capacity: Int) {
        self.init(seed: ByteHash.seed)
        var count = slots.count
        while count < 2 * capacity { count *= 2 }
        if count > slots.count { slots = Array(repeating: Slot(tag: 0, entry: 0), count: count) }
    }

    @inlinable
    init(seed: UInt64) { self.seed = seed }

    @inlinable public var count: Int { values.count }
    @inlinable public var isEmpty: Bool { values.isEmpty }

    /// The value of the key in a range of `storage`.
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

    /// Sets the value of a key, and returns the previous one.
    @inlinable
    @discardableResult
    public mutating func insert(_ key: some Collection<UInt8>, _ value: Value) -> Value? {
        let (index, isNew) = place(key, value)
        guard !isNew else { return nil }
        let old = values[index]
        values[index] = value
        return old
    }

    /// Changes the value of a key in place; a new key starts with `initial`.
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

    /// The entry of a key, added if there is none. The key is appended to the others first, so that it is looked up in
    /// the memory where it may stay.
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

extension ByteTable {
    public func mapValues<Other>(_ change: (Value) -> Other) -> ByteTable<Other> {
        var table = ByteTable<Other>()
        forEachEntry { table.insert($0, change($1)) }
        return table
    }
}
