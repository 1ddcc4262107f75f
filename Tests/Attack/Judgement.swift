import HostileRequests

/// Judges what came back for a row.
struct Judgement {
    let row: HostileRequest
    let path: AnswerPath
    /// Whether an ordinary request was answered before, on the same connection.
    let isLater: Bool

    /// How the connection ended.
    enum Ending: String {
        /// The peer's FIN.
        case end = "closed"
        /// The peer's RST.
        case reset = "reset"
        /// Still open when the time was up.
        case open = "still open"
    }

    static let openerPath = "/plain/opener"
    static let followUpPath = "/plain/after"
    static let opener = "GET \(openerPath) HTTP/1.1\r\nHost: x\r\n\r\n"
    static let followUp = "GET \(followUpPath) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    static let openerBody = AnswerPath.body(of: "GET", openerPath, "")
    private static let followUpBody = AnswerPath.body(of: "GET", followUpPath, "")

    /// The bytes of the row. If it may wait for more, the client ends its side behind them.
    static func bytes(_ row: HostileRequest, _ path: AnswerPath) -> (bytes: [UInt8], endsInput: Bool) {
        let isIncomplete = row.readings.allSatisfy { $0.ending == .incomplete }
        return (
            row.bytes(path: path.path) + (isIncomplete ? [] : Array(followUp.utf8)),
            row.readings.contains { $0.ending == .incomplete }
        )
    }

    /// Nil if one of the row's readings explains all that came; else why the nearest one does not.
    func problem(_ bytes: [UInt8], _ ending: Ending) -> String? {
        var problems: [String] = []
        for reading in row.readings {
            guard let problem = problem(bytes, ending, as: reading) else { return nil }
            problems.append(problem)
        }
        return problems.joined(separator: "; or else ")
    }

    private func problem(_ bytes: [UInt8], _ ending: Ending, as reading: Reading) -> String? {
        var reader = AnswerReader(bytes, hasEnded: ending == .end)
        do throws(AnswerReader.Failure) {
            if isLater {
                let answer = try reader.next(to: "GET")
                guard answer.status == 200, answer.body.elementsEqual(Self.openerBody.utf8) else {
                    return "the request before it got \(answer.status)"
                }
            }
            for (number, request) in reading.taken.enumerated() {
                if reader.isAtEnd { return "request \(number + 1) got no answer, \(ending.rawValue)" }
                let answer = try reader.next(to: request.method)
                if let problem = path.problem(answer, to: request) { return "request \(number + 1): \(problem)" }
                guard answer.interims <= (request.mayContinue ? 1 : 0) else {
                    return "request \(number + 1) got \(answer.interims) interim responses"
                }
                if path.closes { return Self.end(reader, ending) }
                if refusesAtHead, answer.status >= 300 { return try Self.end(behindRefusal: &reader, ending) }
                // The control API answers at the head, and need not read a body that it has no use for (RFC 9112, 9.6).
                if path == .fed, !request.body.isEmpty, reader.isAtEnd, answer.values("connection") == ["close"] {
                    return Self.end(reader, ending)
                }
            }
            switch reading.ending {
            case .open:
                if reader.isAtEnd { return "the follow-up got no answer, \(ending.rawValue)" }
                let answer = try reader.next(to: "GET")
                guard answer.status == 200, answer.body.elementsEqual(Self.followUpBody.utf8) else {
                    return "the follow-up got \(answer.status): \(answer.body.shown)"
                }
            case .closed: break
            case .refused(let statuses):
                if reader.isAtEnd { return "no refusal, \(ending.rawValue)" }
                let answer = try reader.next(to: "GET")
                if refusesAtHead, answer.status == 405 { return try Self.end(behindRefusal: &reader, ending) }
                if let problem = Self.problem(ofRefusal: answer, statuses) { return problem }
            case .incomplete:
                guard try reader.skipInterims() <= 1 else { return "several interim responses" }
                if reader.isAtEnd { return ending == .open ? "still open behind the client's end" : nil }
                let answer = try reader.next(to: "GET")
                // The control API answers at the head.
                if path == .fed, [200, 405].contains(answer.status) { break }
                if let problem = Self.problem(ofRefusal: answer, [400, 408, 413]) { return problem }
            }
            return Self.end(reader, ending)
        } catch {
            switch error {
            case .incomplete: return "half an answer, \(ending.rawValue): \(reader.left.shown)"
            case .malformed(let what): return "malformed answer: \(what)"
            }
        }
    }

    /// Whether the control API refuses in place of a 100 (Continue), before it looks at the body.
    private var refusesAtHead: Bool {
        path == .fed
            && String(decoding: row.bytes(path: path.path), as: UTF8.self).lowercased().contains("100-continue")
    }

    /// What follows such a refusal is a request if it begins as one, however it was meant. Else it is the refused body, for
    /// which the server waits some seconds.
    private static func end(
        behindRefusal reader: inout AnswerReader, _ ending: Ending
    ) throws(AnswerReader.Failure) -> String? {
        while !reader.isAtEnd { _ = try reader.next(to: "GET") }
        return ending == .reset ? "reset behind a refusal" : nil
    }

    private static func problem(ofRefusal answer: Answer, _ statuses: [Int]) -> String? {
        guard statuses.contains(answer.status) else {
            return
                "\(answer.status) in place of \(statuses.map(String.init).joined(separator: " or ")): \(answer.body.shown)"
        }
        guard answer.values("content-type") == ["application/problem+json"] else {
            return "a \(answer.status) that is no problem document: \(answer.body.shown)"
        }
        guard answer.interims <= 1 else { return "\(answer.interims) interim responses" }
        return nil
    }

    private static func end(_ reader: AnswerReader, _ ending: Ending) -> String? {
        guard reader.isAtEnd else { return "more behind the last answer: \(reader.left.shown)" }
        return ending == .end ? nil : "\(ending.rawValue) behind the last answer"
    }
}
