internal import Wire

extension Failure {
    /// A redirect to the same URL.
    static let redirectLoop = Failure(
        "http/redirect-loop", "The gateway sends the client to the very address that it asked for, for ever.",
        wire: "302 with the request's own target in Location, as it was sent; Content-Length: 0.",
        reports: .measured(
            curl: "47 with --location, else 0 and the 302", requests: "TooManyRedirects",
            node: "TypeError: fetch failed, from redirect count exceeded",
            java: "the 302 itself, with Redirect.NORMAL after 5 requests",
            urlSession: "NSURLErrorDomain -1007"),
        source: Measured.and("RFC 9110, 15.4"), evidence: .observed, phase: .head, pathNeeds: [.target],
        effect: .answerToRequest { arguments, request in
            .bare(
                302, [HeaderField(name: Array("Location".utf8), value: location(of: request))],
                message: arguments.text("message"))
        })

    /// The target as a relative reference. One that begins with two slashes would name a host (RFC 3986, 4.2).
    private static func location(of request: Request) -> [UInt8] {
        let target = Array(request.head[request.target])
        return target.starts(with: "//".utf8) ? Array("/.".utf8) + target : target
    }
}
