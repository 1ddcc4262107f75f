internal import Engine
internal import Rules
internal import Wire

/// The session that a request asks, in the state that it had then, and its time.
struct AskedSession {
    let session: Session
    let state: SessionState
    /// That of the session, if it has its own.
    let clock: EngineClock
    private let hasOwnClock: Bool

    @inline(__always)
    init(_ session: Session, _ state: SessionState, at clock: EngineClock) {
        (self.session, self.state) = (session, state)
        let own = state.clock?.now
        (self.clock, hasOwnClock) = (own ?? clock, own != nil)
    }

    @inline(__always)
    init(_ session: Session, at exchange: Exchange) { self.init(session, session.state, at: Self.clock(exchange)) }

    /// The same state, at the time of its clock now.
    func again(at exchange: Exchange) -> AskedSession { AskedSession(session, state, at: Self.clock(exchange)) }

    private static func clock(_ exchange: Exchange) -> EngineClock {
        EngineClock(wallMilliseconds: exchange.arrivedAt, monotonic: exchange.arrived)
    }

    /// The plan with what depends on the session and on how it was selected: its clock, the path prefix, CORS fields.
    /// `hasCORSFields`: the plan has its CORS fields already.
    @inline(__always)
    func finish(_ plan: WirePlan, for exchange: Exchange, hasCORSFields: Bool = false) -> WirePlan {
        session.finish(plan, for: exchange, at: hasOwnClock ? clock : nil, hasCORSFields: hasCORSFields)
    }
}

extension Session {
    /// A plan that the engine has not made.
    func finish(_ plan: WirePlan, for exchange: Exchange) -> WirePlan {
        finish(plan, for: exchange, at: hasScenario ? state.clock?.now : nil, hasCORSFields: false)
    }

    @inline(__always)
    fileprivate func finish(
        _ plan: WirePlan, for exchange: Exchange, at ownClock: EngineClock?, hasCORSFields: Bool
    ) -> WirePlan {
        let request = exchange.request
        if scenario.hasKeepAlive { keep(exchange) }
        let opensToOrigins = scenario.hasCORS && !hasCORSFields
        guard opensToOrigins || ownClock != nil || !request.pathPrefix.isEmpty else { return plan }
        var plan = plan
        if let ownClock { plan.date = ownClock.wallMilliseconds / 1000 }
        if !request.pathPrefix.isEmpty {
            plan.script = PathPrefix(Array(request.head[request.pathPrefix])).apply(to: plan.script)
        }
        if opensToOrigins { plan.script = CrossOrigin.open(plan.script, to: request) }
        return plan
    }

    /// What the scenario says of connections, where neither the step nor the plan of this one does.
    @inline(never)
    private func keep(_ exchange: Exchange) {
        if exchange.keepAlive == nil, exchange.plan.keepAlive == nil { exchange.keepAlive = scenario.keepAlive }
        // What the gateway does by itself, it does without being told.
        if exchange.keepAlive === KeepAlive.standard, exchange.plan.keepAlive == nil { exchange.keepAlive = nil }
    }
}
