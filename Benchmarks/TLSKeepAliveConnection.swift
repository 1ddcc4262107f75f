import TLSClient

/// A blocking client connection over TLS 1.3 for one request after the other. It does not look at the server's certificate.
final class TLSKeepAliveConnection: ExchangingConnection {
    /// One way to do a handshake, so that all servers have the same work.
    private static let settings = Result {
        try ClientSettings(versions: [.tls13], priorities: "-GROUP-ALL:+GROUP-X25519")
    }

    private let lower: KeepAliveConnection
    private let session: ClientSession

    init(port: UInt16, seconds: Int = 10) throws(BenchError) {
        lower = try KeepAliveConnection(port: port, seconds: seconds)
        session = try Self.session()
        while try !Self.checked({ () throws(TLSFailure) in try session.handshake() }) {
            try flush()
            try take()
        }
        try flush()
    }

    private static func session() throws(BenchError) -> ClientSession {
        do { return try ClientSession(settings.get(), serverName: "localhost") } catch {
            throw BenchError("no client of TLS: \(error)")
        }
    }

    private static func checked<Value>(_ work: () throws(TLSFailure) -> Value) throws(BenchError) -> Value {
        do { return try work() } catch { throw BenchError("TLS: \(error)") }
    }

    /// The first message of a client.
    static func hello() throws(BenchError) -> [UInt8] {
        let session = try session()
        _ = try checked { () throws(TLSFailure) in try session.handshake() }
        return session.takeOutput()
    }

    func exchange(_ request: [UInt8]) throws(BenchError) -> Answer {
        try Self.checked { () throws(TLSFailure) in try session.send(request) }
        try flush()
        var bytes: [UInt8] = []
        while true {
            bytes += session.read()
            if let answer = Answer(bytes, ended: session.end != nil) { return answer }
            guard session.end == nil else { throw lower.endedEarly(bytes.count) }
            try take()
        }
    }

    /// Sends a close_notify and a FIN, and reads what comes until the peer's.
    func finish() throws(BenchError) {
        session.sendCloseNotify()
        try flush()
        try lower.finish()
    }

    private func take() throws(BenchError) {
        let bytes = try lower.receive()
        if bytes.isEmpty { session.putEnd() } else { session.put(Array(bytes)) }
    }

    private func flush() throws(BenchError) {
        let output = session.takeOutput()
        if !output.isEmpty { try lower.send(output) }
    }
}
