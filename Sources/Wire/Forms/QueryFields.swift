internal import Bytes

/// Iterates over the fields of a query without building a table.
package struct QueryFields {
    private let storage: [UInt8]
    private var position: Int
    private let end: Int

    package init(_ storage: [UInt8], _ range: Range<Int>) {
        self.storage = storage
        position = range.lowerBound
        end = range.upperBound
    }

    /// The next field, not decoded; a field without `=` has an empty value.
    package mutating func next() -> (name: Range<Int>, value: Range<Int>)? {
        while position < end {
            let start = position
            var equals: Int?
            while position < end, storage[position] != UInt8(ascii: "&") {
                if equals == nil, storage[position] == UInt8(ascii: "=") { equals = position }
                position += 1
            }
            let stop = position
            position += 1
            guard stop > start else { continue }
            return (start..<(equals ?? stop), min((equals ?? stop) + 1, stop)..<stop)
        }
        return nil
    }

    /// Decodes a name or value: `+` becomes a space, then escapes are decoded (URL Standard, 5.1).
    package static func decode(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard bytes.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "%") }) else {
            return bytes
        }
        let spaced = bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        return PercentCoding.decode(spaced[...])[...]
    }
}
