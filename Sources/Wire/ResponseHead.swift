/// Status line and fields of a response, or of an interim one.
public struct ResponseHead: Sendable, Hashable {
    /// 100 to 999; what a client makes of numbers beyond 599 is its own affair.
    public var status: Int
    /// The reason phrase; nil for the one that belongs to the status.
    public var reason: [UInt8]?
    /// A whole status line in place of a well-formed one, without its CRLF.
    public var statusLine: [UInt8]?
    public var fields: [HeaderField]
    /// Whether the head is all that there is: no Date, no Connection, no framing is added.
    public var isExact: Bool
    /// The names, in lower case, of fields that it was told not to have: nothing adds them to it.
    private(set) var removedNames: Set<[UInt8]> = []
    /// Whether `Date` is one of them. Kept apart, since every head is asked for it.
    public private(set) var omitsDate = false

    public init(
        status: Int = 200, reason: [UInt8]? = nil, fields: [HeaderField] = [], isExact: Bool = false
    ) {
        self.status = status
        self.reason = reason
        self.statusLine = nil
        self.fields = fields
        self.isExact = isExact
    }

    /// Whether a response with this status never has a body (RFC 9110, 6.4.1).
    public var forbidsContent: Bool {
        (100..<200).contains(status) || status == 204 || status == 304
    }

    /// The value of the first field of that name, which is given in lower case.
    public func first(_ lowercased: StaticString) -> [UInt8]? {
        fields.first { $0.isNamed(lowercased) }?.value
    }

    public func has(_ lowercased: StaticString) -> Bool { first(lowercased) != nil }

    /// Puts a field in place of all of its name, at the place of the first of them.
    public mutating func set(_ name: String, _ value: String) {
        set(HeaderField(name, value))
    }

    public mutating func set(_ field: HeaderField) {
        let sameName: (HeaderField) -> Bool = { $0.name.elementsEqualIgnoringCase(field.name) }
        guard let place = fields.firstIndex(where: sameName) else {
            fields.append(field)
            return
        }
        fields[place] = field
        var next = place + 1
        while next < fields.count {
            if sameName(fields[next]) { fields.remove(at: next) } else { next += 1 }
        }
    }

    /// Takes away all fields of these names, which are in lower case, and puts the new ones at the end.
    public mutating func replace(_ names: Set<[UInt8]>, with new: [HeaderField]) {
        fields.removeAll { names.contains($0.name.map(\.asciiLowercased)) }
        fields += new
        removedNames = removedNames.union(names).subtracting(new.map { $0.name.map(\.asciiLowercased) })
        omitsDate = removedNames.contains(Self.date)
    }

    /// Puts a field in place of all of its name, unless it was told to have none.
    mutating func setUnlessRemoved(_ field: HeaderField) {
        if !removedNames.contains(field.name.map(\.asciiLowercased)) { set(field) }
    }

    private static let date = Array("date".utf8)

    public mutating func remove(_ name: String) {
        let name = Array(name.utf8)
        fields.removeAll { $0.name.elementsEqualIgnoringCase(name) }
    }
}

extension Array<UInt8> {
    package func elementsEqualIgnoringCase(_ other: [UInt8]) -> Bool {
        count == other.count && zip(self, other).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
    }
}
