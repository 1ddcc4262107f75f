public import Bytes
internal import Catalogue
public import Wire

/// A rule compiled for matching: its match, and the step for each hit.
public final class CompiledRule: Sendable {
    /// Behaviour after the last step: the last step repeats, the steps start again, or the rule no longer matches.
    public enum End: String, Sendable, CaseIterable {
        case stay, loop, pass
    }

    public let name: String
    public let description: String?
    public let match: MatchProgram
    public let steps: [CompiledStep]
    /// With those beyond its limits.
    public let allSteps: [CompiledStep]
    /// The methods as bits, if the match compares nothing else after the index; otherwise nil. Most matches are such:
    /// kept apart from `match`, so that its memory is not even read.
    private let methodMask: UInt16?
    /// Number of the last hit of each step; empty if the only step takes every hit.
    private let lastHits: [UInt64]
    public let atEnd: End
    /// The number of hits before its first one; more than 0 only if it goes on for another rule.
    public let firstHit: UInt64
    /// Made from the seed of the scenario and the name of the rule.
    public let drawKey: DrawKey
    /// Whether it is decided when the body of the request is complete.
    public let needsBody: Bool
    /// Whether the match, an answer or `countBy` reads the body of the request.
    public let readsBody: Bool
    /// Of the match, whether it reads the body, has a pattern, or one for a body.
    let matchReadsBody: Bool
    let hasPattern: Bool
    let hasBodyPattern: Bool
    /// Whether it has an answer whose body is encoded, at load or for each request.
    let encodesBody: Bool
    /// Whether it may pass a request on with a spoiler.
    let spoilsAnswersBelow: Bool
    /// Whether an answer may come in the middle of an upload, or deny a 100 (Continue).
    let strikesUploads: Bool
    /// Whether a step waits for variables. It is then decided when the body is complete, though it need not read it: the
    /// answer is made after the wait.
    public let waits: Bool
    /// Whether the body of an answer is encoded for each request. It is then decided as one that waits.
    public let encodesPerRequest: Bool
    /// Whether the body may be read when a hit is taken: for `countBy`, or for variables that a step sets.
    public let readsBodyForHit: Bool
    /// Whether the match has conditions, which are judged on a `RequestContent`.
    public let readsContent: Bool
    /// Whether a request that it takes may go on to the rules below.
    public let mayPass: Bool
    /// Whether the hit alone decides on the step, and every step answers every request in the same way, but for the content,
    /// for which the head of the request is enough.
    public let isDirect: Bool
    public let limit: RateLimit?
    public let atOnce: AtOnceLimit?
    /// Key by which hits and rate limit are counted; one count for all requests if nil.
    public let countBy: TextTemplate?
    /// How long each step lasts; empty if the number of hits alone decides on the step.
    public let durations: [StepDuration]
    /// Whether its state is more than a number of hits: rate limit, `countBy` or steps that last for a time.
    public let keepsProgress: Bool
    /// Whether the match reads variables of the session, so that the same request may match at one time and not at
    /// another.
    public let dependsOnVariables: Bool
    /// Whether it answers every request that it takes until its hits are used up, which the hit count alone tells.
    public let answersUntilLastHit: Bool
    /// Whether it passes every request on.
    public let neverAnswers: Bool

    public init(
        name: String, description: String? = nil, match: MatchProgram = MatchProgram(),
        steps: [CompiledStep], times: [UInt64] = [], atEnd: End = .stay, behind firstHit: UInt64 = 0, seed: Int64,
        needsBody: Bool = false, lasting: [Nanoseconds?] = [], limit: RateLimit? = nil,
        atOnce: AtOnceLimit? = nil, countBy: TextTemplate? = nil, strikesUploads: Bool = false
    ) {
        self.name = name
        self.description = description
        self.match = match
        methodMask = match.methodMask
        answersPreflights = match.namesOptions
        self.steps = steps
        self.atEnd = atEnd
        self.firstHit = firstHit
        drawKey = DrawKey(seed: seed, rule: Array(name.utf8))
        let allSteps =
            limit == nil && atOnce == nil
            ? steps : steps + (limit?.then.steps ?? []) + (atOnce?.then.steps ?? [])
        self.allSteps = allSteps
        encodesBody = allSteps.contains { $0.encodesBody() }
        spoilsAnswersBelow = allSteps.contains { $0.spoilsAnswersBelow }
        waits = allSteps.contains { $0.waits }
        encodesPerRequest =
            allSteps.contains { $0.encodesBody(\.isDynamic) } || limit?.then.steps.contains { $0.encodesBody() } == true
        self.strikesUploads = strikesUploads
        matchReadsBody = match.readsBody
        hasPattern = match.hasPattern
        hasBodyPattern = match.hasBodyPattern
        self.needsBody = needsBody || matchReadsBody || waits || encodesPerRequest
        readsBody = needsBody || matchReadsBody
        readsBodyForHit = self.needsBody && (countBy != nil || allSteps.contains { $0.setsVariables })
        readsContent = match.readsContent
        dependsOnVariables = match.readsVariables
        mayPass = atEnd == .pass || allSteps.contains { $0.mayPass }
        self.limit = limit
        self.atOnce = atOnce
        self.countBy = countBy
        keepsProgress = limit != nil || atOnce != nil || countBy != nil || lasting.contains { $0 != nil }
        answersUntilLastHit =
            atEnd == .pass && !keepsProgress && !dependsOnVariables && !steps.contains { $0.mayPass }
        neverAnswers = limit == nil && atOnce == nil && !steps.contains { $0.mayAnswer }
        isDirect =
            !mayPass && !keepsProgress && !readsContent && !self.needsBody && steps.allSatisfy { $0.isDirect }
        durations =
            keepsProgress
            ? steps.indices.map { number in
                if atEnd == .stay, number == steps.count - 1 { return .ever }
                return lasting[number].map { .lasting($0) } ?? .times(times[number])
            } : []
        if steps.count == 1, atEnd != .pass {
            lastHits = []
        } else {
            var sum = firstHit
            lastHits = times.map { times in
                sum += times
                return sum
            }
        }
    }

    /// Whether the match holds for a request whose path the index has compared. While the body is incomplete: whether
    /// it may hold. `number` is that of the rule.
    func takes(
        _ request: Request, _ number: Int, methodBit: UInt16, _ path: RequestPath, _ call: Call?,
        _ content: RequestContent?, _ budget: inout MatchBudget
    ) -> Bool {
        if let methodMask { return methodMask & methodBit != 0 }
        let holds = match.holds(request, path, call, content, &budget)
        budget.judged(number, holds)
        return holds
    }

    /// The name of the answers that wait in a session's queue, which no rule has.
    public static let queueName = "queue"

    /// Number of the hit after which the rule no longer matches; nil if it always matches.
    public var lastHit: UInt64? { atEnd == .pass && !keepsProgress ? lastHits.last : nil }

    /// Whether it sees CORS preflights, since its match names the method OPTIONS.
    public let answersPreflights: Bool

    /// Whether it answers every request that its match takes.
    public var alwaysAnswers: Bool { !mayPass && !dependsOnVariables }

    /// Index of the step for a hit; hits are counted from 1.
    public func step(at hit: UInt64) -> Int {
        guard let total = lastHits.last, steps.count > 1 else { return 0 }
        let position = atEnd == .loop ? (hit - 1) % total + 1 : min(hit, total)
        var low = 0
        var high = lastHits.count - 1
        while low < high {
            let middle = (low + high) / 2
            if position <= lastHits[middle] { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
