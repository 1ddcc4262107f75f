internal import Catalogue
internal import JSONText
internal import Wire

extension MatchProgram {
    /// What is asked of a part of the request that has to be put apart first, and matches of matches.
    indirect enum Condition: Sendable {
        case cookie(Field)
        case form(Field)
        /// The text of the HTTP body. One that is empty is missing, and is the empty text too.
        case body(ValueMatcher)
        case json(JSONField)
        /// At least one of them holds.
        case any([MatchProgram])
        /// It does not hold; with the words of the scenario.
        case not(MatchProgram, words: String)

        var readsBody: Bool {
            switch self {
            case .cookie: false
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
        _ overLimit: inout Bool
    ) -> Bool {
        if case .literal(let bytes) = self.path, !path.storage[path.range].elementsEqual(bytes) { return false }
        return holds(request, path, call, content, assuming: assuming, &overLimit)
    }

    /// Whether a condition holds. While the body is not complete, what looks at it is taken to be as
    /// `assuming` says, so that with true no match is ruled out that the body may still make.
    func holds(
        _ condition: Condition, _ request: Request, _ path: RequestPath, _ call: Call?, _ content: RequestContent,
        assuming: Bool, _ overLimit: inout Bool
    ) -> Bool {
        switch condition {
        case .any(let matches):
            for match in matches
            where match.holdsWhole(request, path, call, content, assuming: assuming, &overLimit) {
                return true
            }
            return false
        case .not(let match, _):
            return !match.holdsWhole(request, path, call, content, assuming: !assuming, &overLimit)
        case .cookie(let field):
            return Self.holds(field.matcher, content.cookieValues(field.name), &overLimit)
        case .form, .body, .json:
            return request.isBodyComplete ? holds(condition, content, &overLimit) : assuming
        }
    }

    private func holds(_ condition: Condition, _ content: RequestContent, _ overLimit: inout Bool) -> Bool {
        switch condition {
        case .form(let field): return Self.holds(field.matcher, content.formValues(field.name), &overLimit)
        case .body(let matcher):
            let body = content.request.body
            if matcher.isAbsent || matcher.tests.isEmpty { return body.isEmpty == matcher.isAbsent }
            return matcher.holds(body[...], of: content, &overLimit)
        case .json(let field):
            guard let document = content.json else { return field.matcher.isAbsent }
            if field.matcher.isAbsent { return field.pointer.resolve(document) == nil }
            return field.pointer.contains(in: document) { field.matcher.holds($0, &overLimit) }
        case .cookie, .any, .not: return false
        }
    }

    /// Whether any of the values will do.
    private static func holds(
        _ matcher: ValueMatcher, _ values: [ArraySlice<UInt8>], _ overLimit: inout Bool
    ) -> Bool {
        if matcher.isAbsent { return values.isEmpty }
        for value in values where matcher.holds(value, &overLimit) { return true }
        return false
    }
}
