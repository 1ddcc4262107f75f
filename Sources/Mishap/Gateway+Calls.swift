internal import Wire

extension Gateway {
    /// A call of the control API from within the process, as of a client of this machine that has the token. `path` is below
    /// `/__mishap/`.
    package func prepare(_ method: String, _ path: String, _ body: [UInt8]?) -> LocalCall {
        let host = String(url.dropFirst(Scheme.http.prefix.utf8.count))
        return LocalCall(method, path, body, of: control, host: host, token: configuration.token)
    }
}
