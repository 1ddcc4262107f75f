internal import Wire

extension Failure {
    /// An HTML page where the client expects data.
    static let html = Failure(
        "http/html", "An HTML page comes where JSON belongs, as from a captive portal or a proxy.",
        wire: "200 with Content-Type: text/html and a small page; `message` is its text.",
        reports: .measured(
            curl: "0", requests: "200, then JSONDecodeError on .json()",
            node: "200, then SyntaxError on .json()",
            java: "200", urlSession: "200"),
        source: Measured.loopback, evidence: .observed,
        effect: .answer { arguments in
            let text = escaped(arguments.text("message") ?? "Please sign in to use this network.")
            return Reply(
                status: 200, contentType: "text/html; charset=utf-8",
                text: """
                    <!DOCTYPE html>
                    <html lang="en">
                    <head><meta charset="utf-8"><title>Welcome</title></head>
                    <body><h1>Welcome</h1><p>\(text)</p></body>
                    </html>

                    """)
        })

    package static func escaped(_ text: String) -> String {
        let special = text.utf8.contains {
            $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">")
        }
        guard special else { return text }
        // By scalar, not by character: to a browser, a bracket followed by a combining accent is still a bracket.
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}
