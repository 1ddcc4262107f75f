internal import Bytes

/// The fields of a request's query, decoded and in their order, put apart once a request.
///
/// Asking for a field compares with each of them: a query has few, and a table of them costs more to make than it saves.
package final class DecodedQuery {
    /// Names and values, back to back.
    private var storage: [UInt8] = []
    private var slots: [Slot] = []
    private var isRead = false

    private struct Slot {
        let name: Int
        let value: Int
        let end: Int
    }

    init() {}

    /// Fields, of whatever name.
    package var count: Int { slots.count }

    /// Forgets the query of the last request, and keeps the memory that it took.
    func clear() {
        guard isRead else { return }
        storage.removeAll(keepingCapacity: true)
        slots.removeAll(keepingCapacity: true)
        isRead = false
    }

    /// Reads the query of the request, unless that is done; the same fields as `QueryFields` finds, decoded as there.
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
        while position < query.upperBound {
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
        endField(at: position)
    }

    /// The value of the first field of that name at or behind `index`, which then stands behind it; nil where there is
    /// none.
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

    /// The value of the first field of that name; nil where there is none.
    package func first(_ name: [UInt8]) -> ArraySlice<UInt8>? {
        var index = 0
        return next(name, from: &index)
    }

    /// The values of all fields of that name.
    package func values(_ name: [UInt8]) -> [ArraySlice<UInt8>] {
        var values: [ArraySlice<UInt8>] = []
        var index = 0
        while let value = next(name, from: &index) { values.append(value) }
        return values
    }
}
