/// That a client sends a request again by itself, so that it needs more than one answer that fails to report an error.
package struct ClientRepeat {
    package let client: String
    /// Requests on the wire for one call, the first one included.
    package let requests: Int
    package let condition: Condition

    package enum Condition: String {
        /// Of requests with any method.
        case all
        /// Only of those that are safe to repeat, such as GET.
        case get
        /// Of requests with any method, on a connection that was used before.
        case reusedAll = "reused-all"
        case reusedGet = "reused-get"
    }

    /// client | condition | requests | failures; from the same measurement as `OtherClients`
    private static let table = """
        got | get | 3 | http/length-too-long; http/missing-last-chunk; http/slow-headers; http/status/503; http/timeout; tcp/close; tcp/close-mid-body; tcp/close-mid-headers; tcp/close-mid-upload; tcp/reset; tcp/reset-mid-body; tcp/reset-mid-upload; tcp/reset-on-first-byte; tcp/stall-mid-body; tcp/stop-reading
        ky | get | 3 | http/bad-length; http/conflicting-lengths; http/garbage; http/malformed-header; http/malformed-status-line; http/oversized-header; http/status/503; http/unrequested-upgrade; tcp/close; tcp/close-mid-headers; tcp/close-mid-upload; tcp/reset; tcp/reset-mid-upload; tcp/reset-on-first-byte
        Java HttpClient | get | 2 | tcp/close; tcp/close-mid-upload; tcp/close-on-accept; tcp/reset; tcp/reset-mid-upload; tcp/reset-on-accept; tcp/reset-on-first-byte
        HttpURLConnection | all | 2 | tcp/close; tcp/reset; tcp/reset-on-first-byte
        HttpURLConnection | get | 2 | http/oversized-header; tcp/close-mid-upload; tcp/reset-mid-upload
        OkHttp | all | 2 | http/status/408
        OkHttp | reused-all | 3 | tcp/close; tcp/close-mid-headers; tcp/close-mid-upload; tcp/reset; tcp/reset-mid-upload; tcp/reset-on-first-byte
        Apache HttpClient | all | 2 | http/status/503
        Apache HttpClient | get | 2 | http/garbage; http/malformed-status-line; http/status/429; tcp/close; tcp/close-mid-upload; tcp/reset; tcp/reset-mid-upload; tcp/reset-on-first-byte
        Go net/http | reused-get | 2 | tcp/close; tcp/reset; tcp/reset-on-first-byte
        fasthttp | get | 5 | http/bad-chunk-size; http/bad-length; http/conflicting-lengths; http/garbage; http/length-too-long; http/malformed-header; http/malformed-status-line; http/missing-last-chunk; http/oversized-header; http/unknown-transfer-encoding; tcp/close; tcp/close-mid-body; tcp/close-mid-headers; tcp/close-mid-upload; tcp/reset; tcp/reset-mid-body; tcp/reset-mid-upload; tcp/reset-on-first-byte
        resty | all | 3 | http/timeout; tcp/close; tcp/close-mid-headers; tcp/close-mid-upload; tcp/reset; tcp/reset-mid-upload; tcp/reset-on-first-byte; tcp/stop-reading
        resty | get | 3 | http/bad-chunk-size; http/bad-gzip; http/bad-length; http/conflicting-lengths; http/garbage; http/length-too-long; http/malformed-header; http/malformed-status-line; http/missing-last-chunk; http/slow-headers; http/truncated-gzip; http/unknown-transfer-encoding; tcp/close-mid-body; tcp/reset-mid-body; tcp/stall-mid-body
        go-retryablehttp | all | 3 | http/status/503; http/timeout; tcp/close; tcp/close-mid-headers; tcp/close-mid-upload; tcp/reset; tcp/reset-mid-upload; tcp/reset-on-first-byte; tcp/stop-reading
        go-retryablehttp | get | 3 | http/bad-length; http/conflicting-lengths; http/garbage; http/malformed-header; http/malformed-status-line; http/slow-headers; http/status/429; http/status/500; http/unknown-transfer-encoding
        """

    private static let repeats: [String: [ClientRepeat]] = {
        let rows = TextTable.rows(table) { row in
            let (client, condition, requests) = (row.text(), row.word(of: Condition.self), row.int())
            let one = ClientRepeat(client: client, requests: requests, condition: condition)
            return row.causes().map { ($0.failure, [one]) }
        }
        return Dictionary(rows.joined(), uniquingKeysWith: +)
    }()

    static func of(_ failure: String) -> [ClientRepeat] {
        (repeats[failure] ?? []).sorted { $0.requests < $1.requests }
    }
}
