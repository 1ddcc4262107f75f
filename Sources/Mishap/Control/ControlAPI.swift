internal import Bytes
internal import Catalogue
internal import JSONText
internal import TLS
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

    private let access: ControlGuard
    /// The URL by which clients reach the gateway, if it was told one.
    private let advertised: String?
    private let workers: GatewayWorkers
    /// All calls that there are.
    let routes: [ControlRoute]
    let sessions: SessionCalls
    /// Of the requests that metrics count.
    let labels: MetricLabels
    let failures: FailureAnswers
    let notices: Notices
    let live = LiveJournals()
    let localCalls = LocalCalls()
    /// Of the bodies of requests, tried ones too.
    let decoder: BodyDecoder

    init(
        _ access: ControlGuard, _ scenarios: ScenarioStore, _ sessions: SessionStore, _ responders: ShardResponders,
        numbering: ScriptNumbering, shardCount: Int = 1, keeping kept: KeptVerdicts? = nil,
        adding further: [ControlRoute] = [], decoding decoder: BodyDecoder = BodyDecoder(),
        advertising advertised: String? = nil, certificates: Certificates,
        onNotice: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.access = access
        self.decoder = decoder
        self.advertised = advertised
        let workers = sessions.workers
        self.workers = workers
        notices = Notices(workers.notices, onNotice)
        certificates.onProblem { error in
            workers.notices.submit { onNotice("clients that speak TLS are refused: \(error)") }
        }
        var numbering = numbering
        let health = (0..<shardCount).map { Self.health(ofShard: $0).script(number: numbering.next()) }
        failures = FailureAnswers(numbering)
        let journal = JournalRoute(sessions, responders)
        let calls = SessionCalls(
            scenarios: scenarios, sessions: sessions, responders: responders,
            kept: kept, reports: RunReports(responders, workers.reports), maximumBody: decoder.maximumBody)
        let labels = MetricLabels()
        self.labels = labels
        let metrics = MetricsCall(responders: responders, labels: labels)
        self.sessions = calls
        sessions.whenExpired(Self.expiry(calls))
        let others =
            [
                ControlRoute(.read, "health", .everybody, bodyLimit: 0, .health, .perShard(health)),
                ControlRoute(.any, "fail/{failure...}", .everybody, bodyLimit: nil, .fail, .failure),
                ControlRoute(
                    .read, "ca.pem", .everybody, bodyLimit: 0, .showAuthority,
                    .call(AuthorityCall(certificates: certificates).show)),
                Self.route(.read, "metrics", .showMetrics, metrics.show),
                Self.route(
                    .read, "journal", .watchJournals,
                    LiveRoute(live: live, sessions: sessions, responders: responders).answer),
            ] + Self.sessionRoutes(calls, journal, MatchCall(calls: calls, failures: failures, decoder: decoder))
            + further
        routes = ControlDocument(others).routes
    }

    private static func route(
        _ method: ControlRoute.Method, _ path: PathPattern, body: Int = 0, _ description: CallDescription,
        _ handler: @escaping @Sendable (ControlCall) throws(ControlRefusal) -> ControlAnswer
    ) -> ControlRoute { ControlRoute(method, path, .guarded, bodyLimit: body, description, .call(handler)) }

    private static func sessionRoutes(
        _ calls: SessionCalls, _ journal: JournalRoute, _ match: MatchCall
    ) -> [ControlRoute] {
        let scenarios = ScenarioCalls(scenarios: calls.scenarios, sessions: calls.sessions)
        let rules = RuleCalls(calls: calls)
        let verdicts = VerdictCalls(calls: calls)
        let ports = PortCalls(calls: calls)
        return [
            route(.read, "sessions", .listSessions, calls.list),
            route(.post, "sessions", body: mostBody, .createSession, calls.create),
            route(.delete, "sessions", .deleteSessions, calls.deleteByLabel),
            route(.read, "sessions/{id}", .showSession, calls.show),
            route(.delete, "sessions/{id}", .deleteSession, calls.delete),
            route(.post, "sessions/{id}/reset", body: 1024, .resetSession, calls.reset),
            route(.put, "sessions/{id}/scenario", body: mostBody, .swapScenario, calls.swap),
            route(.put, "sessions/{id}/port", body: 1024, .putPort, ports.put),
            route(.post, "sessions/{id}/connections/close", body: 1024, .closeConnections, ports.closeConnections),
            route(.patch, "sessions/{id}/variables", body: mostBody, .setVariables, calls.setVariables),
            route(.post, "sessions/{id}/clock", body: 1024, .advanceClock, calls.advance),
            route(.read, "sessions/{id}/journal", .readJournal) { call throws(ControlRefusal) in
                try journal.answer(call, calls.session(call))
            },
            route(.delete, "sessions/{id}/journal", .emptyJournal, calls.emptyJournal),
            route(.read, "sessions/{id}/verdict", .showVerdict, verdicts.show),
            route(.post, "sessions/{id}/verify", body: mostBody, .verifySession, verdicts.verify),
            route(.post, "sessions/{id}/rules", body: mostBody, .addRules, rules.add),
            route(.put, "sessions/{id}/rules/{name}", body: mostBody, .putRule, rules.put),
            route(.delete, "sessions/{id}/rules/{name}", .removeRule, rules.remove),
            route(.post, "sessions/{id}/enqueue", body: mostBody, .enqueue, rules.enqueue),
            route(.post, "sessions/{id}/expect", body: mostBody, .addExpectations, rules.expect),
            route(.post, "sessions/{id}/match", body: mostBody, .matchRequest, match.answer),
            route(.post, "reset", body: 1024, .resetAll, calls.resetAll),
            route(.post, "check", body: mostBody, .checkScenario, SessionCalls.check),
            route(.read, "catalogue", .listCatalogue, CatalogueCalls.list),
            route(.read, "catalogue/{system}", .listFailures, CatalogueCalls.system),
            route(.read, "catalogue/{system}/{code...}", .showFailure, CatalogueCalls.failure),
            route(.read, "report", .showReport, calls.report),
            route(.read, "scenarios", .listScenarios, scenarios.list),
            route(.read, "scenarios/{name}", .showScenario, scenarios.show),
            route(.put, "scenarios/{name}", body: mostBody, .putScenario, scenarios.put),
            route(.delete, "scenarios/{name}", .deleteScenario, scenarios.delete),
        ]
    }

    /// Calls of the interface that this version does not have yet.
    private static let planned: [PathPattern] = ["proxy.pac"]

    /// Bytes of body that a call takes.
    private static let mostBody = 16 << 20

    /// Names the shard, so that a client can ask each one: connect until all have answered.
    private static func health(ofShard number: Int) -> Reply {
        let document: JSONValue = ["status": "ok", "mishap": .string(MishapVersion.text)]
        var reply = Reply(
            status: 200, contentType: "application/json", text: document.bytes(pretty: true).text + "\n")
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
        let outcome = outcome(exchange, onShard: shard)
        guard let page = access.page(of: exchange.request) else { return outcome }
        switch outcome {
        case .answer(let script): return .answer(CrossOrigin.open(script, toOrigin: page))
        case .later(let begin): return .later { begin($0.open(toOrigin: page)) }
        case .failure, .needsBody: return outcome
        }
    }

    private func outcome(_ exchange: Exchange, onShard shard: Int) -> Outcome {
        let request = exchange.request
        let path = request.path.lowerBound + Self.prefix.count..<request.path.upperBound
        // Of the calls with that path, if the method is none of theirs.
        var allowed: [String] = []
        for route in routes {
            guard let names = route.path.match(request.head, path) else { continue }
            guard route.method.takes(request.head[request.method]) else {
                allowed.append(route.method.allowed)
                continue
            }
            if route.isListing, PageAnswer.isWanted(by: request) {
                return .answer(access.refusalOfPlace(of: exchange) ?? PageAnswer.script)
            }
            if let refusal = refusal(of: exchange, by: route) { return .answer(refusal) }
            switch route.handler {
            case .perShard(let scripts): return .answer(scripts[shard])
            case .failure: return failure(request, names[0])
            case .call(let handler):
                if let limit = route.bodyLimit, limit > 0, !request.isBodyComplete { return .needsBody }
                return call(handler, route.description, exchange, names)
            }
        }
        if let preflight = access.preflight(exchange) { return .answer(preflight) }
        if let refusal = access.refusal(of: exchange) { return .answer(refusal) }
        guard allowed.isEmpty else {
            let methods = allowed.joined(separator: ", ")
            return .answer(
                Problems.make(405, "\(request.text(request.path)) takes \(methods)", [HeaderField("Allow", methods)]))
        }
        let isPlanned = Self.planned.contains { $0.match(request.head, path) != nil }
        return .answer(Problems.noSuchCall(request.text(path), isPlanned: isPlanned))
    }

    private func failure(_ request: Request, _ rest: Range<Int>) -> Outcome {
        let path = request.text(rest).split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        return failures.failure(in: path).map { .failure($0) } ?? .answer(Problems.unknownFailure(path))
    }

    private func call(
        _ handler: @escaping @Sendable (ControlCall) throws(ControlRefusal) -> ControlAnswer,
        _ description: CallDescription, _ exchange: Exchange, _ names: [Range<Int>]
    ) -> Outcome {
        let request = exchange.request
        let call = ControlCall(
            request: request.snapshot(), description: description, names: names.map { request.text($0) },
            arrived: exchange.arrived, arrivedAt: exchange.arrivedAt, connection: exchange.connection.id,
            advertised: advertised,
            mainPort: exchange.connection.listener == 0 ? nil : sessions.sessions.ports.listeners.mainPort)
        return .later { [workers] feed in
            workers.calls.submit {
                do throws(ControlRefusal) {
                    switch try handler(call) {
                    case .reply(let script): feed.finish(script)
                    case .later(let begin): begin(feed)
                    }
                } catch {
                    feed.finish(error.script)
                }
            }
        }
    }

    // MARK: Access

    private func refusal(of exchange: Exchange, by route: ControlRoute) -> WireScript? {
        if route.access == .guarded, let refusal = access.refusal(of: exchange) { return refusal }
        if route.access == .guarded, let refusal = Self.refusal(ofBodyOf: exchange.request, route) { return refusal }
        guard let limit = route.bodyLimit, limit > 0, Self.mostBody(of: exchange.request) > limit else { return nil }
        let problem = Problems.make(413, "a call of this kind takes no more than \(limit) bytes of body")
        // The rest of the body is not read.
        return exchange.request.isBodyComplete
            ? problem : WireScript(upload: .interrupt(after: 0), actions: problem.actions, ending: problem.ending)
    }

    /// A simple request of a foreign page cannot have this type, so that no page changes anything. A call without a body
    /// needs none.
    private static func refusal(ofBodyOf request: Request, _ route: ControlRoute) -> WireScript? {
        guard route.method != .read, request.announcesBody || request.bodyCount > 0 else { return nil }
        let type = request.first(Array("content-type".utf8)).map { request.text($0).lowercased() } ?? ""
        guard type.prefix(while: { $0 != ";" && $0 != " " }) != "application/json" else { return nil }
        let example = "curl --json '{…}' http://…\(request.text(request.path))"
        return Problems.make(415, "the body has to be JSON, with Content-Type: application/json, as in \(example)")
    }

    /// Bytes of body received, or announced by the head.
    private static func mostBody(of request: Request) -> Int {
        guard request.announcesBody, !request.isBodyComplete, let length = request.first(contentLength) else {
            return request.bodyCount
        }
        return Int(request.text(length)) ?? request.bodyCount
    }

    private static let contentLength = Array("content-length".utf8)

    /// What is done about sessions that have expired.
    private static func expiry(_ calls: SessionCalls) -> SessionStore.Expiry {
        let reports = calls.reports
        guard let kept = calls.kept else {
            return { expired, then in
                reports.begin(expired)
                reports.add(expired, expired: true, then)
            }
        }
        return { expired, then in
            reports.begin(expired)
            for _ in expired { kept.begin() }
            reports.add(expired, expired: true) { calls.keepVerdicts(on: expired, then) }
        }
    }

    func stop() {
        // It may refer back to the sessions.
        sessions.sessions.whenExpired { _, then in then() }
        sessions.verdictPlaces.stop()
        workers.stop()
        localCalls.stop()
    }
}
