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
    public subscript(name: String) -> Meaning? { meanings[name.lowercased()] }

    /// All names, sorted, for tests.
    public var names: [String] { Self.rows.flatMap { $0.names.split(separator: " ").map(String.init) }.sorted() }

    private let meanings: [String: Meaning]

    init() {
        let all = Self.rows.flatMap { row in
            row.names.split(separator: " ").map { ($0.lowercased(), row.meaning) }
        }
        meanings = Dictionary(all, uniquingKeysWith: { first, _ in first })
    }

    private struct Row {
        let names: String
        let meaning: Meaning

        init(_ names: String, _ failures: String...) {
            self.names = names
            meaning = .failures(failures)
        }

        init(_ names: String, other: String) {
            self.names = names
            meaning = .other(other)
        }
    }

    private static let rows = [
        // Node and libuv; Chromium; WireMock and mountebank; Toxiproxy.
        Row(
            "ECONNRESET ERR_CONNECTION_RESET CONNECTION_RESET CONNECTION_RESET_BY_PEER reset_peer reset",
            "tcp/reset", "tcp/reset-mid-body"),
        Row("NetworkError network-error ERR_NETWORK", "tcp/reset", "tcp/close"),
        Row("ECONNREFUSED ERR_CONNECTION_REFUSED down", "tcp/refuse"),
        Row("ETIMEDOUT ERR_CONNECTION_TIMED_OUT", "http/timeout", "tcp/connect-timeout"),
        Row(
            "timeout ESOCKETTIMEDOUT ECONNABORTED ERR_TIMED_OUT SocketTimeoutException ReadTimeout NO_RESPONSE",
            "http/timeout"),
        Row("EPIPE", "tcp/reset-mid-upload", "tcp/close-mid-upload"),
        Row("ERR_EMPTY_RESPONSE EMPTY_RESPONSE DISCONNECT_AFTER_REQUEST socket-hang-up", "tcp/close"),
        Row("DISCONNECT_DURING_RESPONSE_BODY limit_data", "tcp/close-mid-body"),
        Row("DISCONNECT_DURING_REQUEST_BODY", "tcp/close-mid-upload"),
        Row("STALL_SOCKET_AT_START", "http/timeout"),
        Row("MALFORMED_RESPONSE_CHUNK ERR_INVALID_CHUNKED_ENCODING", "http/bad-chunk-size"),
        Row("ERR_INCOMPLETE_CHUNKED_ENCODING", "http/missing-last-chunk"),
        Row("ERR_CONTENT_LENGTH_MISMATCH", "http/length-too-long"),
        Row("RANDOM_DATA_THEN_CLOSE", "http/garbage"),
        Row("ERR_CONTENT_DECODING_FAILED", "http/bad-gzip"),
        Row("ERR_TOO_MANY_REDIRECTS", "http/redirect-loop"),
        Row(
            "ENOTFOUND EAI_AGAIN ERR_NAME_NOT_RESOLVED UnknownHostException",
            other:
                "no server can cause it: the client fails before it connects, as with a host name that does not exist"
        ),
        Row(
            "EHOSTUNREACH ENETUNREACH ERR_INTERNET_DISCONNECTED",
            other: "no server can cause it: the client fails before it connects"),
        Row("latency delay", other: "a late answer has \"delay\": \"2s\" in its step"),
        Row("bandwidth slicer slow", "tcp/slow"),
        // What people call them.
        Row("dropped-connection connection-dropped connection-closed", "tcp/close", "tcp/reset"),
        Row("connection-reset", "tcp/reset", "tcp/reset-mid-body"),
        Row("truncated truncated-body incomplete-json", "http/truncated-json", "http/truncated-gzip"),
        Row("slow-close slow_close slow_closer", other: "a connection that is closed late is not supported yet"),
        Row("rate-limit rate-limited throttled too-many-requests", "http/status/429"),
    ]
}

extension FailureIndex {
    /// Names of failures in clients and other tools.
    public static let foreign = ForeignFailureNames()
}
