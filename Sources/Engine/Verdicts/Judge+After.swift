internal import Rules
internal import Wire

/// The requests that `after` and `within` leave.
extension Judge {
    /// Exchanges that `after` may mean, times the requests that may have come after each; of more nothing is told.
    private static let mostComparisons = 1 << 20
    /// What came at the end of a time may be told a little later.
    private static let longestTurn: Nanoseconds = 100_000_000

    /// The requests of a group that `after` and `within` leave. `events`: the exchanges that `after` may mean, by the value of
    /// `countBy`; nil if there is none.
    func narrowed(_ group: Group, _ scope: Expectation.Scope, _ events: [[UInt8]: [Int]]?)
        throws(ScopeProblem) -> Group
    {
        guard let after = scope.after else { return limited(group, scope.within) }
        let known = if let key = group.key { events?[key] ?? [] } else { try firstEvents(after, nil)[[]] ?? [] }
        guard let event = known.first else {
            var group = group
            group.members = []
            group.missing = cutBatchProblem ?? .vacuous("not exercised: \(describe(after)) did not come")
            group.isOfKnownEntries = false
            return group
        }
        func narrowed(_ event: Int) -> Group {
            var group = behind(event, group)
            if case .hit = after {} else { group.isOfKnownEntries = false }
            return group.missing == nil ? limited(group, scope.within) : group
        }
        var result = narrowed(event)
        guard known.count <= max(8, Self.mostComparisons / max(1, group.members.count)) else {
            if result.missing?.standing == .open { return result }
            result.missing = Finding(
                .unknowable,
                "which of \(known.count) exchanges came first is not known as exactly as the clock tells, from \(name(event)) on"
            )
            return result
        }
        result.rivals = known.dropFirst().map(narrowed)
        result.isClosed = result.isClosed && result.rivals.allSatisfy(\.isClosed)
        return result
    }

    /// The requests that came after the end of an exchange.
    private func behind(_ event: Int, _ group: Group) -> Group {
        var group = group
        guard let ended = entries[event].ended else {
            group.members = []
            group.missing = Finding(.open, "\(name(event)) is still open")
            return group
        }
        group.event = event
        group.members = group.members.filter { $0 != event && comes($0, after: ended, of: event) != .fails }
        if let doubtful = group.members.first(where: { comes($0, after: ended, of: event) == .unsure }) {
            group.missing = unsureOf(
                "whether it came after \(name(event))", doubtful, by: age(end: event, doubtful))
        }
        return group
    }

    /// The requests that came within a time: from the end of the exchange that `after` names, or from the first request.
    private func limited(_ group: Group, _ within: Nanoseconds?) -> Group {
        guard let within else { return group }
        var group = group
        let start = group.event.flatMap { entries[$0].ended } ?? group.members.first.map { entries[$0].arrived }
        guard let start else { return group }
        let end = start.addingClamped(within)
        // Without what it counts from, it would be another time.
        if group.event == nil { group.isOfKnownEntries = false }
        var inside: [Int] = []
        let first = group.event == nil ? group.members.first : nil
        for index in group.members {
            let time = entries[index].arrived.subtractingClamped(start)
            let doubt = first.map { index == $0 ? 0 : age($0, index) } ?? group.event.map { age(end: $0, index) } ?? 0
            switch Comparison.isAtMost(within, time, within: doubt, tolerance: Self.tolerance) {
            case .holds: inside.append(index)
            case .fails: break
            case .unsure:
                group.missing = Finding(
                    .unknowable, "\(name(index)) came when \"within\" ended, as exactly as the clock tells")
                return group
            }
        }
        group.members = inside
        group.isClosed = now > end.addingClamped(Self.tolerance).addingClamped(Self.longestTurn)
        return group
    }

    /// The exchanges that `after` may mean, by the value of `countBy`: the first one, and those of other connections that may
    /// have come before it, as exactly as the clock tells.
    func firstEvents(
        _ event: Expectation.Event, _ countBy: TextTemplate?
    ) throws(ScopeProblem) -> [[UInt8]: [Int]] {
        guard let countBy else {
            var found = FirstEvents()
            // Whether it is an event is only asked of what may have come first.
            for index in entries.indices where found.mayHave(entries[index]) && isEvent(event, index) {
                found.add(index, entries[index])
            }
            return found.firsts.isEmpty ? [:] : [[]: mayBeFirst(found)]
        }
        var candidates: [[UInt8]: FirstEvents] = [:]
        for index in entries.indices where isEvent(event, index) {
            candidates[try key(countBy, index), default: FirstEvents()].add(index, entries[index])
        }
        return candidates.mapValues { mayBeFirst($0) }
    }

    /// Those that may have come before all others, now that these are known.
    private func mayBeFirst(_ found: FirstEvents) -> [Int] {
        found.firsts.filter { found.mayHave(entries[$0]) }
    }

    /// The first events of each connection.
    private struct FirstEvents {
        var firsts: [Int] = []
        /// When the first of all had surely come.
        var latest = Nanoseconds.max
        private var connections: Set<UInt64> = []

        func mayHave(_ entry: JudgedEntry) -> Bool { entry.arrived.subtractingClamped(entry.clockAge) <= latest }

        mutating func add(_ index: Int, _ entry: JudgedEntry) {
            guard mayHave(entry) else { return }
            // On one connection they come in their order.
            guard connections.insert(entry.connection).inserted else { return }
            firsts.append(index)
            latest = min(latest, entry.arrived.addingClamped(entry.clockAge))
        }
    }

    /// Whether a request came after the end of another. Its client cannot send it earlier on the same connection.
    private func comes(_ index: Int, after ended: Nanoseconds, of event: Int) -> Comparison {
        let (entry, doubt) = (entries[index], age(end: event, index))
        // Only what the client ended may have ended later than was noticed.
        let latest = ended.addingClamped(entries[event].gaveUp ? entries[event].endAge : 0)
        if entry.arrived >= latest.addingClamped(entry.clockAge) { return .holds }
        // Entries are numbered as they begin.
        guard entry.sequence > entries[event].sequence else { return .fails }
        guard entry.arrived.addingClamped(doubt) >= ended else { return .fails }
        if entry.connection == entries[event].connection { return .holds }
        // A client that has seen the end, such as an RST, comes on a new connection.
        return entry.connection > journal.lastConnection(atEndOf: event) ? .holds : .unsure
    }

    private func isEvent(_ event: Expectation.Event, _ index: Int) -> Bool {
        let entry = entries[index]
        switch event {
        case .hit(let rule, let hit):
            let hit = UInt64(clamping: hit)
            guard entry.isBatch else { return entry.rule == rule && entry.hit == hit }
            return journal.calls(index).contains { $0.rule == rule && $0.hit == hit }
        case .failure(let names): return journal.failures(index).contains { names.contains($0) }
        case .gaveUp: return entry.gaveUp
        }
    }

    private func describe(_ event: Expectation.Event) -> String {
        switch event {
        case .hit(let rule, let hit): "hit \(hit) of \(ruleName(rule))"
        case .failure(let names): "an answer \(names.map { "\"\($0)\"" }.joined(separator: " or "))"
        case .gaveUp: "a request that the client gave up on"
        }
    }
}
