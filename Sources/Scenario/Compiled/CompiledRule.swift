public import Bytes
internal import Catalogue
internal import Wire

/// A rule made ready to decide: what it takes, and which step each of its hits gets.
public final class CompiledRule: Sendable {
    /// What follows the last step.
    public enum End: String, Sendable, CaseIterable {
        case stay, loop, pass
    }

    public let name: String
    public let description: String?
    public let match: MatchProgram
    public let steps: [CompiledStep]
    /// The short way through most matches, apart so that they are not even touched.
    private let methodMask: UInt16?
    /// The last hit that each step takes; empty where the one step takes them all.
    private let lastHits: [UInt64]
    public let atEnd: End
    /// For the scenario's own seed.
    public let drawKey: DrawKey
    /// Whether something of its match looks at the request's body.
    public let needsBody: Bool
    /// Whether something of it asks for what a `RequestContent` knows.
    public let readsContent: Bool
    /// Whether a request that it takes may go on to the rules behind it.
    public let mayPass: Bool
    /// Whether its match and the number of its hits are all that decides on its answers, and each of its steps is the
    /// same for every request.
    public let isStatic: Bool
    /// How many requests it answers in a window of time.
    public let limit: RateLimit?
    /// What its hits and its limit are counted by; all together where there is nothing.
    public let countBy: TextTemplate?
    /// How long each step holds, where more than the hit decides on the step.
    let durations: [StepDuration]
    /// Whether its state is more than a number of hits.
    public let keepsProgress: Bool
    /// Whether it takes a request at one time and not at another.
    public let dependsOnVariables: Bool
    /// Whether it answers each request that it takes until its hits are used up, of which nothing but their number
    /// tells.
    public let answersUntilLastHit: Bool
    /// Whether it lets each request pass.
    public let neverAnswers: Bool

    init(
        name: String, description: String? = nil, match: MatchProgram = MatchProgram(),
        steps: [CompiledStep], times: [UInt64] = [], atEnd: End = .stay, seed: Int64,
        needsBody: Bool = false, lasting: [Nanoseconds?] = [], limit: RateLimit? = nil,
        countBy: TextTemplate? = nil
    ) {
        self.name = name
        self.description = description
        self.match = match
        methodMask = match.methodMask
        self.steps = steps
        self.atEnd = atEnd
        drawKey = DrawKey(seed: seed, rule: Array(name.utf8))
        self.needsBody = needsBody || match.readsBody
        readsContent = match.readsContent
        dependsOnVariables = match.readsVariables
        mayPass =
            atEnd == .pass || steps.contains { $0.mayPass } || limit?.then.steps.contains { $0.mayPass } == true
        self.limit = limit
        self.countBy = countBy
        keepsProgress = limit != nil || countBy != nil || lasting.contains { $0 != nil }
        answersUntilLastHit =
            atEnd == .pass && !keepsProgress && !dependsOnVariables && !steps.contains { $0.mayPass }
        neverAnswers = limit == nil && !steps.contains { $0.mayAnswer }
        isStatic =
            !mayPass && !keepsProgress && !readsContent && !self.needsBody && steps.allSatisfy { $0.isStatic }
        durations =
            keepsProgress
            ? steps.indices.map { number in
                if atEnd == .stay, number == steps.count - 1 { return .ever }
                return lasting[number].map { .lasting($0) } ?? .times(times[number])
            } : []
        if steps.count == 1, atEnd != .pass {
            lastHits = []
        } else {
            var sum: UInt64 = 0
            lastHits = times.map { times in
                sum += times
                return sum
            }
        }
    }

    /// Whether the match holds for a request whose path the index has looked at; while the body is not
    /// complete, whether it may. `number` is the rule's.
    func takes(
        _ request: Request, _ number: Int, methodBit: UInt16, _ path: RequestPath, _ call: Call?,
        _ content: RequestContent?, _ budget: inout MatchBudget
    ) -> Bool {
        if let methodMask { return methodMask & methodBit != 0 }
        let holds = match.holds(request, path, call, content, &budget)
        budget.judged(number, holds)
        return holds
    }

    /// The hit after which the rule no longer matches.
    public var lastHit: UInt64? { atEnd == .pass && !keepsProgress ? lastHits.last : nil }

    /// Whether it answers each request that its match takes.
    public var alwaysAnswers: Bool { !mayPass && !dependsOnVariables }

    /// The step that a hit, counted from 1, gets.
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
