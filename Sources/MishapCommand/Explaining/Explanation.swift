internal import Catalogue
internal import Wire

/// All that is known about one failure, for somebody who is about to use it.
struct Explanation {
    let failure: Failure
    /// Where a gateway is expected, for the line to try.
    let url: String
    let style: Style

    var text: String {
        var lines = ["\(style.bold(failure.name))  \(style.faint(kind))", failure.summary, ""]
        lines += section("On the wire", failure.wire)
        lines += section("When", phase)
        if !failure.reports.isEmpty {
            lines += [style.bold("What clients report")]
            lines += Columns.rows(failure.reports.map { ($0.client, $0.report) }) + [""]
        }
        lines += [style.bold("What \"with\" takes")]
        lines += parameters + [""]
        lines += section("Known from", "\(failure.source) (\(failure.evidence.rawValue))")
        lines += [style.bold("Try it"), "  \(curl)", "", style.bold("In a scenario")]
        lines += ScenarioSnippet(failure).text.split(separator: "\n").map { "  \($0)" }
        return lines.joined(separator: "\n") + "\n"
    }

    private var kind: String {
        switch failure.kind {
        case .answer: "an answer: it has a status and a body, and takes delay, pace and cut"
        case .spoiler: "a spoiler: it spoils the reply beside it, or a stock success"
        case .ending: "an ending: it sends no response, and takes a delay only"
        }
    }

    private var phase: String {
        switch failure.phase {
        case .connection: "While the connection is made."
        case .handshake: "In the handshake."
        case .head: "Before the head of a response is complete."
        case .body: "In the body of the response."
        }
    }

    private var parameters: [String] {
        guard !failure.parameters.isEmpty else { return ["  Nothing."] }
        return Columns.rows(
            failure.parameters.map { ($0.name, "\($0.summary) \(style.faint("(\(ParameterWords($0).bounds))"))") })
    }

    private var curl: String {
        CurlLine(
            "\(url)/__mishap/fail/\(failure.name)/any", showing: script,
            data: Dialects.dialect(of: failure)?.sampleRequest(ofBatch: failure.needsBatch)
        ).text
    }

    /// What happens where nothing is said with it.
    private var script: WireScript {
        let arguments = Arguments(of: failure)
        switch failure.effect {
        case .answer(let make): return make(arguments).script()
        case .answerToRequest(let make): return make(arguments, Self.request).script()
        case .answerToCall: return failure.script(arguments, for: Self.request, beside: PlainHTTP().stockSuccess)
        case .spoiler(let spoil):
            var reply = failure.stock ?? PlainHTTP().stockSuccess
            spoil(arguments, &reply)
            return reply.script()
        case .ending(let make): return make(arguments)
        }
    }

    private static var request: Request {
        let request = Request()
        Array("/any".utf8).withUnsafeBufferPointer { request.begin(target: $0) }
        return request
    }

    private func section(_ title: String, _ text: String) -> [String] {
        [style.bold(title)] + Columns.wrap(text, indent: 2) + [""]
    }
}
