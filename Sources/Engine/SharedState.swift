internal import Catalogue
internal import Rules
internal import Synchronization

/// State of a session beyond its hit counts, under the session's lock.
///
/// Only sessions of scenarios that need some of it have one; the others run without a lock.
final class SharedState: Sendable {
    struct Contents: Sendable {
        var variables: [TemplateValue]
        /// Progress of the rules whose step does not follow from their number of hits, by `progressKey`.
        var counts: [Int: RuleCounts] = [:]
        /// State of the session's system, such as a document store.
        var system: (any DialectState)?
        /// Answers that wait for variables, in order of arrival.
        fileprivate var waiters: [Waiter] = []
        private var waiterCount: UInt64 = 0

        init(_ scenario: CompiledScenario, _ first: [Int: TemplateValue] = [:]) {
            variables = scenario.variables.map(\.initial)
            for (number, value) in first { variables[number] = value }
            system = scenario.dialect.state
        }

        /// Everything but the waiters.
        fileprivate mutating func begin(_ scenario: CompiledScenario, _ first: [Int: TemplateValue]) {
            let (waiters, waiterCount) = (waiters, waiterCount)
            self = Contents(scenario, first)
            (self.waiters, self.waiterCount) = (waiters, waiterCount)
        }

        /// Everything but the waiters, which wait for this state alone.
        fileprivate var withoutWaiters: Contents {
            var copy = self
            copy.waiters = []
            return copy
        }

        /// Adds an answer that waits.
        mutating func wait(for until: DelayUntil, _ shared: SharedState) -> Waiter {
            let waiter = Waiter(until, shared, number: waiterCount)
            waiterCount += 1
            waiters.append(waiter)
            return waiter
        }

        fileprivate mutating func remove(_ waiter: Waiter) {
            // Sorted by number: binary search.
            var (low, high) = (0, waiters.count)
            while low < high {
                let middle = (low + high) / 2
                if waiters[middle].number < waiter.number { low = middle + 1 } else { high = middle }
            }
            if low < waiters.count, waiters[low] === waiter { waiters.remove(at: low) }
        }

        /// Removes and returns the waiters whose condition holds now, to be woken after the lock is released. Only
        /// those that read one of the `changed` variables are tested; all of them if it is nil.
        ///
        /// `budget` belongs to the request that changed the variables, so that the same order of requests takes the
        /// same steps. A waiter for which it is used up goes on waiting and is tested again at the next change.
        mutating func takeWoken(changed: [Int]? = nil, _ budget: inout MatchBudget) -> [Waiter] {
            guard !waiters.isEmpty, changed?.isEmpty != true else { return [] }
            // Waiters of the same step share one test.
            var outcomes: [DelayUntil: (holds: Bool, isOverLimit: Bool)] = [:]
            var woken: [Waiter] = []
            waiters.removeAll { waiter in
                let until = waiter.until
                if let changed, !until.reads(changed) { return false }
                let outcome = outcomes[until] ?? (until.holds(variables, &budget), budget.takeExceeded())
                outcomes[until] = outcome
                if outcome.isOverLimit { waiter.markOverLimit() }
                if outcome.holds { woken.append(waiter) }
                return outcome.holds
            }
            return woken
        }
    }

    private let contents: Mutex<Contents>
    /// The session's own first values of variables, by number.
    private let first: [Int: TemplateValue]

    init(_ scenario: CompiledScenario, _ first: [Int: TemplateValue] = [:]) {
        self.first = first
        contents = Mutex(Contents(scenario, first))
    }

    private init(_ contents: Contents, _ first: [Int: TemplateValue]) {
        self.first = first
        self.contents = Mutex(contents)
    }

    /// The same state at this moment, which changes by itself.
    func copy() -> SharedState {
        var contents = withLock { $0.withoutWaiters }
        // Answers on their way are of this state alone. Not under its lock: there may be many counts.
        contents.counts = contents.counts.mapValues { $0.detached }
        return SharedState(contents, first)
    }

    func withLock<Result: Sendable>(_ body: (inout Contents) -> Result) -> Result {
        contents.withLock { body(&$0) }
    }

    /// Drops the progress of all added rules but those with these keys, which are below 0.
    func keepProgress(ofAdded keys: Set<Int>) {
        let dropped = withLock { contents -> [RuleCounts] in
            let gone = contents.counts.keys.filter { $0 < 0 && !keys.contains($0) }
            return gone.compactMap { contents.counts.removeValue(forKey: $0) }
        }
        // There may be many: not under the lock.
        withExtendedLifetime(dropped) {}
    }

    /// Back to the initial state. Answers that wait go on waiting for the new variables.
    func reset(_ scenario: CompiledScenario) {
        // The system's state may be large: it is freed after the lock is released.
        let (woken, _) = withLock { contents in
            let before = contents.system
            contents.begin(scenario, first)
            var budget = MatchBudget()
            return (contents.takeWoken(&budget), before)
        }
        for waiter in woken { waiter.wake() }
    }

    /// Sets variables by their number.
    func set(_ values: [Int: TemplateValue]) {
        let woken = withLock { contents in
            for (number, value) in values { contents.variables[number] = value }
            var budget = MatchBudget()
            return contents.takeWoken(changed: Array(values.keys), &budget)
        }
        for waiter in woken { waiter.wake() }
    }

    func forget(_ waiter: Waiter) {
        withLock { $0.remove(waiter) }
    }
}
