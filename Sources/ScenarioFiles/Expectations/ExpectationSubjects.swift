internal import Bytes
internal import Catalogue
internal import JSONText
internal import Rules
internal import Wire

/// The rules that expectations can be about, and what their answers can be.
struct ExpectationSubjects {
    private let rules: [CompiledRule]
    private let otherwise: CompiledRule?
    private let numbers: ByteTable<Int32>
    private let ofSession: RulesOfSession

    init(
        _ rules: [CompiledRule], _ otherwise: CompiledRule?, beside ofSession: RulesOfSession = RulesOfSession()
    ) {
        self.rules = rules
        self.otherwise = otherwise
        self.ofSession = ofSession
        var numbers = ByteTable<Int32>()
        // A name that was removed may be that of a later rule.
        for (number, name) in ofSession.names.enumerated().reversed() {
            numbers.insert(name.utf8, Int32(rules.count + number))
        }
        if otherwise != nil { numbers.insert("otherwise".utf8, -1) }
        for (number, rule) in rules.enumerated() { numbers.insert(rule.name.utf8, Int32(number)) }
        self.numbers = numbers
    }

    var names: [String] { rules.map(\.name) + (otherwise == nil ? [] : ["otherwise"]) + ofSession.names }

    /// Whether the session has or had rules of its own: others of their names may have been there before, so that nothing
    /// is certain about their answers.
    var hasRulesOfSession: Bool { !ofSession.names.isEmpty }

    /// The number of a rule; -1 is `otherwise`, as in the journal.
    func number(of name: String) -> Int32? { numbers.find(Array(name.utf8)) }

    /// A rule of the scenario; nil for one of the session.
    subscript(number: Int32) -> CompiledRule? {
        number < 0 ? otherwise : rules.indices.contains(Int(number)) ? rules[Int(number)] : nil
    }

    /// The match of a rule; empty where it is not known any more.
    func match(of number: Int32) -> MatchProgram {
        (self[number] ?? added(number))?.match ?? MatchProgram()
    }

    private func added(_ number: Int32) -> CompiledRule? {
        let index = Int(number) - rules.count
        return ofSession.added.indices.contains(index) ? ofSession.added[index] : nil
    }

    /// The rules that may answer the requests of a subject; nil if they are not all known.
    func rules(_ subject: Expectation.Subject) -> [CompiledRule]? {
        switch subject {
        case .rule(let number): self[number].map { [$0] }
        case .match: hasRulesOfSession ? nil : rules + (otherwise.map { [$0] } ?? [])
        case .unmatched: []
        }
    }

    /// Whether the rule ever answers, and does not pass every request on. Assumed of one that was taken away.
    func answers(_ number: Int32) -> Bool { (self[number] ?? added(number)).map { !$0.answers.isEmpty } ?? true }

    /// Description of the scenario's rule, or of `otherwise`, that answers every request that reaches it.
    var catchAll: String? {
        if let otherwise, !otherwise.mayPass { return "\"otherwise\"" }
        return rules.first { $0.match.isUnconditional && !$0.mayPass }.map { "rule \"\($0.name.shown)\"" }
    }

    /// Whether a rule spoils answers below by this failure.
    func isSpoiled(by failure: String) -> Bool {
        rules.contains { rule in rule.allSteps.contains { $0.passes(failure) } }
    }

    /// The answers of all rules that are this failure.
    func answers(that failure: String) -> [CompiledAnswer] {
        (rules + (otherwise.map { [$0] } ?? [])).flatMap(\.answers).map(\.answer).filter { $0.failure == failure }
    }

    /// Whether a rule may add a delay or a pace to the answer of another.
    var mayDelay: Bool { hasRulesOfSession || rules.contains { $0.mayPass } }
}

extension CompiledRule {
    /// All answers of the rule, with the items of `choose` and the answers beyond its limits.
    var answers: [(step: CompiledStep, answer: CompiledAnswer)] {
        allSteps.flatMap { $0.answers }
    }

    /// In lower case, as all names of headers here.
    static let retryAfter = Array("retry-after".utf8)

    /// Whether one of its answers may have this header field. Assumed for answers that are made per request.
    func mayHave(header: [UInt8]) -> Bool {
        header == Self.retryAfter && mayGetRetryAfter
            || answers.contains { answer in
                answer.answer.script.map { $0.actions.contains { $0.has(header: header) } } ?? true
            }
    }

    /// Whether an answer over the rate limit may get `Retry-After` by itself.
    private var mayGetRetryAfter: Bool {
        limit?.then.steps.contains { $0.answers.contains { !$0.step.setsRetryAfter && $0.answer.acceptsFields } }
            == true
    }

    /// Whether one of its answers may take time from this moment on.
    func mayTakeTime(from moment: Expectation.Moment) -> Bool {
        let isOfRequest = moment == .request
        if isOfRequest, steps.contains(where: { $0.delay != nil }) { return true }
        return answers.contains { answer in
            guard !isOfRequest || answer.step.delay == nil, let script = answer.answer.script else { return true }
            let actions = isOfRequest ? script.actions[...] : script.actions.drop { $0.sendsNothing }
            guard isOfRequest || !actions.isEmpty else { return false }
            return script.ending.act == .hold || isOfRequest && script.upload.takesTime
                || actions.contains { $0.takesTime }
        }
    }

    /// The longest time that an answer takes from the request on; nil if that is not known.
    var longestTime: Nanoseconds? {
        var longest: Nanoseconds = 0
        for step in allSteps {
            guard let delay = step.longestDelay else { return nil }
            for (own, answer) in step.answers {
                guard let script = answer.script, script.ending.act != .hold, !script.upload.takesTime,
                    let ownDelay = own.longestDelay
                else { return nil }
                var time = delay + (step.isChoice ? ownDelay : 0)
                for action in script.actions {
                    guard case .wait(let pause) = action else {
                        if action.takesTime { return nil }
                        continue
                    }
                    let (sum, isOver) = time.addingReportingOverflow(pause)
                    guard !isOver else { return nil }
                    time = sum
                }
                longest = max(longest, time)
            }
        }
        return longest
    }
}

extension CompiledStep {
    fileprivate var answers: [(step: CompiledStep, answer: CompiledAnswer)] {
        let own: [(step: CompiledStep, answer: CompiledAnswer)] =
            switch act {
            case .answer(let answer): [(self, answer)]
            case .choose(let choice): choice.items.flatMap { $0.answers }
            case .pass: []
            }
        guard case .until(let until)? = delay, let then = until.then else { return own }
        return own + then.answers
    }

    /// Whether it passes requests on with this spoiler.
    fileprivate func passes(_ failure: String) -> Bool {
        switch act {
        case .answer: false
        case .choose(let choice): choice.items.contains { $0.passes(failure) }
        case .pass(let passing): passing.spoiler?.name == failure
        }
    }

    fileprivate var isChoice: Bool { if case .choose = act { true } else { false } }

    /// Nil if it has no end but the longest of all delays.
    fileprivate var longestDelay: Nanoseconds? {
        switch delay {
        case nil: 0
        case .fixed(let time): time
        case .uniform(_, let longest): longest
        case .until(let until): until.atMost
        case .lognormal, .made: nil
        }
    }
}

extension CompiledAnswer {
    /// The script, if it is known at load.
    var script: WireScript? {
        switch source {
        case .script(let script), .reply(_, let script): script
        case .negotiated(let answers): answers.coded.script
        case .onDemand(let script): script.value
        case .perRequest, .laidOut, .fromSystemAnswer: nil
        }
    }

    /// Whether a field can be added to the head.
    fileprivate var acceptsFields: Bool {
        switch source {
        case .script, .onDemand: false
        case .reply(let kept, _): kept.reply.raw == nil && !kept.reply.head.isExact
        case .perRequest, .laidOut, .fromSystemAnswer, .negotiated: true
        }
    }
}

extension WireAction {
    /// In bytes: more than kernels buffer for a client that does not read.
    private static let large = 64 << 10

    fileprivate func has(header: [UInt8]) -> Bool {
        switch self {
        case .head(let head, _, _, _): head.fields.contains { $0.name.map(\.asciiLowercased) == header }
        case .endOfContent(let trailers): trailers.contains { $0.name.map(\.asciiLowercased) == header }
        case .raw(let bytes):
            bytes.indices.contains { bytes[$0...].prefix(header.count).map(\.asciiLowercased) == header }
        case .wait, .limit, .contentLimit, .made, .interim, .content: false
        }
    }

    fileprivate var sendsNothing: Bool {
        switch self {
        case .wait, .limit, .contentLimit: true
        default: false
        }
    }

    fileprivate var takesTime: Bool {
        switch self {
        case .wait, .limit, .made: true
        case .head(_, _, _, let pace): pace != nil
        case .content(let content, let pace): pace != nil || content.count > Self.large
        case .raw(let bytes): bytes.count > Self.large
        case .interim, .endOfContent, .contentLimit: false
        }
    }
}
