internal import Wire

/// `GET /__mishap/` of a browser: a page that shows what happens, and breaks it by hand. It needs no token, and its calls do.
enum PageAnswer {
    /// Whether a client would rather have the page than JSON.
    static func isWanted(by request: Request) -> Bool {
        request.firstAccepted(among: ["application/json", type]) == type
    }

    static var script: WireScript {
        let policy = [
            "default-src 'none'", "script-src \(PageText.scriptHash)", "style-src \(PageText.styleHash)",
            "connect-src 'self'", "img-src data:", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'",
        ]
        return ControlAnswer.script(
            200, type + "; charset=utf-8", PageText.html.withUTF8Buffer { Array($0) },
            [
                HeaderField("Content-Security-Policy", policy.joined(separator: "; ")),
                HeaderField("X-Content-Type-Options", "nosniff"), HeaderField("Referrer-Policy", "no-referrer"),
                HeaderField("Vary", "Accept"),
            ])
    }

    private static let type = "text/html"
}
