internal import Bytes

/// The decoded fields of a request's query, in their order. Decoded once for each request.
///
/// A look-up is a linear search: queries have few fields, and a hash table would cost more than it saves.
package final class DecodedQuery {
    /// Names and values, concatenated.
    private var storage: [UInt8] = []
    private var slots: [Slot] = []
    private var isRead = false

    private struct Slot {
        let name: Int
        let value: Int
        let end: Int
    }

    init() {}

    /// Bytes of memory for names, values and their slots.
    var capacity: Int { storage.capacity + slots.capacity * MemoryLayout<Slot>.stride }

    /// The number of fields.
    package var count: Int { slots.count }

    /// Removes the fields of the last request, and keeps the memory unless it was a long query.
    func clear() {
        guard isRead else { return }
        storage.removeAll(keepingCapacity: storage.capacity <= Self.maximumKept)
        slots.removeAll(keepingCapacity: slots.capacity <= Self.maximumKept / MemoryLayout<Slot>.stride)
        isRead = false
    }

    /// The maximum number of fields; further ones are ignored.
    static let maximumCount = 100_000

    /// Bytes of names and values, and of their slots, that are kept for the next request.
    private static let maximumKept = 4096

    /// Decodes the query, unless that is done already. The result is the same as with `QueryFields`, up to the maximum
    /// number of fields (`maximumCount`).
    func read(_ head: [UInt8], _ query: Range<Int>?) {
        guard !isRead else { return }
        isRead = true
        guard let query else { return }
        var storage = storage
        self.storage = []
        defer { self.storage = storage }
        var start = query.lowerBound
        var name = 0
        var value: Int?
        func endField(at position: Int) {
            if position > start { slots.append(Slot(name: name, value: value ?? storage.count, end: storage.count)) }
            start = position + 1
            name = storage.count
            value = nil
        }
        var position = query.lowerBound
        while position < query.upperBound, slots.count < Self.maximumCount {
            switch head[position] {
            case UInt8(ascii: "&"): endField(at: position)
            case UInt8(ascii: "=") where value == nil: value = storage.count
            case UInt8(ascii: "+"): storage.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                if let byte = PercentCoding.escape(at: position, in: head[..<query.upperBound]) {
                    storage.append(byte)
                    position += 2
                } else {
                    storage.append(UInt8(ascii: "%"))
                }
            case let byte: storage.append(byte)
            }
            position += 1
        }
        if slots.count < Self.maximumCount { endField(at: position) }
    }

    /// All fields, in their order.
    package var fields: [(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)] {
        slots.map { (storage[$0.name..<$0.value], storage[$0.value..<$0.end]) }
    }

    /// The value of the first field of that name at or after `index`, which is then the index after that field; nil if
    /// there is none.
    package func next(_ name: [UInt8], from index: inout Int) -> ArraySlice<UInt8>? {
        while index < slots.count {
            let slot = slots[index]
            index += 1
            if slot.value - slot.name == name.count, isName(name, at: slot.name) {
                return storage[slot.value..<slot.end]
            }
        }
        return nil
    }

    private func isName(_ name: [UInt8], at start: Int) -> Bool {
        for index in name.indices where storage[start + index] != name[index] { return false }
        return true
    }

    /// The value of the first field of that name; nil if there is none.
    package func first(_ name: [UInt8]) -> ArraySlice<UInt8>? {
        var index = 0
        return next(name, from: &index)
    }

    package func values(_ name: [UInt8]) -> [ArraySlice<UInt8>] {
        var values: [ArraySlice<UInt8>] = []
        var index = 0
        while let value = next(name, from: &index) { values.append(value) }
        return values
    }
}
