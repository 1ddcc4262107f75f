public import Wire

extension FailureIndex {
    /// The script of a failure with its defaults, for a plain request.
    public func sampleScript(of failure: Failure, target: String = "/any") -> WireScript {
        failure.script(
            Arguments(of: failure), for: Request.make("GET", target), in: dialect(of: failure),
            beside: failure.stock ?? PlainHTTP().stockSuccess)
    }

    /// What a failure with its defaults needs of the path to the client, in the order of `PathNeed`.
    public func pathNeeds(of failure: Failure) -> [PathNeed] {
        let needs = sampleScript(of: failure).pathNeeds.union(failure.ownPathNeeds)
        return PathNeed.allCases.filter(needs.contains)
    }

    /// The names of all entries that do not arrive as they are sent where these needs are not met, in the order of the
    /// catalogue; those that are not built yet are among them, as far as their needs are known.
    public func names(needing missing: Set<PathNeed>) -> [String] {
        guard !missing.isEmpty else { return [] }
        let names = entries.lazy.map(\.name).filter { name in
            self[name].map { !missing.isDisjoint(with: self.pathNeeds(of: $0)) } ?? false
        }
        return Array(names) + Self.planned.filter { !missing.isDisjoint(with: $0.pathNeeds) }.map(\.name)
    }
}
