internal import Bytes
public import Catalogue
public import Wire

/// What keeps a request from matching, in words, and how far away it is.
public struct MatchDifferences: Sendable, Hashable {
    /// Such as `path is "/a/x", the rule wants "/a/{id}"`.
    public var words: [String] = []
    /// 0 where everything holds; the larger, the less likely the rule was meant.
    public var distance = 0

    mutating func add(_ words: String, _ distance: Int) {
        self.words.append(words)
        self.distance += distance
    }
}

extension MatchProgram {
    /// Compares everything, where `holds` stops at the first difference.
    public func differences(_ request: Request, _ requestCall: Call?) -> MatchDifferences {
        var result = MatchDifferences()
        addPath(RequestPath(request), &result)
        if !methods.holds(request) {
            let wanted = methods.names.map { "\"\($0.text)\"" }.joined(separator: " or ")
            result.add("method is \(Self.quoted(request.head[request.method])), the rule wants \(wanted)", 3)
        }
        for field in headers {
            var overLimit = false
            if holdsHeader(field, request, &overLimit) { continue }
            add(field, "header", headerValue(field, request), overLimit, &result)
        }
        for field in query {
            var overLimit = false
            if holdsQuery(field, request, &overLimit) { continue }
            add(field, "query field", queryValue(field, request), overLimit, &result)
        }
        for field in call {
            var overLimit = false
            if holdsCall(field, requestCall, &overLimit) { continue }
            let value = requestCall?.fields[field.name.text]
            add(field, "field", value.map { $0[...] }, overLimit, &result)
        }
        return result
    }

    private func addPath(_ requestPath: RequestPath, _ result: inout MatchDifferences) {
        let path = requestPath.storage[requestPath.range]
        let wanted: [ArraySlice<UInt8>?]
        switch self.path {
        case .any: return
        case .literal(let bytes):
            if path.elementsEqual(bytes) { return }
            wanted = Self.segments(bytes[...]).map(Optional.some)
        case .template(let template):
            if template.matches(requestPath.storage, requestPath.range) { return }
            wanted = template.segments.map { if case .literal(let bytes) = $0 { bytes[...] } else { nil } }
        }
        result.add(
            "path is \(Self.quoted(path)), the rule wants \"\(pathWords)\"",
            10 + Self.distance(Self.segments(path), wanted))
    }

    /// Segments that are missing count as much as those that have nothing in common.
    private static func distance(_ path: [ArraySlice<UInt8>], _ wanted: [ArraySlice<UInt8>?]) -> Int {
        var distance = abs(path.count - wanted.count) * unlike
        for (segment, wanted) in zip(path, wanted) {
            guard let wanted, segment != wanted else { continue }
            distance += EditDistance.distance(segment.prefix(64).text, wanted.prefix(64).text, bound: unlike) ?? unlike
        }
        return distance
    }

    private static let unlike = 6

    private static func segments(_ path: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        path.dropFirst().split(separator: UInt8(ascii: "/"), maxSplits: 32, omittingEmptySubsequences: false)
    }

    private func add(
        _ field: Field, _ kind: String, _ value: ArraySlice<UInt8>?, _ overLimit: Bool,
        _ result: inout MatchDifferences
    ) {
        let name = "\(kind) \"\(field.name.text)\""
        switch value {
        case nil: result.add("\(name) is missing, the rule wants \(field.matcher.words)", 2)
        case let value? where field.matcher.isAbsent:
            result.add("\(name) is \(Self.quoted(value)), the rule wants none", 2)
        case let value?:
            let end = overLimit ? ", and the pattern was given up on" : ""
            result.add("\(name) is \(Self.quoted(value)), the rule wants \(field.matcher.words)" + end, 1)
        }
    }

    private func headerValue(_ field: Field, _ request: Request) -> ArraySlice<UInt8>? {
        request.first(field.name).map { request.head[$0] }
    }

    private func queryValue(_ field: Field, _ request: Request) -> ArraySlice<UInt8>? {
        guard let range = request.query else { return nil }
        var fields = QueryFields(request.head, range)
        while let (name, value) = fields.next() {
            if QueryFields.decode(request.head[name]).elementsEqual(field.name) {
                return QueryFields.decode(request.head[value])
            }
        }
        return nil
    }

    private static func quoted(_ bytes: ArraySlice<UInt8>) -> String {
        bytes.count > 200 ? "\"\(bytes.prefix(200).text)…\"" : "\"\(bytes.text)\""
    }
}
