internal import Bytes

extension MatchProgram {
    /// Equal for matches with the same content in any order.
    public var canonicalKey: [UInt8] {
        var key: [UInt8] = []
        switch path {
        case .any: break
        case .literal(let path): Self.append(0, path, to: &key)
        case .template(let template):
            for segment in template.segments {
                switch segment {
                case .literal(let bytes): Self.append(1, bytes, to: &key)
                case .one: Self.append(2, [], to: &key)
                case .rest: Self.append(3, [], to: &key)
                }
            }
        }
        if !methods.isAny {
            for method in methods.names.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
                Self.append(4, method, to: &key)
            }
        }
        for (kind, fields) in [(5, headers), (6, query), (7, call)] as [(UInt8, [Field])] where !fields.isEmpty {
            key += Self.sorted(fields.map { Self.encoded(kind, $0.name, $0.matcher.sourceText) })
        }
        return conditions.isEmpty ? key : key + Self.sorted(conditions.map(\.canonicalKey))
    }

    fileprivate static func sorted(_ lines: [[UInt8]]) -> [UInt8] {
        lines.count == 1 ? lines[0] : Array(lines.sorted { $0.lexicographicallyPrecedes($1) }.joined())
    }

    fileprivate static func encoded(_ kind: UInt8, _ bytes: [UInt8]) -> [UInt8] {
        var key: [UInt8] = []
        append(kind, bytes, to: &key)
        return key
    }

    fileprivate static func encoded(_ kind: UInt8, _ name: [UInt8], _ matcher: String) -> [UInt8] {
        var key: [UInt8] = []
        append(kind, name, to: &key)
        append(kind, Array(matcher.utf8), to: &key)
        return key
    }

    /// Appends a tag, the length and the bytes, so that different parts never have the same encoding.
    private static func append(_ kind: UInt8, _ bytes: [UInt8], to key: inout [UInt8]) {
        key.reserveCapacity(key.count + 5 + bytes.count)
        key.append(kind)
        for shift in [0, 8, 16, 24] { key.append(UInt8(truncatingIfNeeded: bytes.count >> shift)) }
        key += bytes
    }
}

extension MatchProgram.Condition {
    /// Equal for conditions with the same content in any order.
    public var canonicalKey: [UInt8] {
        typealias Match = MatchProgram
        return switch self {
        case .test(.value(.parameter, let field)):
            // By its place, whatever the path calls it.
            Match.encoded(
                20 + MatchProgram.Part.parameter.rawValue, Array("\(field.index)".utf8), field.matcher.sourceText)
        case .test(.value(let kind, let field)):
            Match.encoded(20 + kind.rawValue, field.name, field.matcher.sourceText)
        case .test(.body(let matcher)): Match.encoded(10, Array(matcher.sourceText.utf8))
        case .test(.part(let part)): Match.encoded(15, part.name, part.sourceText)
        case .test(.json(let field)): Match.encoded(11, Array(field.name.utf8), field.matcher.sourceText)
        case .test(.variable(let test)): Match.encoded(14, Array(test.name.utf8), test.matcher.sourceText)
        case .any(let matches):
            Match.encoded(12, Match.sorted(matches.map { Match.encoded(12, $0.canonicalKey) }))
        case .not(let match, _): Match.encoded(13, match.canonicalKey)
        }
    }
}
