/// Status line and fields of a final or interim response.
public struct ResponseHead: Sendable, Hashable {
    /// 100 to 999; clients differ in how they treat numbers above 599.
    public var status: Int
    public var fields: [HeaderField]
    private var rare = Rare<RareParts>()

    public init(
        status: Int = 200, reason: [UInt8]? = nil, fields: [HeaderField] = [], isExact: Bool = false
    ) {
        self.status = status
        self.fields = fields
        if reason != nil || isExact { rare = Rare(RareParts(reason: reason, isExact: isExact)) }
    }

    /// Whether a response with this status has no body (RFC 9110, 6.4.1).
    public var forbidsContent: Bool {
        (100..<200).contains(status) || status == 204 || status == 304
    }

    /// The value of the first field of that name, which must be in lower case.
    public func first(_ lowercased: StaticString) -> [UInt8]? {
        fields.first { $0.isNamed(lowercased) }?.value
    }

    /// Whether nothing is added to it about the framing of the body: it says so itself, right or wrong.
    public var tellsFraming: Bool { isExact || has("content-length") || has("transfer-encoding") }

    public func has(_ lowercased: StaticString) -> Bool { first(lowercased) != nil }

    /// Replaces all fields of that name by one, at the position of the first; appends it if there are none.
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

    /// Removes all fields of these names, which must be in lower case, and appends the new ones.
    public mutating func replace(_ names: Set<[UInt8]>, with new: [HeaderField]) {
        fields.removeAll { names.contains($0.name.map(\.asciiLowercased)) }
        fields += new
        if yieldsAllowOrigin, names.contains(CrossOrigin.allowOrigin) { yieldsAllowOrigin = false }
        let removed = removedNames.union(names).subtracting(new.map { $0.name.map(\.asciiLowercased) })
        rare.set(removed, { $0.removedNames }, { $0.removedNames = $1 })
        rare.set(removed.contains(Self.date), { $0.omitsDate }, { $0.omitsDate = $1 })
    }

    /// Replaces all fields of that name by one, unless the name is one of `removedNames`.
    mutating func setUnlessRemoved(_ field: HeaderField) {
        if !removedNames.contains(field.name.map(\.asciiLowercased)) { set(field) }
    }

    /// Adds the field, unless there is one of that name or the name is one of `removedNames`.
    public mutating func addIfMissing(_ field: HeaderField) {
        guard !fields.contains(where: { $0.name.elementsEqualIgnoringCase(field.name) }),
            !removedNames.contains(field.name.map(\.asciiLowercased))
        else { return }
        fields.append(field)
    }

    private static let date = Array("date".utf8)

    public mutating func remove(_ name: String) {
        let name = Array(name.utf8)
        fields.removeAll { $0.name.elementsEqualIgnoringCase(name) }
    }
}

// MARK: - What few heads have
extension ResponseHead {
    fileprivate struct RareParts: Sendable, Hashable, DefaultInitializable {
        var reason: [UInt8]?
        var statusLine: [UInt8]?
        var isExact = false
        var isHTTP10 = false
        var removedNames: Set<[UInt8]> = []
        var omitsDate = false
        var yieldsAllowOrigin = false
    }

    /// The reason phrase; nil for the standard one of the status.
    public var reason: [UInt8]? {
        get { rare.parts?.reason }
        set { rare.set(newValue, { $0.reason }, { $0.reason = $1 }) }
    }
    /// A whole status line without its CRLF, which may be malformed; overrides `status` and `reason`.
    public var statusLine: [UInt8]? {
        get { rare.parts?.statusLine }
        set { rare.set(newValue, { $0.statusLine }, { $0.statusLine = $1 }) }
    }
    /// Whether the status line says HTTP/1.0; nothing else depends on it.
    public var isHTTP10: Bool {
        get { rare.parts?.isHTTP10 ?? false }
        set { rare.set(newValue, { $0.isHTTP10 }, { $0.isHTTP10 = $1 }) }
    }
    /// Whether nothing is added: no Date, Connection or framing fields.
    public var isExact: Bool {
        get { rare.parts?.isExact ?? false }
        set { rare.set(newValue, { $0.isExact }, { $0.isExact = $1 }) }
    }
    /// Whether Access-Control-Allow-Origin is the system's own, in whose place the fields of CORS come if a scenario asks
    /// for them.
    public var yieldsAllowOrigin: Bool {
        get { rare.parts?.yieldsAllowOrigin ?? false }
        set { rare.set(newValue, { $0.yieldsAllowOrigin }, { $0.yieldsAllowOrigin = $1 }) }
    }
    /// The names, in lower case, of fields that were removed explicitly and must not be added automatically.
    var removedNames: Set<[UInt8]> { rare.parts?.removedNames ?? [] }
    /// Whether `Date` is one of `removedNames`; stored, since it is looked up for every head.
    public var omitsDate: Bool { rare.parts?.omitsDate ?? false }
}

extension Array<UInt8> {
    package func elementsEqualIgnoringCase(_ other: [UInt8]) -> Bool {
        count == other.count && zip(self, other).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
    }
}
