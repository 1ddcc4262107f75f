internal import Catalogue
public import JSONText
internal import Wire

extension MatchProgram {
    /// A condition of a match beyond method, path and fields without variables: a test, or matches.
    public indirect enum Condition: Sendable {
        case test(Test)
        /// At least one of the matches holds.
        case any([MatchProgram])
        /// The match does not hold; with its JSON in the scenario.
        case not(MatchProgram, sourceText: String)

        /// Whether a test in it satisfies the predicate, also in matches inside it.
        func contains(where isWanted: (Test) -> Bool) -> Bool {
            switch self {
            case .test(let test): isWanted(test)
            case .any(let matches): matches.contains { $0.containsTest(where: isWanted) }
            case .not(let match, _): match.containsTest(where: isWanted)
            }
        }

        public var readsBody: Bool { contains { $0.readsBody } }
        var readsVariables: Bool { contains { $0.readsVariables } }

        /// Whether it is a test of the path, a segment of it or the target, which needs nothing but the head.
        var isOfTarget: Bool {
            guard case .test(.value(let part, let field)) = self else { return false }
            switch part {
            case .path, .target, .parameter: return !field.matcher.readsVariables
            case .header, .query, .call, .cookie, .form, .method, .host, .protocol, .tls: return false
            }
        }
    }

    /// A test of one part of a request.
    public enum Test: Sendable {
        /// One of the values of this name in the part passes.
        case value(Part, Field)
        /// The HTTP body as text. An empty body counts as missing, and as empty text too.
        case body(ValueMatcher)
        case part(FormPart)
        case json(JSONField)
        case variable(VariableTest)

        var readsBody: Bool {
            switch self {
            case .value(let part, _): part == .form
            case .body, .json, .part: true
            case .variable: false
            }
        }

        /// Whether it depends on variables, so that it may hold at one time and not at another.
        var readsVariables: Bool {
            switch self {
            case .value(_, let field): field.matcher.readsVariables
            case .body(let matcher): matcher.readsVariables
            case .json(let field): field.matcher.readsVariables
            case .part: false
            case .variable: true
            }
        }
    }

    /// A part of a request with named values.
    public enum Part: UInt8, Sendable {
        case header, query, call, cookie, form
        /// The method, which has no name and one value.
        case method
        /// The decoded path, and the target as it was sent: as `method`.
        case path, target
        /// A named segment of the path, decoded. Its number is the field's index.
        case parameter
        /// The host that the request names, and the version of HTTP: as `method`.
        case host, `protocol`
        /// What was agreed on in the TLS handshake. The field's index is that of a `TLSMember`.
        case tls

        /// Whether it has one value without a name.
        var isNameless: Bool {
            switch self {
            case .method, .path, .target, .host, .protocol: true
            case .header, .query, .call, .cookie, .form, .parameter, .tls: false
            }
        }

        /// Whether it is found in the head, or known with it.
        var isOfHead: Bool {
            switch self {
            case .header, .query, .cookie, .host, .protocol, .tls: true
            case .call, .form, .method, .path, .target, .parameter: false
            }
        }
    }

    /// What `tls` tests. In the clear none of it exists, and over TLS the version always does.
    public enum TLSMember: String, Sendable, CaseIterable {
        case version, serverName, clientCertificate

        fileprivate func value(in tls: TLSInfo) -> String? {
            switch self {
            case .version: tls.version.name
            case .serverName: tls.serverName
            case .clientCertificate: tls.clientCertificate
            }
        }
    }

    /// The tests of the values at a pointer in a JSON document.
    public struct JSONField: Sendable {
        let pointer: JSONPointer
        /// The pointer as in the scenario.
        let name: String
        let matcher: JSONMatcher

        public init(pointer: JSONPointer, name: String, matcher: JSONMatcher) {
            self.pointer = pointer
            self.name = name
            self.matcher = matcher
        }
    }

    /// Whether any condition reads the body of the request.
    public var readsBody: Bool { conditions.contains { $0.readsBody } }

    /// Whether any condition depends on variables.
    var readsVariables: Bool { conditions.contains { $0.readsVariables } }

    fileprivate func containsTest(where isWanted: (Test) -> Bool) -> Bool {
        conditions.contains { $0.contains(where: isWanted) }
    }

    /// Whether the conditions hold, all of which are tests of the path and the target.
    func holdsTarget(_ request: Request, _ path: RequestPath, _ budget: inout MatchBudget) -> Bool {
        for condition in conditions {
            guard condition.isOfTarget, case .test(.value(let part, let field)) = condition else { return false }
            let value: ArraySlice<UInt8>?
            switch part {
            case .path: value = path.decoded
            case .target: value = request.ownTargetSlice
            default: value = path.decodedSegment(field.index).map { $0[...] }
            }
            guard let value, field.matcher.holds(value, &budget) else { return false }
        }
        return true
    }

    /// Whether everything holds, also a literal path: for matches that the index has not compared.
    func holdsWhole(
        _ request: Request, _ path: RequestPath, _ call: Call?, _ content: RequestContent, assuming: Bool,
        _ budget: inout MatchBudget
    ) -> Bool {
        if case .literal(let bytes) = self.path, !path.storage[path.range].elementsEqual(bytes) { return false }
        return holds(request, path, call, content, assuming: assuming, &budget)
    }

    /// Whether a condition holds. `assuming` is the outcome of what cannot be decided yet: tests of an incomplete body,
    /// and of variables. With true, no match is excluded that may still hold.
    func holds(
        _ condition: Condition, _ request: Request, _ path: RequestPath, _ call: Call?, _ content: RequestContent,
        assuming: Bool, _ budget: inout MatchBudget
    ) -> Bool {
        switch condition {
        case .test(let test): return Self.holds(test, request, call, content, assuming: assuming, &budget)
        case .any(let matches):
            for match in matches
            where match.holdsWhole(request, path, call, content, assuming: assuming, &budget) {
                return true
            }
            return false
        case .not(let match, _):
            return budget.insideNot {
                !match.holdsWhole(request, path, call, content, assuming: !assuming, &$0)
            }
        }
    }

    private static func holds(
        _ test: Test, _ request: Request, _ call: Call?, _ content: RequestContent, assuming: Bool,
        _ budget: inout MatchBudget
    ) -> Bool {
        if test.readsBody, !request.isBodyComplete { return assuming }
        // Tests that depend on variables are assumed only if a value passes all other tests.
        func holds(_ passes: Bool) -> Bool { passes && (!test.readsVariables || assuming) }
        switch test {
        case .variable: return assuming
        case .value(.call, let field):
            let values = values(of: .call, field, request, call, content)
            if field.matcher.isAbsent { return values.isEmpty }
            return holds(Self.holds(field.matcher, values, &budget))
        case .value(let part, let field):
            let passes = content.once(field.matcher, &budget) {
                Self.holds(field.matcher, values(of: part, field, request, call, content), &$0)
            }
            return holds(passes)
        case .body(let matcher):
            let body = content.request.body
            if matcher.asksForNoValue { return body.isEmpty == matcher.isAbsent }
            if body.isEmpty, matcher.hasNot { return false }
            return holds(content.once(matcher, &budget) { matcher.holds(body[...], of: content, &$0) })
        case .part(let part): return content.formParts.contains { part.holds($0, &budget) }
        case .json(let field):
            guard let document = content.json else { return field.matcher.isAbsent }
            if field.matcher.isAbsent { return field.pointer.resolve(document) == nil }
            return holds(field.pointer.contains(in: document) { node in field.matcher.holds(node, &budget) })
        }
    }

    /// Whether one of the values passes.
    private static func holds(
        _ matcher: ValueMatcher, _ values: [ArraySlice<UInt8>], _ budget: inout MatchBudget
    ) -> Bool {
        if matcher.isAbsent { return values.isEmpty }
        if matcher.isOfAllValues {
            guard matcher.holdsForAll(values) else { return false }
            if matcher.tests.isEmpty { return true }
        }
        for value in values where matcher.holds(value, &budget) { return true }
        return false
    }

    /// The values of this name in a part of the request.
    static func values(
        of part: Part, _ field: Field, _ request: Request, _ call: Call?, _ content: RequestContent
    ) -> [ArraySlice<UInt8>] {
        switch part {
        case .header:
            (0..<request.fieldCount).filter { request.isField($0, named: field.name) }
                .map { request.head[request.fieldValue($0)] }
        case .query: request.decodedQuery.values(field.name)
        case .call: call?.fields[field.index].map { [$0[...]] } ?? []
        case .cookie: content.cookieValues(field.name)
        case .form: content.formValues(field.name)
        case .method: [request.head[request.method]]
        case .path: [content.decodedPath[...]]
        case .target: [content.sentTarget[...]]
        case .parameter:
            RequestPath(request).decodedSegment(field.index).map { [$0[...]] } ?? []
        case .host: request.host.map { [$0[...]] } ?? []
        case .protocol: [Array(request.version.name.utf8)[...]]
        case .tls:
            request.tls.flatMap { TLSMember.allCases[field.index].value(in: $0) }.map { [Array($0.utf8)[...]] } ?? []
        }
    }
}

/// Shorthand for the reader of scenarios.
extension MatchProgram.Condition {
    public static func cookie(_ field: MatchProgram.Field) -> Self { .test(.value(.cookie, field)) }
    public static func form(_ field: MatchProgram.Field) -> Self { .test(.value(.form, field)) }
    public static func body(_ matcher: ValueMatcher) -> Self { .test(.body(matcher)) }
    public static func json(_ field: MatchProgram.JSONField) -> Self { .test(.json(field)) }
    public static func variable(_ test: MatchProgram.VariableTest) -> Self { .test(.variable(test)) }
}
