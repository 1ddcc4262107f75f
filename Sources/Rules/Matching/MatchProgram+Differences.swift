internal import Bytes
public import Catalogue
internal import JSONText
public import Wire

/// The differences between a request and a match, as messages and as a distance.
public struct MatchDifferences: Sendable, Hashable {
    /// Such as `path is "/a/x", the rule wants "/a/{id}"`.
    public var messages: [String] = []
    /// 0 if everything holds; the larger, the less likely the rule was meant.
    public var distance = 0
    /// Differences that depend on variables, whose values when the request came are not known any more.
    public var possibleMessages: [String] = []
    /// Whether the match holds, whatever the variables are.
    public var isEmpty: Bool { messages.isEmpty && possibleMessages.isEmpty }

    mutating func addPossible(_ messages: [String]) {
        possibleMessages += messages.filter { !possibleMessages.contains($0) }
    }

    mutating func add(_ message: String, _ distance: Int) {
        messages.append(message)
        self.distance += distance
    }
}

extension MatchProgram {
    /// Distance of the path and the method alone, which is cheap.
    public func distanceOfPathAndMethod(_ request: Request) -> Int {
        (distance(of: RequestPath(request)) ?? (testsTarget ? Self.otherTarget : 0))
            + (methods.holds(request) ? 0 : Self.otherMethod)
    }

    private static let otherMethod = 3
    /// Assumed of a path or target that is tested otherwise: as far as a path of which a part differs.
    private static let otherTarget = 12

    private var testsTarget: Bool {
        conditions.contains { condition in
            if case .test(.value(let part, _)) = condition { part == .path || part == .target } else { false }
        }
    }

    /// Compares everything, while `holds` stops at the first difference. Only a body that is not complete is not compared.
    public func differences(
        _ request: Request, _ requestCall: Call?, _ content: RequestContent?, _ budget: inout MatchBudget
    ) -> MatchDifferences {
        var result = MatchDifferences()
        let requestPath = RequestPath(request)
        addPath(requestPath, &result)
        if !methods.holds(request) {
            let wanted = methods.names.map { "\"\($0.text)\"" }.joined(separator: " or ")
            result.add(
                "method is \(Self.quoted(request.head[request.method])), the rule wants \(wanted)", Self.otherMethod)
        }
        for field in headers {
            let holds = holdsHeader(field, request, &budget)
            let overLimit = budget.takeExceeded()
            if holds { continue }
            add(field, .header, headerValue(field, request), overLimit, &result)
        }
        for field in query {
            let holds = holdsQuery(field, request, &budget)
            let overLimit = budget.takeExceeded()
            if holds { continue }
            add(field, .query, request.decodedQuery.first(field.name), overLimit, &result)
        }
        for field in call {
            let holds = holdsCall(field, requestCall, &budget)
            let overLimit = budget.takeExceeded()
            if holds { continue }
            let value = requestCall?.fields[field.index]
            add(field, .call, value.map { $0[...] }, overLimit, &result)
        }
        guard let content else { return result }
        for condition in conditions {
            let mayHold = holds(condition, request, requestPath, requestCall, content, assuming: true, &budget)
            let overLimit = budget.takeExceeded()
            if mayHold {
                if condition.readsVariables { addPossible(condition, request, requestCall, content, &budget, &result) }
                continue
            }
            add(condition, request, requestCall, content, overLimit, &budget, &result)
        }
        return result
    }

    private func addPath(_ requestPath: RequestPath, _ result: inout MatchDifferences) {
        guard let distance = distance(of: requestPath) else { return }
        let path = requestPath.storage[requestPath.range]
        result.add("path is \(Self.quoted(path)), the rule wants \"\(pathText)\"", distance)
    }

    /// Nil if the path matches.
    private func distance(of requestPath: RequestPath) -> Int? {
        let path = requestPath.storage[requestPath.range]
        let wanted: [ArraySlice<UInt8>?]
        switch self.path {
        case .any: return nil
        case .literal(let bytes):
            if path.elementsEqual(bytes) { return nil }
            wanted = Self.segments(bytes[...]).map(Optional.some)
        case .template(let template):
            if template.matches(requestPath.storage, requestPath.range) { return nil }
            wanted = template.segments.map { if case .literal(let bytes) = $0 { bytes[...] } else { nil } }
        }
        return 10 + Self.distance(Self.segments(path), wanted)
    }

    /// A missing segment counts as much as one that has nothing in common.
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
        _ condition: Condition, _ request: Request, _ call: Call?, _ content: RequestContent, _ overLimit: Bool,
        _ budget: inout MatchBudget, _ result: inout MatchDifferences
    ) {
        switch condition {
        case .test(let test): add(test, request, call, content, overLimit, &result)
        case .any(let matches):
            let nearest = matches.map { $0.differences(request, call, content, &budget) }.min {
                $0.distance < $1.distance
            }
            guard let nearest else { return }
            result.add("none of \"any\" holds: \(nearest.messages.joined(separator: ", and "))", nearest.distance)
        case .not(_, let sourceText):
            result.add("the request is as \"not\" excludes: \(sourceText)" + (overLimit ? Self.overLimitNote : ""), 1)
        }
    }

    private func add(
        _ test: Test, _ request: Request, _ call: Call?, _ content: RequestContent, _ overLimit: Bool,
        _ result: inout MatchDifferences
    ) {
        let end = overLimit ? Self.overLimitNote : ""
        switch test {
        case .value(let part, let field):
            let values = Self.values(of: part, field, request, call, content)
            if field.matcher.isOfAllValues, values.count > 1 {
                let name = part.label + (part.isNameless ? "" : " \"\(field.name.text)\"")
                let all = values.prefix(10).map { Self.quoted($0) }.joined(separator: ", ")
                result.add(
                    "\(name) is \(all)\(values.count > 10 ? ", …" : ""), the rule wants \(field.matcher.sourceText)", 1)
            } else {
                add(field, part, values.first, overLimit, &result)
            }
        case .body(let matcher) where matcher.isAbsent:
            result.add("body is \(Self.quoted(request.body[...])), the rule wants none", 2)
        case .body(let matcher):
            let body = request.body.isEmpty ? "is missing" : "is \(Self.quoted(request.body[...]))"
            result.add("body \(body), the rule wants \(matcher.sourceText)" + end, request.body.isEmpty ? 2 : 1)
        case .part(let part):
            let own = content.formParts.first { $0.name == part.name }
            let what = own.map { "has \(part.description(of: $0) { Self.quoted($0) })" } ?? "is missing"
            result.add(
                "part \"\(part.name.text)\" \(what), the rule wants \(part.sourceText)" + end, own == nil ? 2 : 1)
        case .json(let field): add(field, content, end, &result)
        case .variable: break
        }
    }

    private func addPossible(
        _ condition: Condition, _ request: Request, _ call: Call?, _ content: RequestContent,
        _ budget: inout MatchBudget, _ result: inout MatchDifferences
    ) {
        switch condition {
        case .test(.variable), .any, .not:
            result.addPossible(["the session's variables were not as the rule wants them"])
        default:
            var compared = MatchDifferences()
            add(condition, request, call, content, false, &budget, &compared)
            result.addPossible(compared.messages)
        }
    }

    private func add(
        _ field: JSONField, _ content: RequestContent, _ end: String, _ result: inout MatchDifferences
    ) {
        let wanted = field.matcher.isAbsent ? "none" : field.matcher.sourceText
        let place = field.name.isEmpty ? "" : " at \"\(field.name)\""
        guard let document = content.json else {
            let reason = content.hasText ? "the body is not JSON" : "there is no body"
            return result.add("\(reason), the rule wants \(wanted)\(place)", 3)
        }
        guard let value = field.pointer.resolve(document) else {
            return result.add("JSON\(place) is missing, the rule wants \(wanted)", 2)
        }
        result.add(
            "\(place.isEmpty ? "the body's JSON" : "JSON\(place)") is \(Self.description(of: value)), the rule wants \(wanted)"
                + end, 1)
    }

    /// Arrays and objects by their kind only: a client may send very large ones.
    private static func description(of value: JSONNode) -> String {
        switch value.value {
        case .string(let bytes): quoted(bytes[...])
        case .number(let number) where number.text.utf8.count > 200: "\(number.text.utf8.prefix(200).text)…"
        case .number(let number): number.text
        case .bool(let bool): bool ? "true" : "false"
        case .null, .array, .object: value.kind
        }
    }

    private static let overLimitNote = ", and the pattern was given up on"

    private func add(
        _ field: Field, _ part: Part, _ value: ArraySlice<UInt8>?, _ overLimit: Bool,
        _ result: inout MatchDifferences
    ) {
        let name = part.label + (part.isNameless ? "" : " \"\(field.name.text)\"")
        switch value {
        case nil: result.add("\(name) is missing, the rule wants \(field.matcher.sourceText)", 2)
        case let value? where field.matcher.isAbsent:
            result.add("\(name) is \(Self.quoted(value)), the rule wants none", 2)
        case let value?:
            let end = overLimit ? Self.overLimitNote : ""
            // As much as another path in a template.
            let distance = part == .path || part == .target ? Self.otherTarget : 1
            result.add("\(name) is \(Self.quoted(value)), the rule wants \(field.matcher.sourceText)" + end, distance)
        }
    }

    private func headerValue(_ field: Field, _ request: Request) -> ArraySlice<UInt8>? {
        request.first(field.name).map { request.head[$0] }
    }

    /// What is no text is shown as a matcher has it.
    private static func quoted(_ bytes: ArraySlice<UInt8>) -> String {
        let start = bytes.prefix(mostShown)
        let rest = bytes.count > mostShown ? "…" : ""
        // It may end within a character.
        let isText = (0...3).contains {
            String(validating: start.dropLast(rest.isEmpty ? 0 : $0), as: UTF8.self) != nil
        }
        return isText
            ? "\"\(start.text)\(rest)\"" : "{\"base64\":\"\(Base64.encode(Array(start)).text)\(rest)\"}"
    }

    private static let mostShown = 200
}

extension MatchProgram.Part {
    /// Name of one value of the part, for messages.
    fileprivate var label: String {
        switch self {
        case .header: "header"
        case .query: "query field"
        case .call: "field"
        case .cookie: "cookie"
        case .form: "form field"
        case .method: "method"
        case .path: "path"
        case .target: "target"
        case .parameter: "path segment"
        case .host: "host"
        case .protocol: "protocol"
        case .tls: "tls"
        }
    }
}
