internal import GatewayServer
internal import Synchronization
internal import Wire

/// The answer to a call of the control API that comes from within the process.
package struct LocalAnswer: Sendable {
    package internal(set) var status = 0
    package internal(set) var content: [UInt8] = []
}

extension ControlAPI {
    /// Answers a call as if it had come by a connection of this machine. `path` is below `/__mishap/`; `host` as in the field
    /// Host, for the addresses in the answer.
    func answer(
        _ method: String, _ path: String, _ body: [UInt8]?, host: String, token: String?,
        then: @escaping @Sendable (LocalAnswer) -> Void
    ) {
        let exchange = Exchange(ConnectionInfo(id: 0, peer: ConnectionInfo.Peer(isLoopback: true)))
        (exchange.arrived, exchange.arrivedAt) = (SystemClock.monotonic, SystemClock.wallMilliseconds)
        exchange.request.begin("/__mishap/" + path, method)
        exchange.request.append("Host", host)
        if let token { exchange.request.append("Authorization", "Bearer \(token)") }
        if let body {
            exchange.request.append("Content-Type", "application/json")
            exchange.request.body = body
            exchange.request.bodyCount = body.count
            exchange.request.announcesBody = true
        }
        exchange.request.isBodyComplete = true
        let caller = LocalCaller(sessions.sessions.workers.calls, then)
        exchange.opener = caller
        switch route(exchange) {
        case .answer(let script): caller.finish(script)
        case .later(let begin):
            let feed = ControlFeed(for: exchange)
            caller.keep(exchange)
            begin(feed)
        case .failure, .needsBody: caller.finish(Problems.make(404, "this is no call of the control API"))
        }
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

/// Takes the parts of an answer, from any thread, in the place of a connection.
final class LocalCaller: FeedOpener, Sendable {
    private struct State {
        var answer = LocalAnswer()
        /// Tells the exchange that a part was taken. It keeps the exchange, with which the feed would be over.
        var drained: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    private let worker: Worker
    private let whole: @Sendable (LocalAnswer) -> Void

    init(_ worker: Worker, _ whole: @escaping @Sendable (LocalAnswer) -> Void) {
        self.worker = worker
        self.whole = whole
    }

    /// The exchange is not used by anybody else from here on.
    func keep(_ exchange: Exchange) {
        nonisolated(unsafe) let exchange = exchange
        state.withLock { $0.drained = { exchange.observer?.drained(exchange) } }
    }

    func openFeed() -> Feed {
        Feed { [self] script, isLast in
            guard !isLast else { return finish(script) }
            add(script)
            // Not within this call, of which there would be one in the other for each part.
            worker.submit { self.state.withLock { $0.drained }?() }
        }
    }

    func finish(_ script: WireScript) {
        add(script)
        let answer = state.withLock { state in
            state.drained = nil
            return state.answer
        }
        whole(answer)
    }

    private func add(_ script: WireScript) {
        state.withLock { state in
            for action in script.actions {
                switch action {
                case .head(let head, _, _, _): state.answer.status = head.status
                case .content(.bytes(let bytes), _): state.answer.content += bytes
                default: break
                }
            }
        }
    }

    // Nothing waits, and nobody is there to be told of an end.
    func openShortener() -> @Sendable (Nanoseconds) -> Void { { _ in } }
    func abort() {}
}
