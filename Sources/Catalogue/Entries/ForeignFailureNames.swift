/// Names of failures in clients and in other mock tools, such as `ECONNRESET`, with the failures that are behind them:
/// for hints where a scenario uses one, and for `explain`.
public struct ForeignFailureNames: Sendable {
    /// What a name stands for.
    public enum Meaning: Sendable, Hashable {
        /// The names of failures, the most likely first.
        case failures([String])
        /// A clause that says what to write in its place, or why no server can cause it.
        case other(String)
    }

    /// Case is ignored.
    public subscript(name: String) -> Meaning? {
        let name = name.lowercased()
        return ClientErrorNames.failures[name].map { .failures($0) } ?? meanings[name]
    }

    /// All names, sorted, for tests.
    public var names: [String] {
        (Self.rows.flatMap(\.names) + ClientErrorNames.names).sorted()
    }

    private let meanings: [String: Meaning]

    init() { meanings = Self.meanings(Self.rows) }

    /// By the names in lower case.
    static func meanings(_ rows: [ForeignName]) -> [String: Meaning] {
        let all = rows.flatMap { row in row.names.map { ($0.lowercased(), row.meaning) } }
        return Dictionary(all, uniquingKeysWith: { first, _ in first })
    }

    private static let rows: [ForeignName] = [
        // Chromium; WireMock and mountebank; Toxiproxy.
        ForeignName(
            "ERR_CONNECTION_RESET CONNECTION_RESET CONNECTION_RESET_BY_PEER reset_peer reset",
            "tcp/reset", "tcp/reset-mid-body"),
        ForeignName("NetworkError network-error ERR_NETWORK", "tcp/reset", "tcp/close"),
        ForeignName("ECONNREFUSED ERR_CONNECTION_REFUSED down", "tcp/refuse"),
        ForeignName("ETIMEDOUT ERR_CONNECTION_TIMED_OUT", "http/timeout", "tcp/connect-timeout"),
        ForeignName(
            "timeout ESOCKETTIMEDOUT ECONNABORTED ERR_TIMED_OUT ReadTimeout NO_RESPONSE",
            "http/timeout"),
        ForeignName("EPIPE", "tcp/reset-mid-upload", "tcp/close-mid-upload"),
        ForeignName("ERR_EMPTY_RESPONSE EMPTY_RESPONSE DISCONNECT_AFTER_REQUEST socket-hang-up", "tcp/close"),
        ForeignName("DISCONNECT_DURING_RESPONSE_BODY limit_data", "tcp/close-mid-body"),
        ForeignName("DISCONNECT_DURING_REQUEST_BODY", "tcp/close-mid-upload"),
        ForeignName("STALL_SOCKET_AT_START", "http/timeout"),
        ForeignName("MALFORMED_RESPONSE_CHUNK ERR_INVALID_CHUNKED_ENCODING", "http/bad-chunk-size"),
        ForeignName("ERR_INCOMPLETE_CHUNKED_ENCODING", "http/missing-last-chunk"),
        ForeignName("ERR_CONTENT_LENGTH_MISMATCH", "http/length-too-long"),
        ForeignName("RANDOM_DATA_THEN_CLOSE", "http/garbage"),
        ForeignName("ERR_CONTENT_DECODING_FAILED", "http/bad-gzip"),
        ForeignName("ERR_TOO_MANY_REDIRECTS", "http/redirect-loop"),
        ForeignName(
            "ENOTFOUND EAI_AGAIN ERR_NAME_NOT_RESOLVED UnknownHostException",
            other:
                "no server can cause it: the client fails before it connects, as with a host name that does not exist"
        ),
        ForeignName(
            "EHOSTUNREACH ENETUNREACH ERR_INTERNET_DISCONNECTED",
            other: "no server can cause it: the client fails before it connects"),
        ForeignName("latency delay", other: "a late answer has \"delay\": \"2s\" in its step"),
        ForeignName("bandwidth slicer slow", "tcp/slow"),
        ForeignName(
            "HTTP/1.0 HTTP1.0",
            other:
                "\"version\": \"1.0\" in a reply has it in the status line; a client that asks by HTTP/1.0 gets bodies "
                + "that end with the connection"),
        ForeignName(
            "keepAliveTimeout keepalive_timeout keep-alive-timeout idle idle-timeout",
            other:
                "\"keepAlive\": \"5s\" in a scenario or a step ends a connection on which nothing was asked for so long, "
                + "and \"keepAlive\": false right behind the answer"),
        // What people call them.
        ForeignName("dropped-connection connection-dropped connection-closed", "tcp/close", "tcp/reset"),
        ForeignName("connection-reset", "tcp/reset", "tcp/reset-mid-body"),
        ForeignName("truncated truncated-body incomplete-json", "http/truncated-json", "http/truncated-gzip"),
        ForeignName(
            "slow-close slow_close slow_closer", other: "a connection that is closed late is not supported yet"),
        ForeignName("rate-limit rate-limited throttled too-many-requests", "http/status/429"),
        ForeignName(
            "cors cross-origin Access-Control-Allow-Origin",
            other: "a browser reports it for any answer that does not allow its origin, which no answer does "
                + "unless the scenario has \"cors\": true"),
    ]
}

/// Names in clients, documents or other tools that mean the same.
public struct ForeignName: Sendable {
    public let names: [String]
    public let meaning: ForeignFailureNames.Meaning

    /// - Parameter names: With blanks between them.
    public init(_ names: String, _ failures: String...) {
        self.names = names.split(separator: " ").map(String.init)
        meaning = .failures(failures)
    }

    /// - Parameter reason: What to write in its place, or why no server can cause it.
    public init(_ names: String, other reason: String) {
        self.names = names.split(separator: " ").map(String.init)
        meaning = .other(reason)
    }
}

extension FailureIndex {
    /// Names of failures in clients and other tools.
    public static let foreign = ForeignFailureNames()

    /// What a name stands for in clients and other tools, or in the documents of a system.
    public func meaning(of name: String) -> ForeignFailureNames.Meaning? {
        Self.foreign[name] ?? systems.lazy.compactMap { $0.meaning(of: name) }.first
    }
}
