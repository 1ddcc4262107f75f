internal import Catalogue
internal import Systems
internal import Wire

/// One question that `doctor` asks: a failure by its name, and how its client behaves.
struct DoctorRow: Sendable {
    /// What the client does beside sending the request.
    enum Course: Sendable {
        /// It only reads.
        case ask
        /// It sends the request again, once the first answer is there.
        case askTwice
        /// It ends its own direction once the first bytes of the answer are there.
        case halfClose
        /// It sends the head and two bytes of 100,000, and only reads; a second later the rest.
        case upload
    }

    let name: String
    /// The failure with its parameters, such as `tcp/slow bytes=4 every=100ms`.
    let cause: Cause
    /// What it tries; nil for a half-close, which is the client's affair.
    let need: PathNeed?
    var course = Course.ask
    /// What follows the failure's name in the target.
    var tail = "/any"

    private init(
        _ name: String, _ cause: String, _ need: PathNeed?, _ course: Course = .ask, tail: String = "/any"
    ) {
        self.name = name
        self.cause = Cause(cause)
        self.need = need
        self.course = course
        self.tail = tail
    }

    static let all: [DoctorRow] = [
        DoctorRow("reset without an answer", "tcp/reset", .reset),
        DoctorRow("reset in a body", "tcp/reset-mid-body", .reset),
        DoctorRow("close without an answer", "tcp/close", .end),
        DoctorRow("close in a body", "tcp/close-mid-body", .end),
        DoctorRow("silence", "http/timeout", .time),
        DoctorRow("silence in a body", "tcp/stall-mid-body", .time),
        DoctorRow("bytes in time", "tcp/slow bytes=4 every=100ms", .time),
        DoctorRow("a line that is no status line", "http/malformed-status-line", .head),
        DoctorRow("a line that is no field", "http/malformed-header", .head),
        DoctorRow("a head to the letter", "http/status/420", .head),
        DoctorRow("a chunk size that is no number", "http/bad-chunk-size", .framing),
        DoctorRow("two lengths", "http/conflicting-lengths", .framing),
        DoctorRow("a target to the letter", "http/redirect-loop", .target, tail: "//a%2Fb/c/../d?x=%20"),
        DoctorRow("two requests on one connection", "http/status/503", .connection, .askTwice),
        DoctorRow("reset during an upload", "tcp/reset-mid-upload", .upload, .upload),
        DoctorRow("a half-close before the rest", "tcp/slow bytes=6 every=1s", nil, .halfClose),
    ]

    /// Whether an older gateway knows it, which takes no parameters below `/__mishap/fail`.
    var isStock: Bool { cause.given.isEmpty }

    /// As `--json` names it.
    var needName: String { need?.rawValue ?? "half-close" }

    var target: String { "/__mishap/fail/\(cause.failure)\(tail)" }

    /// Bytes of body that an upload announces, and those that it begins with.
    static let uploadSize = 100_000
    static let uploadStart = 2

    /// The head of the request.
    func request(to authority: String) -> [UInt8] {
        var lines = [
            "\(course == .upload ? "POST" : "GET") \(target) HTTP/1.1", "Host: \(authority)",
            "User-Agent: mishap-doctor",
        ]
        if !isStock {
            let parameters = cause.given.map { "; \($0.name)=\($0.value)" }.joined()
            lines.append("Mishap-Fail: \(cause.failure)\(parameters)")
        }
        if course == .upload { lines.append("Content-Length: \(Self.uploadSize)") }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    /// What this version's catalogue sends for one request.
    var script: WireScript {
        let index = FailureIndex.all
        guard let failure = index.failure(of: cause) else { preconditionFailure("\(cause.name) is in no catalogue") }
        return index.sampleScript(of: failure, target: target)
    }
}
