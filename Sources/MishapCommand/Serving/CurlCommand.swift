internal import Wire

/// A curl command to try a failure, with the options needed to observe it, and to end if the gateway never answers.
struct CurlCommand: Hashable {
    private let url: String
    private let method: String
    private var options: [String] = []
    /// The number of bytes to upload, if the failure needs an upload.
    private var upload: Int?
    /// The body of a request of the failure's system.
    private let data: String?

    /// - Parameter script: What the gateway is going to send.
    init(_ url: String, method: String = "GET", showing script: WireScript? = nil, data: String? = nil) {
        self.url = url
        self.method = method
        self.data = data
        guard let script else { return }
        upload = Self.upload(script)
        if script.ending == .hold { options.append("--max-time 5") }
        for case .head(let head, _, _, _) in script.actions {
            if (300...399).contains(head.status), head.first("location") != nil { options.append("-L") }
            if head.first("content-encoding") != nil { options.append("--compressed") }
        }
        if script.upload == .readWithoutContinue { options.append("-H 'Expect: 100-continue'") }
    }

    private static func upload(_ script: WireScript) -> Int? {
        switch script.upload {
        case .read: nil
        case .readWithoutContinue: 1_000
        case .paced: 1_000_000
        case .pause(let after, _): max(50_000_000, 2 * after)
        case .pauseAtShare: 50_000_000
        // More than the kernel's buffers hold, since the client would not notice otherwise.
        case .interrupt where script.ending == .hold, .interruptAtShare where script.ending == .hold: 50_000_000
        case .interrupt(let after) where after > 0 || script.status != nil: max(1_000_000, 2 * after)
        case .interrupt: nil
        case .interruptAtShare: 1_000_000
        }
    }

    var text: String {
        var arguments = ["curl -v"] + options
        if upload != nil { arguments.append("--data-binary @-") } else if let data { arguments.append("-d '\(data)'") }
        switch method {
        case "GET" where upload == nil, "POST" where upload != nil: break
        // With a body, curl sends a POST, which works as well for all failures.
        case "GET": break
        case "HEAD": arguments.append("--head")
        default: arguments.append("-X \(method)")
        }
        arguments.append(url.contains { "?&*[]{}'()$ ;".contains($0) } ? "'\(url)'" : url)
        let line = arguments.joined(separator: " ")
        return upload.map { "head -c \($0) /dev/zero | \(line)" } ?? line
    }
}
