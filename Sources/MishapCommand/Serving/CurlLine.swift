internal import Wire

/// A line of curl that somebody can copy: with what it takes to see the failure, and to get the prompt back.
struct CurlLine: Hashable {
    let url: String
    let method: String
    /// Bytes of request body that it takes to see anything; nil where no body is needed.
    let upload: Int?
    let needsTimeout: Bool

    init(_ url: String, method: String = "GET", showing script: WireScript? = nil) {
        self.url = url
        self.method = method
        switch script?.upload {
        case .interrupt(let after): upload = max(2_000, 2 * after)
        case .readWithoutContinue: upload = 2_000
        case .read, nil: upload = nil
        }
        needsTimeout = script?.ending == .hold
    }

    var text: String {
        var words = ["curl -v"]
        if needsTimeout { words.append("--max-time 5") }
        if let upload {
            words.append("--data-binary @-")
            if upload <= 2_000 { words.append("-H 'Expect: 100-continue'") }
            if method != "GET", method != "POST" { words.append("-X \(method)") }
        } else if method == "HEAD" {
            words.append("--head")
        } else if method != "GET" {
            words.append("-X \(method)")
        }
        words.append(url.contains { "?&*[]{}'()$ ;".contains($0) } ? "'\(url)'" : url)
        let line = words.joined(separator: " ")
        return upload.map { "head -c \($0) /dev/zero | \(line)" } ?? line
    }
}
