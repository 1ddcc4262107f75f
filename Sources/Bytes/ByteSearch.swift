/// Substring search on bytes in linear time (Knuth, Morris and Pratt): both the pattern and the text may come from a
/// client.
public struct ByteSearch: Sendable {
    private let wanted: [UInt8]
    private let ignoreCase: Bool
    /// The failure function of Knuth, Morris and Pratt: for each prefix of the pattern, the length of its longest
    /// border. Empty for short patterns, which are compared at each offset, because that is faster.
    private let borders: [Int32]

    private static let few = 16

    /// - Parameter ignoreCase: Whether ASCII letters are compared without case.
    public init(_ wanted: [UInt8], ignoreCase: Bool = false) {
        self.wanted = ignoreCase ? wanted.map(Self.lowercased) : wanted
        self.ignoreCase = ignoreCase
        borders = wanted.count <= Self.few ? [] : Self.borders(self.wanted)
    }

    private static func borders(_ wanted: [UInt8]) -> [Int32] {
        var borders = [Int32](repeating: 0, count: wanted.count)
        var length = 0
        for place in 1..<wanted.count {
            while length > 0, wanted[place] != wanted[length] { length = Int(borders[length - 1]) }
            if wanted[place] == wanted[length] { length += 1 }
            borders[place] = Int32(truncatingIfNeeded: length)
        }
        return borders
    }

    public func isFound(in value: ArraySlice<UInt8>) -> Bool {
        guard wanted.count <= value.count else { return false }
        return borders.isEmpty ? isFoundPlainly(in: value) : isFoundByBorders(in: value)
    }

    private func isFoundPlainly(in value: ArraySlice<UInt8>) -> Bool {
        for start in value.startIndex...(value.endIndex - wanted.count) where isThere(value, at: start) { return true }
        return false
    }

    private func isThere(_ value: ArraySlice<UInt8>, at start: Int) -> Bool {
        for place in wanted.indices where folded(value[start + place]) != wanted[place] { return false }
        return true
    }

    private func isFoundByBorders(in value: ArraySlice<UInt8>) -> Bool {
        var length = 0
        for byte in value {
            let byte = folded(byte)
            while length > 0, byte != wanted[length] { length = Int(borders[length - 1]) }
            if byte == wanted[length] { length += 1 }
            if length == wanted.count { return true }
        }
        return false
    }

    private func folded(_ byte: UInt8) -> UInt8 { ignoreCase ? Self.lowercased(byte) : byte }

    private static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
