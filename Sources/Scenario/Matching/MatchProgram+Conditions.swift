internal import Catalogue
internal import JSONText
internal import Wire

extension MatchProgram {
    /// What is asked of a part of the request that has to be put apart first, and matches of matches.
    indirect enum Condition: Sendable {
        /// A header field, a field of the query or of the call, where a variable has a part in what is asked of it.
        case header(Field)
        case query(Field)
        case call(Field)
        case cookie(Field)
        case form(Field)
        /// The text of the HTTP body. One that is empty is missing, and is the empty text too.
        case body(ValueMatcher)
        case json(JSONField)
        /// At least one of them holds.
        case any([MatchProgram])
        /// It does not hold; with the words of the scenario.
        case not(MatchProgram, words: String)
        case variable(VariableTest)

        var readsBody: Bool {
            switch self {
            case .header, .query, .call, .cookie, .variable: false
            case .form, .body, .json: true
            case .any(let matches): matches.contains { $0.readsBody }
            case .not(let match, _): match.readsBody
            }
        }
    }

    /// A place in a JSON document, and what is asked of the values there.
    struct JSONField: Sendable {
        let pointer: JSONPointer
        /// As the scenario writes it.
        let name: String
        let matcher: JSONMatcher
    }

    /// Whether anything of it looks at the request's body.
    var readsBody: Bool { conditions.contains { $0.readsBody } }

    /// Whether everything holds, the path included: for matches that no index has looked at.
    func holdsWhole(
        _ request: Request, _ path: RequestPath, _ call: Call?, _ content: RequestContent, assuming: Bool,
        _ budget: inout MatchBudget
    ) -> Bool {
        if case .literal(let bytes) = self.path, !path.storage[path.range].elementsEqual(bytes) { return false }
        return holds(request, path, call, content, assuming: assuming, &budget)
    }

    /// Whether a condition holds. What cannot be told yet is taken to be as `assuming` says, so that with true no
    /// match is ruled out which may still be one: what looks at a body that is not complete, and at variables.
    func holds(
        _ condition: Condition, _ request: Request, _ path: RequestPath, _ call: Call?, _ content: RequestContent,
        assuming: Bool, _ budget: inout MatchBudget
    ) -> Bool {
        switch condition {
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
        case .variable: return assuming
        case .call(let field):
            let values = Self.values(of: condition, field, request, call, content)
            return Self.holds(field.matcher, values, assuming, &budget)
        case .header(let field), .query(let field), .cookie(let field):
            return Self.holdsOnce(field.matcher, content, assuming, &budget) {
                Self.values(of: condition, field, request, call, content)
            }
        case .form, .body, .json:
            return request.isBodyComplete ? holds(condition, content, assuming, &budget) : assuming
        }
    }

    /// The values of a named part of the request.
    static func values(
        of condition: Condition, _ field: Field, _ request: Request, _ call: Call?, _ content: RequestContent
    ) -> [ArraySlice<UInt8>] {
        switch condition {
        case .header:
            (0..<request.fieldCount).filter { request.isField($0, named: field.name) }
                .map { request.head[request.fieldValue($0)] }
        case .query: content.queryValues(field.name)
        case .call: call?.fields[field.place].map { [$0[...]] } ?? []
        case .cookie: content.cookieValues(field.name)
        case .form: content.formValues(field.name)
        case .body, .json, .any, .not, .variable: []
        }
    }

    private func holds(
        _ condition: Condition, _ content: RequestContent, _ assuming: Bool, _ budget: inout MatchBudget
    ) -> Bool {
        switch condition {
        case .form(let field):
            return Self.holdsOnce(field.matcher, content, assuming, &budget) { content.formValues(field.name) }
        case .body(let matcher):
            let body = content.request.body
            if matcher.asksForNoValue { return body.isEmpty == matcher.isAbsent }
            let holds = content.once(matcher, &budget) { matcher.holds(body[...], of: content, &$0) }
            return holds && (!matcher.readsVariables || assuming)
        case .json(let field):
            guard let document = content.json else { return field.matcher.isAbsent }
            if field.matcher.isAbsent { return field.pointer.resolve(document) == nil }
            return field.pointer.contains(in: document) { node in field.matcher.holds(node, &budget) }
                && (!field.matcher.readsVariables || assuming)
        case .header, .query, .call, .cookie, .any, .not, .variable: return false
        }
    }

    /// Whether any of the values will do, which are those of each call.
    private static func holdsOnce(
        _ matcher: ValueMatcher, _ content: RequestContent, _ assuming: Bool, _ budget: inout MatchBudget,
        _ values: () -> [ArraySlice<UInt8>]
    ) -> Bool {
        // What variables decide is assumed only where a value passes all other tests.
        let holds = content.once(matcher, &budget) { Self.holds(matcher, values(), true, &$0) }
        return holds && (!matcher.readsVariables || assuming)
    }

    /// Whether any of the values will do.
    private static func holds(
        _ matcher: ValueMatcher, _ values: [ArraySlice<UInt8>], _ assuming: Bool, _ budget: inout MatchBudget
    ) -> Bool {
        if matcher.isAbsent { return values.isEmpty }
        for value in values where matcher.holds(value, &budget) {
            return !matcher.readsVariables || assuming
        }
        return false
    }
}
