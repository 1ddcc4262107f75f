internal import Wire

extension Failure {
    /// A response with any status from 100 to 999.
    static func status(_ number: Int) -> Failure {
        Failure(
            "http/status/\(number)",
            "The gateway answers with status \(number), as it does with any from 100 to 999.",
            wire: wire(of: number),
            reports: reports(of: number),
            source: Measured.and("RFC 9110, 15; RFC 9457"), evidence: .observed,
            isInterim: (100..<200).contains(number), effect: effect(number))
    }

    /// The same reply to every request, but for a 405: one that allowed the method which it refuses would contradict
    /// itself.
    private static func effect(_ number: Int) -> Effect {
        guard number == 405 else {
            return .answer { reply($0.count("status") ?? number, $0.text("message")) }
        }
        return .answerToCall { arguments in
            let status = arguments.count("status") ?? number
            let plain = reply(status, arguments.text("message"))
            guard status == number else { return { _, _ in plain } }
            let replies = methods.map { method in
                let others = methods.filter { $0 != method && !(method == "GET" && $0 == "HEAD") }
                return (Array(method.utf8), allowing(others, plain))
            }
            let other = allowing(methods, plain)
            return { _, context in
                let method = context.request.head[context.request.method]
                return replies.first { method.elementsEqual($0.0) }?.1 ?? other
            }
        }
    }

    private static func allowing(_ methods: [String], _ reply: Reply) -> Reply {
        var reply = reply
        reply.head.fields.insert(HeaderField("Allow", methods.joined(separator: ", ")), at: 0)
        return reply
    }

    private static func reply(_ status: Int, _ message: String?) -> Reply {
        if status >= 400 {
            var reply = Reply.problem(status, detail: message)
            reply.head.fields.insert(contentsOf: demandedFields[status] ?? [], at: 0)
            return reply
        }
        var reply = Reply.bare(status, message: ResponseHead(status: status).forbidsContent ? nil : message)
        if status < 200 { reply.ending = .hold }
        return reply
    }

    /// What RFC 9110 says that the status comes with (15.5.2, 15.5.8 and 15.5.22; 7.8 for Connection). Allow of a 405
    /// (15.5.6) depends on the request.
    private static let demandedFields = [
        401: [HeaderField("WWW-Authenticate", #"Bearer realm="Mishap""#)],
        407: [HeaderField("Proxy-Authenticate", #"Basic realm="Mishap""#)],
        426: [HeaderField("Upgrade", "HTTP/3.0"), HeaderField("Connection", "Upgrade")],
    ]

    private static let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

    private static func wire(of number: Int) -> String {
        switch number {
        case ..<200: "The head alone, and then silence: the final response never comes."
        case 204, 304: "The head alone: this status has no body."
        case 401: "The head with WWW-Authenticate of `Bearer`, \(demanded), and a problem document."
        case 405:
            """
            The head with Allow, which has all methods of HTTP but the one of the request, \(demanded), and a problem \
            document.
            """
        case 407: "The head with Proxy-Authenticate of `Basic`, \(demanded), and a problem document."
        case 426: "The head with Upgrade and Connection, \(demanded), and a problem document."
        case ..<400: "The head with Content-Length: 0; `message` makes it a line of text."
        default: "The head and a problem document with the status and its phrase; `message` is its detail."
        }
    }

    private static let demanded = "as RFC 9110 demands (a null in `headers` leaves it out)"

    private static func reports(of number: Int) -> [ClientReport] {
        switch number {
        case 407:
            .measured(
                curl: "0 with the 407", requests: "407", node: "TypeError: fetch failed", java: "407",
                urlSession: "407")
        case 200...999:
            .measured(
                curl: "0 with the status; 22 with --fail from 400 on",
                requests: "the status; HTTPError by raise_for_status()",
                node: "the status",
                java: number == 401
                    ? "401; with an Authenticator, and without WWW-Authenticate, IOException: WWW-Authenticate header missing"
                    : [307, 308].contains(number)
                        ? "the status; with Redirect.NORMAL IOException: Invalid redirection" : "the status",
                urlSession: "the status; no error")
        default: []
        }
    }
}
