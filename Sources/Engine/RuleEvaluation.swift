internal import Bytes
internal import Catalogue
internal import Rules
internal import Wire

/// Evaluates the rules for one call of a request, or for the request itself: which step answers it, and with what.
///
/// An object, which one decision has for itself: all that is known of a call is much to copy.
final class RuleEvaluation {
    let request: Request
    let call: Call?
    let scenario: CompiledScenario
    /// Parsed content of the call; nil if no rule reads it.
    let content: RequestContent?
    /// When the answer is decided; for one that waited, when the wait ended.
    var clock: EngineClock
    /// Whether the request is a CORS preflight, which only some rules see (`CompiledRule.answersPreflights`).
    let isPreflight: Bool
    /// Taken before the evaluation, so that no other request gets this hit.
    var reservation: RuleHit.Reservation?
    /// The rules that match, if they were found before, on another thread; nil if they are still to be found.
    var matches: RuleMatches?

    // MARK: After `select`

    /// The step that answers; nil if none does.
    var matched: MatchedStep?
    var inherited = InheritedModifiers()
    /// Notes on the answer for the journal.
    var notes: AnswerNotes = []
    /// Waits until variables change; nil unless the matched step waits for that.
    var waiter: Waiter?
    /// A value that its field cannot have: the answer says so.
    var badValue: Rendering.BadValue?
    /// Of the rules with `atOnce` that took the request.
    var places: AnswerPlaces?
    /// The session's variables: after the steps, a copy of them for the answer.
    var variables: [TemplateValue] = []
    /// Makes the answer of the session's system: the call's own, if no rule answers it, or the one that the matched step changes.
    /// It may be large. Nil for other steps.
    var systemAnswer: (() -> Reply?)?
    /// The hit of a step that is not answered, since the answers to the calls before are too large.
    private(set) var unansweredHit: TakenHit?

    init(
        _ request: Request, _ call: Call?, _ content: RequestContent?, _ scenario: CompiledScenario,
        _ clock: EngineClock, isPreflight: Bool = false
    ) {
        self.request = request
        self.call = call
        self.content = content
        self.scenario = scenario
        self.clock = clock
        self.isPreflight = isPreflight
    }

    /// Its hit stands, though there is no room for its answer.
    func leaveUnanswered() {
        unansweredHit = hit
        matched = nil
    }

    var hit: TakenHit? { unansweredHit ?? matched?.taken }

    /// Whether the steps that let the request pass leave the response as it is.
    var inheritsNothing: Bool { inherited.pace == nil && inherited.cut == nil && inherited.spoilers == nil }

    /// How long the answer waits. A delay until variables change applies only if the answer has to wait for it.
    var delay: Nanoseconds {
        guard let delay = matched?.delay ?? inherited.delay, delay.until == nil || waiter != nil else { return 0 }
        return delay.time
    }

    /// The outcome if no rule answers.
    var miss: EngineMiss {
        EngineMiss(
            delay: delay, notes: inherited.spoilers == nil ? notes : notes.union(.notSpoiled), places: places)
    }

    /// Keeps the notes of what was rendered, and a value that its field cannot have.
    func keep(_ rendering: Rendering) {
        notes.formUnion(rendering.notes)
        if rendering.notes.contains(.badValue), badValue == nil { badValue = rendering.badValue }
    }

    func rendering(_ hit: RuleHit) -> Rendering {
        Rendering(
            request, call, content, key: hit.key, hit: hit.number, countBy: hit.countBy, variables: variables,
            clock: clock)
    }

    /// Modifiers of the steps that let the request pass, for the step that answers. The last of each kind applies.
    struct InheritedModifiers {
        var delay: Delay?
        var pace: Pace?
        var cut: Cut?
        /// Nil for none, as nearly always.
        var spoilers: InheritedSpoilers?
    }

    /// In the order of their rules. A class, as `Then` is, since few evaluations have any.
    final class InheritedSpoilers: Sendable {
        let all: [InheritedSpoiler]

        init(_ all: [InheritedSpoiler]) { self.all = all }
    }

    /// A spoiler of a step that lets the request pass, with its arguments for this request.
    struct InheritedSpoiler {
        let spoiler: PassedSpoiler
        let arguments: Arguments
        /// Number of the rule, for their order.
        let rule: Int32
    }

    /// How long the answer waits; with `until`, at most.
    struct Delay {
        let time: Nanoseconds
        var until: DelayUntil?
        /// What answers if the wait was in vain, other than the step itself.
        var then: Then?

        static let none = Delay(time: 0)
    }

    /// The `then` of a delay, with the hit of its step.
    final class Then: Sendable {
        let step: CompiledStep
        let hit: RuleHit
        let choice: Int32
        /// From the rules above.
        let inherited: InheritedModifiers

        init(step: CompiledStep, hit: RuleHit, choice: Int32, inherited: InheritedModifiers) {
            (self.step, self.hit, self.choice, self.inherited) = (step, hit, choice, inherited)
        }
    }

    /// The step that answers, and the hit that selected it.
    final class MatchedStep {
        let hit: RuleHit
        /// Index of the chosen item; -1 if the step is not a `choose`.
        let choice: Int32
        let answer: CompiledAnswer
        var delay: Delay?
        /// Value for the response's `Retry-After`, in seconds; nil if it gets none.
        let retryAfter: UInt64?
        /// The answer made for this request; nil if it was laid out at load.
        var rendered: CompiledAnswer.Rendered?

        init(_ hit: RuleHit, choice: Int, _ answer: CompiledAnswer, _ delay: Delay?, retryAfter: UInt64?) {
            self.hit = hit
            self.choice = Int32(truncatingIfNeeded: choice)
            self.answer = answer
            self.delay = delay
            self.retryAfter = retryAfter
        }

        /// Whether the answer is made anew for each request.
        var isMadeForRequest: Bool { answer.isDynamic || retryAfter != nil }

        /// As in `EngineAnswer`.
        var stepNumber: Int32 {
            if hit.isCrowded { return CompiledScenario.crowdedStep }
            return hit.retryAfter == nil ? Int32(truncatingIfNeeded: hit.step) : CompiledScenario.overRateStep
        }
        var hitNumber: UInt64 { hit.retryAfter == nil && !hit.isCrowded ? hit.number : 0 }

        var taken: TakenHit {
            TakenHit(rule: hit.ruleNumber, step: stepNumber, choice: choice, hit: hitNumber)
        }

        /// Whether the call is a notification, which gets no answer.
        var sendsNothing: Bool { if case .nothing? = rendered { true } else { false } }
    }
}
