internal import Wire

/// A line of curl that somebody can copy: with what it takes to see the failure, and to get the prompt back.
struct CurlCommand: Hashable {
    private let url: String
    private let method: String
    private var options: [String] = []
    /// Bytes of request body without which there would be nothing to see.
    private var upload: Int?
    /// A request of the system that the failure belongs to.
    private let data: String?

    /// `script` is what is going to happen.
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
        // More than the kernel's buffers take, or the client would not notice.
        case .interrupt where script.ending == .hold: 50_000_000
        case .interrupt(let after) where after > 0 || script.status != nil: max(1_000_000, 2 * after)
        case .interrupt: nil
        }
    }

    var text: String {
        var arguments = ["curl -v"] + options
        if upload != nil { arguments.append("--data-binary @-") } else if let data { arguments.append("-d '\(data)'") }
        switch method {
        case "GET" where upload == nil, "POST" where upload != nil: break
        // With a body curl makes it a POST, and no failure minds.
        case "GET": break
        case "HEAD": arguments.append("--head")
        default: arguments.append("-X \(method)")
        }
        arguments.append(url.contains { "?&*[]{}'()$ ;".contains($0) } ? "'\(url)'" : url)
        let line = arguments.joined(separator: " ")
        return upload.map { "head -c \($0) /dev/zero | \(line)" } ?? line
    }
}
