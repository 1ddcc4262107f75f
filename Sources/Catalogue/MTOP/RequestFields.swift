internal import Bytes
internal import Wire

/// The fields of a query or of a form as they come. What they say is decoded where somebody wants it.
struct RequestFields {
    private let storage: [UInt8]
    private var position: Int
    private let end: Int

    init(_ storage: [UInt8], _ range: Range<Int>) {
        self.storage = storage
        position = range.lowerBound
        end = range.upperBound
    }

    /// The next one; without `=` its value is empty.
    mutating func next() -> (name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)? {
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
            return (storage[start..<(equals ?? stop)], storage[min((equals ?? stop) + 1, stop)..<stop])
        }
        return nil
    }

    /// As it was meant: `+` is a space, then escapes (URL Standard, 5.1).
    static func decode(_ value: ArraySlice<UInt8>) -> [UInt8] {
        guard value.contains(UInt8(ascii: "+")) else { return PercentCoding.decode(value) }
        return PercentCoding.decode(value.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }[...])
    }
}
