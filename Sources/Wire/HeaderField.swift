/// One field line of a head, in its exact spelling.
///
/// Bytes, not text, and not validated: a fault server must be able to send invalid fields.
public struct HeaderField: Sendable, Hashable {
    /// The field's name. If it is empty, `value` is a whole malformed line.
    public var name: [UInt8]
    public var value: [UInt8]

    public init(name: [UInt8], value: [UInt8]) {
        self.name = name
        self.value = value
    }

    public init(_ name: String, _ value: String) {
        self.init(name: Array(name.utf8), value: Array(value.utf8))
    }

    /// A line that is written as it is, without a name and a colon.
    public static func malformedLine(_ line: [UInt8]) -> HeaderField {
        HeaderField(name: [], value: line)
    }

    /// Whether the field has this name, which is given in lower case.
    public func isNamed(_ lowercased: StaticString) -> Bool {
        name.equalsIgnoringCase(lowercased)
    }
}

extension Collection<UInt8> {
    /// ASCII case-insensitive comparison with a name given in lower case (RFC 9110, 5.1).
    package func equalsIgnoringCase(_ lowercased: StaticString) -> Bool {
        guard count == lowercased.utf8CodeUnitCount else { return false }
        return lowercased.withUTF8Buffer { wanted in
            var position = 0
            for byte in self {
                guard unsafe byte.asciiLowercased == wanted[position] else { return false }
                position += 1
            }
            return true
        }
    }
}

extension UInt8 {
    @inlinable package var asciiLowercased: UInt8 {
        self >= 0x41 && self <= 0x5A ? self | 0x20 : self
    }
}
