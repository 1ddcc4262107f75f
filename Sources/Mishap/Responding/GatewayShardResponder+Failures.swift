internal import Bytes
internal import Catalogue
internal import Engine
internal import Rules
internal import Wire

/// Calls of the control API, and failures that are asked for by name.
extension GatewayShardResponder {
    // MARK: Control

    func decideControl(_ exchange: Exchange) -> Decision {
        let request = exchange.request
        if let failure = known.ofPath(request), RoutingFields(request).fail == nil {
            return decide(exchange, failure, sessions.failed.onShard)
        }
        switch control.route(exchange, onShard: number) {
        case .answer(let script): return .plan(WirePlan(script))
        case .needsBody: return .needsBody
        case .later(let begin):
            begin(ControlFeed(for: exchange))
            return .later
        case .failure(let failure):
            let session = sessions.failed.onShard
            if let field = RoutingFields(request).fail {
                return decide(exchange, session, failing: field, named: failure.name)
            }
            return decide(exchange, known.keep(failure, ofPathOf: request), session)
        }
    }

    // MARK: Failures by name

    /// A request with `Mishap-Fail`, whose value is `field`. `path`: the name of the failure that its path has, if any.
    func decide(
        _ exchange: Exchange, _ session: Session, failing field: Range<Int>, named path: String? = nil
    ) -> Decision {
        let (request, scenario) = (exchange.request, session.state.scenario)
        if let known = known.ofField(request, field, in: scenario), path == nil || path == known.failure.name {
            return decide(exchange, known, session)
        }
        switch control.failures.failure(ofField: request.head[field], named: path, in: scenario) {
        case .success(let failure):
            return decide(exchange, known.keep(failure, ofField: field, request, in: scenario), session)
        case .failure(let refusal):
            _ = begin(exchange, session)
            return .plan(session.finish(WirePlan(refusal.script), for: exchange))
        }
    }

    func decide(_ exchange: Exchange, _ known: KnownFailure, _ session: Session) -> Decision {
        let (request, failure) = (exchange.request, known.failure)
        if known.script == nil, !request.isBodyComplete, failure.needsBody(of: request) {
            begin(exchange, session).failure = known
            return .needsBody
        }
        if known.script == nil, request.announcesBody, let decision = decodeBody(exchange, session) {
            if case .elsewhere = decision { ExchangeMemo.of(exchange)?.failure = known }
            return decision
        }
        let memo = begin(exchange, session)
        memo.extras = known.extras
        if request.announcesBody { keepBody(of: exchange, memo.answered, session.state) }
        if let script = known.script { return .plan(session.finish(WirePlan(script), for: exchange)) }
        if failure.isConstant || request.body.count <= Self.smallBody {
            let script = control.failures.script(
                of: failure, request, at: exchange.arrivedAt, isNumbered: !known.isOfField)
            known.keep(script)
            return .plan(session.finish(WirePlan(script), for: exchange))
        }
        let (snapshot, failures, arrivedAt) = (request.snapshot(), control.failures, exchange.arrivedAt)
        return .elsewhere(
            Work(for: GatewayShardResponder.self) {
                failures.script(of: failure, Request(snapshot), at: arrivedAt)
            } then: { script, exchange, _ in
                .plan(session.finish(WirePlan(script), for: exchange))
            })
    }

    /// Bytes of a body that is read on the shard.
    private static let smallBody = 64 << 10
}
