import JSONText

/// Changes after which it is JSON still, and mostly something that the loader has to look at closely.
extension Mutation {
    mutating func structure() -> JSONValue {
        var value = one(of: corpus.values) ?? .null
        for _ in 0..<min(several(), 32) where value.weight < Self.heaviest {
            let place = below(value.size)
            let donor = part(of: one(of: corpus.values) ?? .null)
            value = value.changed(at: place) { self.change($0, donor) }
        }
        return value
    }

    /// Bytes, roughly, of the largest input: what is larger is slow in proportion, and shows nothing new.
    private static let heaviest = 1 << 20

    /// Beyond it nothing is nested on purpose: the loader refuses far less.
    private static let deepest = 1_000

    private mutating func several(of value: JSONValue) -> Int { min(several(), Self.heaviest / value.weight) }

    private mutating func part(of value: JSONValue) -> JSONValue { value.part(at: below(value.size)) }

    private mutating func change(_ value: JSONValue, _ donor: JSONValue) -> JSONValue {
        switch below(4) {
        case 0: return scalar()
        case 1: return donor
        case 2: return value.depth < Self.deepest ? nested(value) : value
        default: break
        }
        switch value {
        case .object(var members):
            let place = below(members.count + 1)
            switch below(6) {
            case 0: if place < members.count { members.remove(at: place) }
            case 1: if place < members.count { members.insert(members[place], at: below(members.count)) }
            case 2: if place < members.count { members[place].0 = name() }
            case 3: members.insert((name(), donor), at: place)
            case 4: members.insert((name(), scalar()), at: place)
            default:
                let (name, filler) = (name(), scalar())
                members += (0..<several(of: filler)).map { ("\(name)\($0)", filler) }
            }
            return .object(members)
        case .array(var elements):
            let place = below(elements.count + 1)
            switch below(4) {
            case 0: if place < elements.count { elements.remove(at: place) }
            case 1:
                guard place < elements.count else { break }
                elements += [JSONValue](repeating: elements[place], count: several(of: elements[place]))
            case 2: elements.insert(donor, at: place)
            default: elements.insert(scalar(), at: place)
            }
            return .array(elements)
        default: return scalar()
        }
    }

    private mutating func nested(_ value: JSONValue) -> JSONValue {
        let isList = below(2) == 0
        let name = name()
        return (0..<several()).reduce(value) { inner, _ in isList ? .array([inner]) : .object([(name, inner)]) }
    }

    private mutating func name() -> String {
        switch below(16) {
        case 0: one(of: Self.texts) ?? ""
        case 1, 2: one(of: corpus.words) ?? ""
        default: one(of: corpus.names) ?? ""
        }
    }

    /// A value that somebody might write, or nobody would.
    mutating func scalar() -> JSONValue {
        switch below(9) {
        case 0: return one(of: [.null, .bool(true), .bool(false), .array([]), .object([])]) ?? .null
        case 1: return .int(Int64(below(7)) - 1)
        case 2: return .number(one(of: Self.numbers) ?? "0")
        case 3: return .string(one(of: corpus.words) ?? "")
        case 4: return .string(String(repeating: one(of: Self.texts) ?? "", count: several()))
        case 5: return .number(String(repeating: "9", count: several()) + (below(2) == 0 ? "" : "e\(several())"))
        default: return .string(one(of: Self.texts) ?? "")
        }
    }

    private static let numbers = [
        "-0", "0.0", "1e400", "-1e400", "1e-400", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
        "4294967296", "1000001", "200", "204", "304", "999", "1.5", "1E2", "4000000000", "1e999999999999999999999",
    ]

    private static let texts = [
        "", "x", "0s", "1s", "250ms", "24h", "25h", "1e9s", "99999999999999999999s", "10KB", "4GB", "17MiB", "0B",
        "50%",
        "100%", "101%", "headers", "/", "/a", "/a/{id}", "/{a}/{a}", "/**", "/a/**/b", "*", "//", "/a/", "/a/../b",
        "/a\0", "/%", "/%00", "/{",
        "GET",
        "get", "{{", "}}", "{{}}", "{{{", "{{{{", "{{hit}}", "{{request.path.id}}", "{{request.json/a}}",
        "{{now.ms+30s}}",
        "{{now.iso-99h}}", "{{variables.token}}", "{{hex.1000}}", "{{request.body}}", "(a+)+$", "[", "\\", "(?<n>a)",
        "a{99999}",
        "\0", "\r\n", "é", "\u{FEFF}", "\u{10FFFF}", "🂡", "aGk=", "a===", "text/html", "Content-Length",
        "Transfer-Encoding",
        "/items/*/id", "~", "/~2", "-32601", "jsonrpc/-1", "http/status/204", "files/a", "../a", "rule 1", "otherwise",
    ]
}

extension JSONValue {
    /// Values in it, itself among them.
    fileprivate var size: Int {
        switch self {
        case .array(let elements): elements.reduce(1) { $0 + $1.size }
        case .object(let members): members.reduce(1) { $0 + $1.1.size }
        default: 1
        }
    }

    /// Bytes that it takes, roughly.
    fileprivate var weight: Int {
        switch self {
        case .array(let elements): elements.reduce(8) { $0 + $1.weight }
        case .object(let members): members.reduce(8) { $0 + $1.0.utf8.count + $1.1.weight }
        case .string(let text), .number(let text): 8 + text.utf8.count
        default: 8
        }
    }

    /// Lists and objects within each other.
    var depth: Int {
        switch self {
        case .array(let elements): elements.reduce(0) { max($0, $1.depth) } + 1
        case .object(let members): members.reduce(0) { max($0, $1.1.depth) } + 1
        default: 0
        }
    }

    fileprivate func part(at place: Int) -> JSONValue {
        var part = JSONValue.null
        _ = changed(at: place) { value in
            part = value
            return value
        }
        return part
    }

    /// With another value in the place of one, counted from itself on.
    fileprivate func changed(at place: Int, _ change: (JSONValue) -> JSONValue) -> JSONValue {
        var rest = place
        return changed(&rest, change)
    }

    private func changed(_ rest: inout Int, _ change: (JSONValue) -> JSONValue) -> JSONValue {
        rest -= 1
        if rest < 0 { return rest == -1 ? change(self) : self }
        switch self {
        case .array(let elements): return .array(elements.map { $0.changed(&rest, change) })
        case .object(let members): return .object(members.map { ($0.0, $0.1.changed(&rest, change)) })
        default: return self
        }
    }
}
