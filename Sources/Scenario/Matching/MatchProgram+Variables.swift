public import Catalogue
public import Wire

extension MatchProgram {
    /// Where in the path its named segments are.
    var pathNames: [String: Int] {
        var names: [String: Int] = [:]
        for (number, segment) in pathWords.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
            .enumerated()
        where segment.hasPrefix("{") && segment.hasSuffix("}") {
            names[String(segment.dropFirst().dropLast())] = number
        }
        return names
    }

    /// What is asked of one variable of the session.
    struct VariableTest: Sendable {
        let variable: Int
        let name: String
        let matcher: ValueMatcher

        func holds(_ variables: [TemplateValue], _ overLimit: inout Bool) -> Bool {
            guard let bytes = variables[variable].bytes else { return matcher.isAbsent }
            return !matcher.isAbsent && matcher.holds(bytes[...], &overLimit)
        }
    }

    /// Whether anything of it looks at variables: it may then hold at one time and not at another.
    var readsVariables: Bool { conditions.contains { $0.readsVariables } }

    /// Whether what depends on variables holds for a request for which all else does.
    ///
    /// To be asked where nobody changes the variables meanwhile; all else is judged before, and by itself.
    public func holds(
        _ request: Request, _ call: Call?, _ content: RequestContent?, _ variables: [TemplateValue],
        _ overLimit: inout Bool
    ) -> Bool {
        guard let content, readsVariables else { return true }
        content.variables = variables
        defer { content.variables = nil }
        let path = RequestPath(request)
        for condition in conditions
        where condition.readsVariables
            && !holds(condition, request, path, call, content, assuming: true, &overLimit)
        {
            return false
        }
        return true
    }
}

extension MatchProgram.Condition {
    var readsVariables: Bool {
        switch self {
        case .variable: true
        case .any(let matches): matches.contains { $0.readsVariables }
        case .not(let match, _): match.readsVariables
        case .cookie, .form, .body, .json: false
        }
    }
}
