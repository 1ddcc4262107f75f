internal import Engine
internal import Rules
internal import Wire

/// State of an exchange from the decision to its end. One per connection, reused.
final class ExchangeMemo {
    var session: Session?
    var facts = JournalRecord.Facts()
    var extras = JournalExtras()
    /// Set while the answer waits for variables.
    var wait: PendingWait?
    /// Set while parts of the answer are made while it is sent.
    var made: MadeParts?
    /// Set while a request waits for its body, which was looked at without it.
    var atHead: DecidedAtHead?
    /// Places among the answers on their way, until the exchange ends.
    var places: AnswerPlaces?
    /// The decoded body of the request, if it had a Content-Encoding.
    var decoded: DecodedBody?
    /// Whether the system takes the body as it came, which could not be decoded.
    var keepsEncodedBody = false
    /// Whether the answer waits because the scenario says so.
    var isDelayed = false
    /// Set while a request for a failure by name waits for its body, or for what that is when it is decoded.
    var failure: KnownFailure?
    /// The session of the exchange before, if that has refused a body which may come all the same.
    var refusing: Session?
    /// What the requests of the connection say of proxies.
    var proxyTrace = ProxyTrace()
    /// Index in `OpenExchanges`; -1 if it is not there.
    fileprivate var place = -1

    /// What is known of a request at its head.
    final class DecidedAtHead {
        /// Left for its patterns.
        let budget: MatchBudget
        /// No rule answers it, whatever its body: more may differ from the nearest rule in there. Nil if its body decides.
        let miss: EngineMiss?

        init(_ budget: MatchBudget, _ miss: EngineMiss? = nil) { (self.budget, self.miss) = (budget, miss) }
    }

    /// Parts of an answer, of which the next one may wait for variables.
    final class MadeParts {
        /// Whether it may go on for ever, or as long as a test likes.
        let isOpen: Bool
        /// What its placeholders read of the request, parsed once.
        let content: RequestContent
        var hold: (wait: AnswerHold, end: Nanoseconds)?

        init(_ chunks: ChunkStream, _ request: Request) {
            isOpen = chunks.isOpen
            content = chunks.content(of: request)
        }
    }

    /// An answer that is made when its wait is over.
    final class PendingWait {
        let taken: TakenRequest
        let hold: AnswerHold
        let state: SessionState
        /// Whether making it takes longer than a moment, so that a worker thread does it.
        let isLong: Bool

        init(_ taken: TakenRequest, _ hold: AnswerHold, _ state: SessionState, isLong: Bool) {
            (self.taken, self.hold, self.state, self.isLong) = (taken, hold, state, isLong)
        }
    }

    /// Keeps the hit: the journal keeps the number of a rule of the scenario, and the names of an added one.
    @inline(__always)
    func keepHit(_ rule: Int32, step: Int32, choice: Int32, hit: UInt64, _ state: SessionState) {
        facts.step = step
        facts.choice = choice
        facts.hit = hit
        if let number = state.ownNumber(of: rule) {
            facts.rule = number
            if !extras.isEmpty { extras = JournalExtras() }
        } else {
            facts.rule = JournalRecord.addedRule
            extras = JournalExtras(state.scenario.rules[Int(rule)], step: step, choice: choice)
        }
    }

    /// Who answered, once a hit was kept.
    var answered: JudgedBodies.Answered {
        facts.rule == JournalRecord.addedRule ? .addedRule : .rule(facts.rule)
    }

    /// Keeps the failure of a rule above that has spoiled the answer, where the answer is not a failure itself. Those of
    /// the elements of a batch are with its calls.
    func keepSpoiler(_ name: String, of answer: EngineAnswer, _ scenario: CompiledScenario) {
        let own = scenario.failureName(rule: answer.rule, step: answer.step, choice: answer.choice)
        if own == nil || answer.calls != nil { extras.add(spoiler: name) }
    }

    /// Keeps the rule that did not match because a pattern took too long.
    func keepOverLimit(_ budget: MatchBudget, _ state: SessionState) {
        guard let rule = budget.unmatchedRule.flatMap({ state.ownNumber(of: Int32(truncatingIfNeeded: $0)) }) else {
            return
        }
        facts.overLimitRule = rule
    }

    /// The connection is freed. If the exchange were still open, the next journal would read freed memory, so this is
    /// checked in release builds too.
    deinit { precondition(place < 0, "an exchange went without having ended") }

    /// That of an exchange; nil if it has been in no journal yet.
    @inline(__always)
    static func of(_ exchange: Exchange) -> ExchangeMemo? {
        exchange.memo.map { unsafeDowncast($0, to: ExchangeMemo.self) }
    }

    /// The same, made if there is none.
    @inline(__always)
    static func made(for exchange: Exchange) -> ExchangeMemo {
        if let memo = of(exchange) { return memo }
        let memo = ExchangeMemo()
        exchange.memo = memo
        return memo
    }
}

/// Exchanges in flight on a shard, in no order. Not retained: each ends before its connection is freed, which its memo
/// asserts.
struct OpenExchanges {
    private var all: [Unmanaged<Exchange>] = []

    mutating func add(_ exchange: Exchange, _ memo: ExchangeMemo) {
        memo.place = all.count
        all.append(.passUnretained(exchange))
    }

    mutating func remove(_ memo: ExchangeMemo) {
        let last = all.removeLast()
        if memo.place < all.count, let moved = ExchangeMemo.of(last.takeUnretainedValue()) {
            all[memo.place] = last
            moved.place = memo.place
        }
        memo.place = -1
    }

    /// Those of one session, in all its generations.
    func exchanges(ofSession serial: UInt64) -> [Exchange] { exchanges { $0 == serial } }

    /// Those of any session with such a serial number.
    func exchanges(where isWanted: (UInt64) -> Bool) -> [Exchange] {
        all.compactMap { open in
            let exchange = open.takeUnretainedValue()
            guard let serial = ExchangeMemo.of(exchange)?.session?.serial, isWanted(serial) else { return nil }
            return exchange
        }
    }
}
