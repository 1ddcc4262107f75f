internal import Catalogue
internal import Engine
internal import Rules
internal import Wire

/// Bodies with a Content-Encoding, which are decoded before a request is decided by them.
extension GatewayShardResponder {
    /// Decodes the body of a request that is there completely: at once, or on a worker thread if that takes longer. Nil if
    /// the request is to be decided now.
    func decodeBody(_ exchange: Exchange, _ session: Session) -> Decision? {
        let request = exchange.request
        guard request.isBodyComplete, !request.body.isEmpty, request.encodedBody == nil,
            let coding = BodyDecoder.coding(of: request)
        else { return nil }
        if let memo = ExchangeMemo.of(exchange), memo.keepsEncodedBody, memo.session === session { return nil }
        switch coding {
        case .failure(let problem): return decoded(.failure(problem), exchange, session)
        case .success(let coding):
            if request.body.count <= BodyDecoder.shortCoded {
                let result = decoder.decode(request.body, coding, most: BodyDecoder.shortDecoded)
                if result.failure != .long { return decoded(result, exchange, session) }
            }
            return decodeElsewhere(coding, exchange, session)
        }
    }

    private func decodeElsewhere(_ coding: BodyDecoder.Coding, _ exchange: Exchange, _ session: Session) -> Decision {
        _ = begin(exchange, session)
        let (body, decoder) = (exchange.request.body, decoder)
        return .elsewhere(
            Work(for: GatewayShardResponder.self) {
                decoder.decode(body, coding)
            } then: { result, exchange, responder in
                responder.decoded(result, exchange, session) ?? responder.decide(exchange)
            })
    }

    /// Goes on with the decoded body. The decision, if the request is refused for its body; else nil.
    private func decoded(
        _ result: Result<DecodedBody, BodyDecoder.Problem>, _ exchange: Exchange, _ session: Session
    ) -> Decision? {
        let memo = begin(exchange, session)
        switch result {
        case .success(let body):
            exchange.request.decodeBody(to: body.bytes)
            memo.decoded = body
            return nil
        // It is compared with the nearest rule only, as it came.
        case .failure where memo.atHead?.miss != nil:
            memo.keepsEncodedBody = true
            return nil
        case .failure(let problem)
        where problem != .noRoom && session.scenario.dialect.keepsEncodedBody(of: exchange.request):
            memo.keepsEncodedBody = true
            return nil
        case .failure(let problem):
            memo.facts.notes.insert(.undecodedBody)
            let plan = WirePlan(Problems.undecoded(problem, by: decoder))
            return .plan(session.finish(plan, for: exchange))
        }
    }
}

extension Result {
    fileprivate var failure: Failure? { if case .failure(let failure) = self { failure } else { nil } }
}
