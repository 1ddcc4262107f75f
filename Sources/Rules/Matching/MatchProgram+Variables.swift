public import Catalogue
internal import JSONText
public import Wire

extension MatchProgram {
    /// Positions of the named segments in the path, counted from 0.
    public var pathNames: [String: Int] {
        var names: [String: Int] = [:]
        guard pathText.utf8.contains(UInt8(ascii: "{")) else { return names }
        for (number, segment) in pathText.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
            .enumerated()
        where segment.hasPrefix("{") && segment.hasSuffix("}") {
            names[String(segment.dropFirst().dropLast())] = number
        }
        return names
    }

    /// A test of one variable of the session.
    public struct VariableTest: Sendable {
        let variable: Int
        let name: String
        let matcher: ValueMatcher

        public init(variable: Int, name: String, matcher: ValueMatcher) {
            self.variable = variable
            self.name = name
            self.matcher = matcher
        }

        func holds(_ variables: [TemplateValue], _ budget: inout MatchBudget) -> Bool {
            guard let bytes = variables[variable].bytes else { return matcher.isAbsent }
            guard !matcher.isAbsent, matcher.holds(bytes[...], &budget) else { return false }
            return !matcher.readsVariables || matcher.substituting(variables).holds(bytes[...], &budget)
        }
    }

    /// The condition that remains on the variables, for a request that passes everything else.
    ///
    /// It is to be evaluated while the variables cannot change.
    public func residualCondition(
        _ request: Request, _ call: Call?, _ content: RequestContent?, _ budget: inout MatchBudget
    ) -> ResidualCondition {
        guard let content, readsVariables else { return .decided(true) }
        return residualCondition(request, RequestPath(request), call, content, &budget)
    }

    private func residualCondition(
        _ request: Request, _ path: RequestPath, _ call: Call?, _ content: RequestContent, _ budget: inout MatchBudget
    ) -> ResidualCondition {
        var parts: [ResidualCondition] = []
        for condition in conditions where condition.readsVariables {
            parts.append(residualCondition(of: condition, request, path, call, content, &budget))
        }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    /// The same for a nested match, of which nothing has been evaluated yet.
    private func wholeResidualCondition(
        _ request: Request, _ path: RequestPath, _ call: Call?, _ content: RequestContent, _ budget: inout MatchBudget
    ) -> ResidualCondition {
        guard holdsWhole(request, path, call, content, assuming: true, &budget) else { return .decided(false) }
        return readsVariables ? residualCondition(request, path, call, content, &budget) : .decided(true)
    }

    private func residualCondition(
        of condition: Condition, _ request: Request, _ path: RequestPath, _ call: Call?, _ content: RequestContent,
        _ budget: inout MatchBudget
    ) -> ResidualCondition {
        switch condition {
        case .test(let test): return residualCondition(of: test, request, call, content, &budget)
        case .any(let matches):
            return .any(matches.map { $0.wholeResidualCondition(request, path, call, content, &budget) })
        case .not(let match, _):
            return .not(budget.insideNot { match.wholeResidualCondition(request, path, call, content, &$0) })
        }
    }

    private func residualCondition(
        of test: Test, _ request: Request, _ call: Call?, _ content: RequestContent, _ budget: inout MatchBudget
    ) -> ResidualCondition {
        switch test {
        case .variable(let test): return .variable(test)
        case .value(.call, let field):
            return residualConditionOfValues(of: .call, field, request, call, content, &budget)
        case .value(let part, let field):
            return content.once(field.matcher) {
                residualConditionOfValues(of: part, field, request, call, content, &budget)
            }
        case .body(let matcher):
            if request.body.isEmpty, matcher.hasNot { return .decided(false) }
            let holds = content.once(matcher, &budget) { matcher.holds(request.body[...], of: content, &$0) }
            guard holds else { return .decided(false) }
            if matcher.substitutesJSON { _ = content.bodyJSON }
            return content.once(matcher) { .body(matcher, content.forCondition()) }
        case .part(let part): return .decided(content.formParts.contains { part.holds($0, &budget) })
        case .json(let field):
            var nodes: [JSONNode] = []
            guard let document = content.json else { return .decided(false) }
            _ = field.pointer.contains(in: document) { node in
                if field.matcher.holds(node, &budget) { nodes.append(node) }
                return false
            }
            return .json(field.matcher, nodes)
        }
    }

    private func residualConditionOfValues(
        of part: Part, _ field: Field, _ request: Request, _ call: Call?, _ content: RequestContent,
        _ budget: inout MatchBudget
    ) -> ResidualCondition {
        var values: [ArraySlice<UInt8>] = []
        let all = Self.values(of: part, field, request, call, content)
        guard field.matcher.holdsForAll(all) else { return .decided(false) }
        for value in all
        where field.matcher.holds(value, &budget) {
            values.append(value)
        }
        return .values(field.matcher, values)
    }
}
