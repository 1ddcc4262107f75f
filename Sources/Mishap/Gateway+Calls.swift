internal import Wire

extension Gateway {
    /// Calls the control API from within the process, as a client of this machine does that has the token. `path` is below
    /// `/__mishap/`. `then` is called on any thread.
    package func call(
        _ method: String, _ path: String, _ body: [UInt8]?, then: @escaping @Sendable (LocalAnswer) -> Void
    ) {
        guard isRunning else {
            let problem = Problems.make(503, "the gateway was stopped")
            return LocalCaller(control.sessions.sessions.workers.calls, then).finish(problem)
        }
        let host = String(url.dropFirst(Scheme.http.prefix.utf8.count))
        control.answer(method, path, body, host: host, token: configuration.token, then: then)
    }
}
