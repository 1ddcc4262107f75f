internal import Catalogue
internal import Bytes
internal import Scenario
internal import Wire

/// Answers `/__mishap` by a table of routes. Constants and failures by name are answered on the shard, everything else
/// on a thread of its own.
final class ControlAPI: Sendable {
    /// How a request is answered.
    enum Outcome {
        case answer(WireScript)
        /// `fail/NAME/…`
        case failure(StandaloneFailure)
        /// When the body is complete.
        case needsBody
        /// Later, through the feed passed to this function.
        case later(@Sendable (ControlFeed) -> Void)
    }

    private let access: ControlAccess
    private let worker = Worker()
    private let routes: [ControlRoute]
    let failures: FailureAnswers
    let notices: Notices

    init(
        _ access: ControlAccess, _ scenarios: ScenarioStore, _ sessions: SessionStore, _ responders: ShardResponders,
        numbering: ScriptNumbering, shardCount: Int = 1, adding further: [ControlRoute] = [],
        onNotice: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.access = access
        notices = Notices(worker, onNotice)
        var numbering = numbering
        let health = (0..<shardCount).map { Self.health(ofShard: $0).script(number: numbering.next()) }
        failures = FailureAnswers(numbering)
        let journal = JournalRoute(scenarios, sessions, responders, worker)
        routes =
            [
                ControlRoute(
                    .read, "health", shown: "/__mishap/health", .everybody, bodyLimit: 0, .perShard(health)),
                ControlRoute(
                    .read, "sessions/{session}/journal", shown: "/__mishap/sessions/NAME/journal", .guarded,
                    bodyLimit: 0, .call(journal.answer)),
                ControlRoute(
                    .any, "fail/{failure...}", shown: "/__mishap/fail/NAME/", .everybody, bodyLimit: nil, .failure),
            ] + further
    }

    /// Names the shard, so that a client can ask each one: connect until all have answered.
    private static func health(ofShard number: Int) -> Reply {
        var reply = Reply(status: 200, contentType: "application/json", text: #"{"status":"ok"}"# + "\n")
        reply.head.fields.append(HeaderField("Mishap-Shard", "\(number)"))
        return reply
    }

    // MARK: Routing

    private static let prefix = Array("/__mishap".utf8)

    /// Whether the path is `/__mishap` or below it.
    func isControlPath(_ request: Request) -> Bool {
        let path = request.path
        let prefix = Self.prefix
        // The length and one byte exclude almost every other path.
        guard path.count >= prefix.count, request.head[path.lowerBound + 1] == 0x5F,
            request.head[path.lowerBound..<path.lowerBound + prefix.count].elementsEqual(prefix)
        else { return false }
        return path.count == prefix.count || request.head[path.lowerBound + prefix.count] == UInt8(ascii: "/")
    }

    /// On the shard's thread; `shard` is its number.
    func route(_ exchange: Exchange, onShard shard: Int = 0) -> Outcome {
        let request = exchange.request
        let path = request.path.lowerBound + Self.prefix.count..<request.path.upperBound
        for route in routes {
            guard let names = route.path.match(request.head, path) else { continue }
            if let refusal = refusal(of: exchange, by: route) { return .answer(refusal) }
            switch route.handler {
            case .perShard(let scripts): return .answer(scripts[shard])
            case .failure: return failure(request, names[0])
            case .call(let handler):
                if let limit = route.bodyLimit, limit > 0, !request.isBodyComplete { return .needsBody }
                return call(handler, exchange, names)
            }
        }
        return .answer(refusal(of: exchange) ?? Problems.noSuchCall(request.text(path), routes.map(\.shown)))
    }

    private func failure(_ request: Request, _ rest: Range<Int>) -> Outcome {
        let path = request.text(rest).split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        return failures.failure(in: path).map { .failure($0) } ?? .answer(Problems.unknownFailure(path))
    }

    private func call(
        _ handler: @escaping @Sendable (ControlCall) -> ControlAnswer, _ exchange: Exchange, _ names: [Range<Int>]
    ) -> Outcome {
        let request = exchange.request
        let call = ControlCall(
            request: request.snapshot(), names: names.map { request.text($0) }, arrived: exchange.arrived)
        return .later { [worker] feed in
            worker.submit {
                switch handler(call) {
                case .reply(let script): feed.finish(script)
                case .later(let begin): begin(feed)
                }
            }
        }
    }

    // MARK: Access

    private func refusal(of exchange: Exchange, by route: ControlRoute) -> WireScript? {
        if route.method == .read, let refusal = Self.unlessRead(exchange.request) { return refusal }
        if route.access == .guarded, let refusal = refusal(of: exchange) { return refusal }
        guard let limit = route.bodyLimit, limit > 0, Self.mostBody(of: exchange.request) > limit else { return nil }
        let problem = Problems.make(413, "a call of this kind takes no more than \(limit) bytes of body")
        // The rest of the body is not read.
        return exchange.request.isBodyComplete
            ? problem : WireScript(upload: .interrupt(after: 0), actions: problem.actions, ending: problem.ending)
    }

    /// Bytes of body received, or announced by the head.
    private static func mostBody(of request: Request) -> Int {
        guard request.announcesBody, !request.isBodyComplete, let length = request.first(contentLength) else {
            return request.bodyCount
        }
        return Int(request.text(length)) ?? request.bodyCount
    }

    private static let contentLength = Array("content-length".utf8)

    /// Refuses methods other than GET and HEAD.
    private static func unlessRead(_ request: Request) -> WireScript? {
        let method = request.head[request.method]
        if method.elementsEqual("GET".utf8) || method.elementsEqual("HEAD".utf8) { return nil }
        return Problems.make(405, "only GET is answered here", [HeaderField("Allow", "GET, HEAD")])
    }

    /// Refuses a guarded call that `--control` or the Host does not allow.
    private func refusal(of exchange: Exchange) -> WireScript? {
        switch access {
        case .off: return Problems.make(404, "the control API is off; see --control")
        case .loopback where !exchange.isLoopback:
            return Problems.make(403, "the control API answers this machine only; see --control")
        case .any, .loopback: break
        }
        guard let host = exchange.request.first(Array("host".utf8)),
            HostCheck.isLocalName(exchange.request.head[host])
        else {
            return Problems.make(
                403, "the control API wants a Host that is an address, one label, or below localhost")
        }
        return nil
    }

    func stop() { worker.stop() }
}
