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
        /// Answers that wait for variables.
        fileprivate var waiters: [ObjectIdentifier: Waiting] = [:]

        init(_ scenario: CompiledScenario) {
            variables = scenario.variables.map(\.initial)
            system = scenario.dialect.state
        }

        /// `budget` is what is left of that of its request.
        mutating func add(_ waiter: Waiter, _ budget: MatchBudget) {
            waiters[ObjectIdentifier(waiter)] = Waiting(waiter: waiter, budget: budget)
        }

        /// Those whose condition holds now, who wait no more: to be woken when the lock is given back.
        /// Only who waits for one of `changed` is asked; nil where all may be others.
        mutating func takeWoken(changed: [Int]? = nil) -> [Waiter] {
            guard !waiters.isEmpty, changed?.isEmpty != true else { return [] }
            var woken: [Waiter] = []
            for (key, waiting) in waiters {
                let until = waiting.waiter.until
                if let changed, !until.reads(changed) { continue }
                var budget = waiting.budget
                if until.holds(variables, &budget) {
                    waiters[key] = nil
                    woken.append(waiting.waiter)
                } else {
                    waiters[key]?.budget = budget
                }
            }
            return woken
        }
    }

    /// An answer that waits, and what is left for its patterns.
    fileprivate struct Waiting: Sendable {
        let waiter: Waiter
        var budget: MatchBudget
    }

    private let contents: Mutex<Contents>

    init(_ scenario: CompiledScenario) { contents = Mutex(Contents(scenario)) }

    func withLock<Result: Sendable>(_ body: (inout Contents) -> Result) -> Result {
        contents.withLock { body(&$0) }
    }

    /// Begins anew. Whoever waits goes on waiting, for what variables come to from now on.
    func reset(_ scenario: CompiledScenario) {
        let woken = withLock { contents in
            let waiters = contents.waiters
            contents = Contents(scenario)
            contents.waiters = waiters
            return contents.takeWoken()
        }
        for waiter in woken { waiter.wake() }
    }

    func forget(_ waiter: Waiter) {
        withLock { $0.waiters[ObjectIdentifier(waiter)] = nil }
    }
}
