public import Catalogue
public import Wire

/// Matches of expectations, judged over what a journal has of a request.
extension MatchProgram {
    /// Whether it takes a complete request, a batch by any of its calls. It reads no variables: what they were is not
    /// known any more.
    ///
    /// `dialect` is that of the scenario.
    public func takes(_ request: Request, _ dialect: any Dialect, _ budget: inout MatchBudget) -> Bool {
        let path = RequestPath(request)
        if case .literal(let literal) = self.path, !path.storage[path.range].elementsEqual(literal) { return false }
        let content = conditions.isEmpty ? nil : RequestContent(request)
        func holds(_ call: Call?) -> Bool { self.holds(request, path, call, content?.of(call), &budget) }
        guard dialect.isSystem, readsCall else { return holds(nil) }
        switch dialect.read(request) {
        case .call(let call): return holds(call)
        case .calls(let calls): return calls.contains { holds($0) }
        case .batch(let whole, let calls): return takesBatch ? holds(whole) : calls.contains { holds($0) }
        case .unreadable: return holds(nil)
        }
    }

    /// Whether it may take a request of whose body nothing is known.
    public func mayTake(_ request: Request, _ budget: inout MatchBudget) -> Bool {
        let path = RequestPath(request)
        if case .literal(let literal) = self.path, !path.storage[path.range].elementsEqual(literal) { return false }
        if !methods.holds(request) { return false }
        if case .template(let template) = self.path, !template.matches(path.storage, path.range) { return false }
        return headers.allSatisfy { holdsHeader($0, request, &budget) }
            && query.allSatisfy { holdsQuery($0, request, &budget) } && holdsOfHead(request, path, &budget)
    }

    /// Whether the conditions hold that look at nothing but fields of the head.
    private func holdsOfHead(_ request: Request, _ path: RequestPath, _ budget: inout MatchBudget) -> Bool {
        let ofHead = conditions.filter { condition in
            guard case .test(.value(let part, let field)) = condition else { return false }
            return part.isOfHead && !field.matcher.readsVariables
        }
        guard !ofHead.isEmpty else { return true }
        let content = RequestContent(request)
        return ofHead.allSatisfy { holds($0, request, path, nil, content, assuming: true, &budget) }
    }

    /// Whether it depends on the system's calls.
    private var readsCall: Bool { takesBatch || !call.isEmpty || !conditions.isEmpty }

    /// Whether it reads the body, or a call that is in the body.
    public func readsBody(_ dialect: any Dialect) -> Bool {
        readsBody || dialect.isSystem && dialect.readsBody && (takesBatch || !call.isEmpty)
    }
}
