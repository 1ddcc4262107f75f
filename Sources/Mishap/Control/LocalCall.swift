internal import GatewayServer
internal import Synchronization
package import Wire

/// The answer to a call of the control API that comes from within the process.
package struct LocalAnswer: Sendable {
    package internal(set) var status = 0
    package internal(set) var content: [UInt8] = []

    fileprivate mutating func add(_ script: WireScript) {
        for action in script.actions {
            switch action {
            case .head(let head, _, _, _): status = head.status
            case .content(.bytes(let bytes), _): content += bytes
            default: break
            }
        }
    }
}

/// A call of the control API from within the process, as by a connection of this machine. It takes the parts of its answer, from
/// any thread, in the place of that connection.
package final class LocalCall: Sendable {
    private struct State {
        var answer = LocalAnswer()
        var isWhole = false
        /// Called with the whole answer.
        var then: (@Sendable (LocalAnswer) -> Void)?
        /// Tells the exchange that a part was taken. It keeps the exchange, with which the feed would be over.
        var drained: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    private let control: ControlAPI
    private let method: String
    private let path: String
    private let body: [UInt8]?
    private let host: String
    private let token: String?

    /// `path` is below `/__mishap/`; `host` as in the field Host, for the addresses in the answer.
    init(
        _ method: String, _ path: String, _ body: [UInt8]?, of control: ControlAPI, host: String, token: String?
    ) {
        (self.method, self.path, self.body) = (method, path, body)
        (self.control, self.host, self.token) = (control, host, token)
    }

    /// `then` is called once, on any thread.
    package func begin(_ then: @escaping @Sendable (LocalAnswer) -> Void) {
        let early = state.withLock { state in
            if !state.isWhole { state.then = then }
            return state.isWhole ? state.answer : nil
        }
        if let early { return then(early) }
        guard control.localCalls.add(self) else { return finish(LocalCalls.stopped) }
        let exchange = exchange()
        switch control.route(exchange) {
        case .answer(let script): finish(script)
        case .later(let begin):
            let feed = ControlFeed(for: exchange)
            keep(exchange)
            begin(feed)
        case .failure, .needsBody: finish(Problems.make(404, "this is no call of the control API"))
        }
    }

    /// Answers at once, whatever it waits for; what it has begun goes on.
    package func cancel() { finish(Problems.make(503, "the call was cancelled")) }

    private func exchange() -> Exchange {
        let exchange = Exchange(ConnectionInfo(id: 0, peer: ConnectionInfo.Peer(isLoopback: true)))
        (exchange.arrived, exchange.arrivedAt) = (SystemClock.monotonic, SystemClock.wallMilliseconds)
        let request = exchange.request
        request.begin("/__mishap/" + path, method)
        request.append("Host", host)
        if let token { request.append("Authorization", "Bearer \(token)") }
        if let body {
            request.append("Content-Type", "application/json")
            (request.body, request.bodyCount, request.announcesBody) = (body, body.count, true)
        }
        request.isBodyComplete = true
        exchange.opener = self
        return exchange
    }

    /// The exchange is not used by anybody else from here on.
    private func keep(_ exchange: Exchange) {
        nonisolated(unsafe) let exchange = exchange
        state.withLock { state in
            if !state.isWhole { state.drained = { exchange.observer?.drained(exchange) } }
        }
    }

    /// The answer is whole with this; of several the first counts.
    fileprivate func finish(_ script: WireScript) {
        // The exchange goes outside of the lock, since its end may call anything.
        let (ended, answer) = state.withLock { state -> (State?, LocalAnswer) in
            guard !state.isWhole else { return (nil, state.answer) }
            state.answer.add(script)
            state.isWhole = true
            defer { (state.then, state.drained) = (nil, nil) }
            return (state, state.answer)
        }
        guard let ended else { return }
        control.localCalls.remove(self)
        ended.then?(answer)
    }
}

extension LocalCall: FeedOpener {
    package func openFeed() -> Feed {
        Feed { [self] script, isLast in
            guard !isLast else { return finish(script) }
            state.withLock { if !$0.isWhole { $0.answer.add(script) } }
            // Not within this call, of which there would be one in the other for each part.
            control.sessions.sessions.workers.calls.submit { self.state.withLock { $0.drained }?() }
        }
    }

    // Nothing waits, and nobody is there to be told of an end.
    package func openShortener() -> @Sendable (Nanoseconds) -> Void { { _ in } }
    package func abort() {}
}

/// The calls from within the process that have no answer yet. When the gateway stops, what would answer them is gone.
final class LocalCalls: Sendable {
    private struct State {
        var open: [ObjectIdentifier: LocalCall] = [:]
        var isStopped = false
    }

    private let state = Mutex(State())

    static var stopped: WireScript { Problems.make(503, "the gateway was stopped") }

    /// False if the gateway has stopped.
    fileprivate func add(_ call: LocalCall) -> Bool {
        state.withLock { state in
            if !state.isStopped { state.open[ObjectIdentifier(call)] = call }
            return !state.isStopped
        }
    }

    fileprivate func remove(_ call: LocalCall) {
        state.withLock { _ = $0.open.removeValue(forKey: ObjectIdentifier(call)) }
    }

    func stop() {
        let open = state.withLock { state in
            state.isStopped = true
            return Array(state.open.values)
        }
        for call in open { call.finish(Self.stopped) }
    }
}

extension Request {
    fileprivate func begin(_ target: String, _ method: String) {
        Array(target.utf8).withUnsafeBufferPointer { begin(target: $0) }
        Array(method.utf8).withUnsafeBufferPointer { setMethod($0) }
    }

    fileprivate func append(_ name: String, _ value: String) {
        Array(name.utf8).withUnsafeBufferPointer { name in
            Array(value.utf8).withUnsafeBufferPointer { append(name: name, value: $0) }
        }
    }
}
