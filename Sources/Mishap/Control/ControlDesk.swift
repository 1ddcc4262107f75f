internal import Bytes
internal import Catalogue
internal import GatewayServer
internal import JSONText
internal import Scenario
internal import Synchronization
internal import Wire

/// What answers `/__mishap`: at once where that is cheap, from its own thread where it is not.
final class ControlDesk: Sendable {
    enum Route {
        case answer(WireScript)
        /// `fail/NAME/…`
        case failure(String)
        case journal(Session, JournalQuery)
    }

    private let access: GatewayConfiguration.Control
    private let worker = Worker()
    private let numbering: Mutex<ScriptNumbering>
    private let health: WireScript
    private let server = Mutex(Shards(visit: { _ in 0 }))

    /// Runs work with the lane of each shard, and says how many there are. In a struct, since a `Mutex` of the closure
    /// itself would wrap it once more whenever it is locked, until a call of it overflowed the stack.
    private struct Shards {
        var visit: @Sendable (@escaping @Sendable (any Lane) -> Void) -> Int
    }

    let notices: Notices

    init(
        _ access: GatewayConfiguration.Control, numbering: ScriptNumbering,
        onNotice: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.access = access
        notices = Notices(worker, onNotice)
        var numbering = numbering
        health = Reply(status: 200, contentType: "application/json", text: #"{"status":"ok"}"# + "\n")
            .script(number: numbering.next())
        self.numbering = Mutex(numbering)
    }

    /// The desk asks lanes through their shards; `onEachLane` says how many there are.
    func connect(_ onEachLane: @escaping @Sendable (@escaping @Sendable (any Lane) -> Void) -> Int) {
        server.withLock { $0.visit = onEachLane }
    }

    /// None before it is connected.
    func visitLanes(_ work: @escaping @Sendable (any Lane) -> Void) -> Int {
        let shards = server.withLock { $0 }
        return shards.visit(work)
    }

    // MARK: Routing

    private static let prefix = Array("/__mishap".utf8)

    /// Whether the path is `/__mishap` or below it.
    func isControlPath(_ request: Request) -> Bool {
        let path = request.path
        let prefix = Self.prefix
        // Two bytes tell almost every other path apart.
        guard path.count >= prefix.count, request.head[path.lowerBound + 1] == 0x5F,
            request.head[path.lowerBound..<path.lowerBound + prefix.count].elementsEqual(prefix)
        else { return false }
        return path.count == prefix.count || request.head[path.lowerBound + prefix.count] == UInt8(ascii: "/")
    }

    func route(_ exchange: Exchange, _ world: World) -> Route {
        let request = exchange.request
        let rest = request.text(request.path.lowerBound + Self.prefix.count..<request.path.upperBound)
        let parts = rest.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
        switch parts.first {
        case "health" where parts.count == 1:
            return read(request) ?? .answer(health)
        case "fail" where parts.count > 1:
            return failure(Array(parts.dropFirst()))
        case "sessions" where parts.count == 3 && parts[2] == "journal":
            return read(request) ?? guarded(exchange) ?? journal(parts[1], exchange, world)
        default:
            return guarded(exchange)
                ?? .answer(
                    Problems.make(
                        404,
                        "there is no \(rest) in this version's control API; see /__mishap/health, /__mishap/sessions/NAME/journal and /__mishap/fail/NAME/"
                    ))
        }
    }

    /// Only GET and HEAD read.
    private func read(_ request: Request) -> Route? {
        let method = request.head[request.method]
        if method.elementsEqual("GET".utf8) || method.elementsEqual("HEAD".utf8) { return nil }
        return .answer(Problems.make(405, "only GET is answered here", [HeaderField("Allow", "GET, HEAD")]))
    }

    private func guarded(_ exchange: Exchange) -> Route? {
        switch access {
        case .off: return .answer(Problems.make(404, "the control API is off; see --control"))
        case .loopback where !exchange.isLoopback:
            return .answer(Problems.make(403, "the control API answers this machine only; see --control"))
        case .any, .loopback: break
        }
        guard let host = exchange.request.first(Array("host".utf8)),
            HostCheck.isLocalName(exchange.request.head[host])
        else {
            return .answer(
                Problems.make(403, "the control API wants a Host that is an address, one label, or below localhost"))
        }
        return nil
    }

    private func failure(_ parts: [String]) -> Route {
        for count in stride(from: min(parts.count, 4), to: 0, by: -1) {
            let name = parts.prefix(count).joined(separator: "/")
            if FailureIndex.all[name] != nil {
                return .failure(name)
            }
        }
        return .answer(Problems.unknownFailure(parts))
    }

    private func journal(_ name: String, _ exchange: Exchange, _ world: World) -> Route {
        let name = ScenarioAddress.name(fromControlPath: name)
        switch (world.openJournal(Array(name.utf8), at: exchange.arrived), JournalQuery.read(exchange.request)) {
        case (.session(let session), .success(let query)): return .journal(session, query)
        case (.session, .failure(let problem)): return .answer(Problems.make(400, problem.description))
        case (.full, _): return .answer(Problems.noRoomForSession(world))
        case (.unknown, _), (.none, _): return .answer(Problems.unknownScenario(name, world))
        }
    }

    // MARK: Answers

    /// Whether what a failure does depends on the body of the request.
    func readsBody(failure name: String, of request: Request) -> Bool {
        FailureIndex.all[name].flatMap { Dialects.dialect(of: $0) }?.needsBody(of: request) ?? false
    }

    /// A failure on its own, with its parameters as they stand; whether it is the same for every request.
    func script(
        ofFailure name: String, _ request: Request, at wallMilliseconds: Int64
    ) -> (WireScript, isConstant: Bool) {
        guard let failure = FailureIndex.all[name] else { return (Problems.unknownFailure([name]), false) }
        let isConstant = failure.isConstant && Dialects.dialect(of: failure) == nil
        let number = isConstant ? numbering.withLock { $0.next() } : 0
        let script = failure.script(
            Arguments(of: failure), for: request, beside: failure.stock(for: request) ?? PlainHTTP().stockSuccess,
            at: wallMilliseconds, number: number)
        return (script, isConstant)
    }

    /// Gathers every shard's part, then writes the answer on the desk's own thread.
    func answer(_ feed: Feed, _ session: Session, _ query: JournalQuery) {
        let gathering = Gathering()
        let count = visitLanes { lane in
            guard let lane = lane as? GatewayLane else { return }
            gathering.add(lane.snapshot(of: session))
        }
        gathering.whenComplete(count) { [worker] snapshots in
            worker.submit { feed.finish(query.answer(session, snapshots)) }
        }
    }

    func stop() { worker.stop() }
}

/// Collects the parts of all shards, whichever comes first: they or the word how many there are.
private final class Gathering: Sendable {
    private struct State {
        var parts: [JournalSnapshot] = []
        var wanted: Int?
        var complete: (@Sendable ([JournalSnapshot]) -> Void)?
    }
    private let state = Mutex(State())

    func add(_ part: JournalSnapshot) { update { $0.parts.append(part) } }

    func whenComplete(_ count: Int, _ work: @escaping @Sendable ([JournalSnapshot]) -> Void) {
        update {
            $0.wanted = count
            $0.complete = work
        }
    }

    private func update(_ change: (inout State) -> Void) {
        let ready = state.withLock { state -> (@Sendable () -> Void)? in
            change(&state)
            guard let complete = state.complete, state.parts.count == state.wanted else { return nil }
            state.complete = nil
            let parts = state.parts
            return { complete(parts) }
        }
        ready?()
    }
}
