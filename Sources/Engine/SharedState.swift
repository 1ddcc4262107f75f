internal import Catalogue
internal import Scenario
internal import Synchronization

/// What a session has come to beyond its hit counts, under the session's lock.
///
/// Only sessions of scenarios that have such state have one: all others go without a lock.
final class SharedState: Sendable {
    struct Contents: Sendable {
        var variables: [TemplateValue]
        /// How far rules have come for which a number of hits does not tell, by their numbers.
        var counts: [Int: RuleCounts] = [:]
        /// What its system remembers by itself.
        var system: (any DialectState)?
        /// Answers that wait for variables, those that came first in front.
        fileprivate var waiters: [Waiter] = []
        private var waiterCount: UInt64 = 0

        init(_ scenario: CompiledScenario) {
            variables = scenario.variables.map(\.initial)
            system = scenario.dialect.state
        }

        /// All but those who wait.
        fileprivate mutating func begin(_ scenario: CompiledScenario) {
            let (waiters, waiterCount) = (waiters, waiterCount)
            self = Contents(scenario)
            (self.waiters, self.waiterCount) = (waiters, waiterCount)
        }

        /// An answer that waits from now on.
        mutating func wait(for until: DelayUntil, _ shared: SharedState) -> Waiter {
            let waiter = Waiter(until, shared, number: waiterCount)
            waiterCount += 1
            waiters.append(waiter)
            return waiter
        }

        fileprivate mutating func remove(_ waiter: Waiter) {
            // They are in the order of their numbers.
            var (low, high) = (0, waiters.count)
            while low < high {
                let middle = (low + high) / 2
                if waiters[middle].number < waiter.number { low = middle + 1 } else { high = middle }
            }
            if low < waiters.count, waiters[low] === waiter { waiters.remove(at: low) }
        }

        /// Those whose condition holds now, who wait no more: to be woken when the lock is given back.
        /// Only who waits for one of `changed` is asked; nil where all may be others.
        ///
        /// `budget` is that of the request which changed them: the same order of requests takes the same steps. Whoever
        /// it is used up for waits on, and is asked again at the next change.
        mutating func takeWoken(changed: [Int]? = nil, _ budget: inout MatchBudget) -> [Waiter] {
            guard !waiters.isEmpty, changed?.isEmpty != true else { return [] }
            // Many wait for the same step.
            var outcomes: [DelayUntil: (holds: Bool, isOverLimit: Bool)] = [:]
            var woken: [Waiter] = []
            waiters.removeAll { waiter in
                let until = waiter.until
                if let changed, !until.reads(changed) { return false }
                let outcome = outcomes[until] ?? (until.holds(variables, &budget), budget.takeExceeded())
                outcomes[until] = outcome
                if outcome.isOverLimit { waiter.noteOverLimit() }
                if outcome.holds { woken.append(waiter) }
                return outcome.holds
            }
            return woken
        }
    }

    private let contents: Mutex<Contents>

    init(_ scenario: CompiledScenario) { contents = Mutex(Contents(scenario)) }

    func withLock<Result: Sendable>(_ body: (inout Contents) -> Result) -> Result {
        contents.withLock { body(&$0) }
    }

    /// Begins anew. Whoever waits goes on waiting, for what variables come to from now on.
    func reset(_ scenario: CompiledScenario) {
        // What the system remembered may be much: the lock is given back before it is let go of.
        let (woken, _) = withLock { contents in
            let before = contents.system
            contents.begin(scenario)
            var budget = MatchBudget()
            return (contents.takeWoken(&budget), before)
        }
        for waiter in woken { waiter.wake() }
    }

    func forget(_ waiter: Waiter) {
        withLock { $0.remove(waiter) }
    }
}
