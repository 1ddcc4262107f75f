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
            effect: .answer { arguments in
                let status = arguments.count("status") ?? number
                let message = arguments.text("message")
                if status >= 400 { return .problem(status, detail: message) }
                var reply = Reply.bare(
                    status, message: ResponseHead(status: status).forbidsContent ? nil : message)
                if status < 200 { reply.ending = .hold }
                return reply
            })
    }

    private static func wire(of number: Int) -> String {
        switch number {
        case ..<200: "The head alone, and then silence: the final response never comes."
        case 204, 304: "The head alone: this status has no body."
        case ..<400: "The head with Content-Length: 0; `message` makes it a line of text."
        default: "The head and a problem document with the status and its phrase; `message` is its detail."
        }
    }

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
                node: "the status", java: "the status", urlSession: "the status; no error")
        default: []
        }
    }
}
