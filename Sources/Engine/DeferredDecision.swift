internal import Catalogue
public import Rules
internal import Synchronization
public import Wire

/// A decision on a request whose parsing, matching or answering takes long, made in three steps, so that no shard waits
/// for it:
///
/// 1. `match`, on any thread: reads the calls and finds the rules that match. Needs only the request.
/// 2. `take`, on the shard: takes the hits, selects the steps, changes the session. Takes little time.
/// 3. `decide`, on any thread: makes the answer. Needs nothing of the session.
///
/// A request whose step waits for variables is decided so too, however short it is: `endWait` comes before the third step.
///
/// The result is the same as that of a decision in one step, for the same state at the moment of the second. Each step
/// is done once. It takes over what the step before has made, which is freed in the third: freeing the JSON of a large
/// body may take long too.
public struct DeferredDecision: Sendable {
    private let request: RequestSnapshot
    private let scenario: CompiledScenario
    private let budget: MatchBudget

    /// Nil for a request that is decided in one step in a moment, or whose body is incomplete.
    ///
    /// Only bodies above `CompiledScenario.smallBody`, and scenarios with many patterns, take longer.
    public init?(ifLong request: Request, _ scenario: CompiledScenario, _ budget: MatchBudget) {
        guard request.isBodyComplete,
            Self.isLarge(request.body, scenario) || Self.isSlow(toMatch: request, scenario, budget),
            !scenario.hasCORS || scenario.hasPreflightRules || CrossOrigin.preflight(request) == nil
        else { return nil }
        self.init(request, scenario, budget)
    }

    /// Whether comparing a request with the rules up to the first that may answer takes longer than a moment. It is
    /// compared as far as that takes a moment.
    public static func isSlow(toMatch request: Request, _ scenario: CompiledScenario, _ budget: MatchBudget) -> Bool {
        guard scenario.hasManyPatterns else { return false }
        let call = scenario.hasSystem ? scenario.dialect.read(request).whole : nil
        var moment = budget.atMost(MatchBudget.moment)
        scenario.visitMatches(request, call, scenario.content(of: request)?.of(call), &moment) { _, rule, budget in
            rule.alwaysAnswers || budget.isUsedUp
        }
        return moment.isUsedUp && !budget.isUsedUp
    }

    /// For a complete request of any size.
    package init(_ request: Request, _ scenario: CompiledScenario, _ budget: MatchBudget) {
        self.request = request.snapshot()
        self.scenario = scenario
        self.budget = budget
    }

    private static func isLarge(_ body: [UInt8], _ scenario: CompiledScenario) -> Bool {
        guard body.count > scenario.smallBody else { return false }
        return body.count > BodyLimits.parsed || body.count > scenario.mostCompared
            || scenario.hasBodyPatterns && body.count > BodyLimits.underPattern || BodyLimits.mayHaveManyFields(body)
            || scenario.hasBatches && BodyLimits.mayHaveManyCalls(body)
    }

    /// The first step.
    public func match() -> MatchedRequest {
        let request = Request(request)
        let preflight = scenario.hasCORS ? CrossOrigin.preflight(request) : nil
        var decision = StepwiseDecision(request, scenario, EngineClock(), budget, preflight: preflight)
        decision.match()
        return MatchedRequest(decision)
    }
}

/// The result of the first step of a `DeferredDecision`.
public final class MatchedRequest: Sendable {
    private let decision: Handover<StepwiseDecision>

    fileprivate init(_ decision: StepwiseDecision) { self.decision = Handover(decision) }

    /// The second step, on the thread of a shard.
    public func take(from state: SessionState, _ clock: EngineClock) -> TakenRequest {
        var decision = decision.take()
        decision.take(state, at: clock)
        return TakenRequest(decision)
    }
}

/// The result of the second step of a `DeferredDecision`: hits are taken, and the answer is yet to be made.
public final class TakenRequest: Sendable {
    private let decision: Handover<StepwiseDecision>
    /// The rule that answers, or the first of several; nil if no rule does.
    public let hit: TakenHit?
    /// Nil unless the request is a batch.
    public let calls: BatchCalls?
    /// Set if the answer waits for variables. To be ended if the exchange ends before the third step.
    public let hold: AnswerHold?
    /// Whether the body of an answer is encoded in the third step, which then takes longer than a moment.
    public let encodesBody: Bool

    init(_ decision: StepwiseDecision) {
        hit = decision.parts.lazy.compactMap { $0.matched?.taken }.first
        calls = decision.batchCalls
        hold = decision.hold
        encodesBody = decision.encodesBody
        self.decision = Handover(decision)
    }

    /// Before the third step of a request that waits, when its wait is over. On the thread of the shard, since it may
    /// change the session.
    public func endWait(_ state: SessionState, at clock: EngineClock) {
        decision.change { $0.endWait(state, at: clock) }
        // Those of elements whose batch is answered by a `then` of its own.
        _ = hold?.end()
    }

    /// The third step. `findingNearest`: tells the nearest rule of a request that no rule answers.
    public func decide(findingNearest: Bool = true) -> DecidedRequest {
        var decision = decision.take()
        let decided = decision.answer()
        var miss: NearMiss?
        if findingNearest, case .unmatched = decided { miss = decision.nearest }
        return DecidedRequest(decision: decided, budget: decision.budget, miss: miss)
    }
}

/// The result of a `DeferredDecision`.
public struct DecidedRequest: Sendable {
    public let decision: EngineDecision
    /// What is left of the request's budget.
    public let budget: MatchBudget
    /// The nearest rule, for a request that no rule answers.
    public let miss: NearMiss?
}

/// A value that one thread makes and another takes over.
///
/// Unchecked: the value is in no other place, and the lock passes it on.
private final class Handover<Value>: @unchecked Sendable {
    private let lock = Mutex(())
    private var value: Value?

    init(_ value: Value) { self.value = value }

    /// Changes the value where it is. Traps if it was taken before.
    func change(_ body: (inout Value) -> Void) {
        var value = take()
        body(&value)
        lock.withLock { _ in self.value = value }
    }

    /// Traps if it was taken before.
    func take() -> Value {
        let taken = lock.withLock { _ in
            defer { value = nil }
            return value
        }
        guard let taken else { preconditionFailure("each step of a deferred decision is done once") }
        return taken
    }
}
