internal import Catalogue
internal import JSONText

/// What `doctor` found, as text and as JSON.
struct DoctorReport: Sendable {
    let url: String
    /// The address that was connected to.
    let address: String
    /// The gateway's version; nil if it does not say one.
    let version: String?
    let findings: DoctorFindings
    let https: DoctorHTTPS

    /// 0 if all that was tried arrives, 1 if something changes, 2 if nothing could be tried.
    var exitCode: Int32 {
        if https.outcome == .changed || findings.asked.contains(where: { $0.outcome == .changed }) { return 1 }
        return findings.asked.contains { $0.outcome == .asSent } ? 0 : 2
    }

    // MARK: Text

    func text(_ style: Style) -> String {
        var lines = ["\(url) at \(address), Mishap \(version ?? "of an unknown version")", ""]
        if version == nil {
            lines += Columns.wrap(
                "It does not say that it is Mishap: an older one, or none. Only failures without parameters are asked for.",
                indent: 0)
            lines.append("")
        }
        lines += table(style) + [""]
        lines += Columns.wrap(Terminal.safe("https: \(https.outcome.rawValue), \(https.detail)"), indent: 0).map {
            https.outcome == .changed ? style.yellow($0) : https.outcome == .notTried ? style.faint($0) : $0
        }
        lines.append("")
        lines += conclusion(style)
        return lines.map { $0 + "\n" }.joined()
    }

    private func table(_ style: Style) -> [String] {
        let rows = findings.asked.map { asked in
            (
                "\(asked.row.cause.failure)", asked.row.name, DoctorText.sent(asked.expected),
                Terminal.safe(DoctorText.arrived(asked))
            )
        }
        let titles = ("failure", "what it tries", "sent", "arrived")
        let widths = rows.reduce((titles.0.count, titles.1.count, titles.2.count)) { widths, row in
            (max(widths.0, row.0.count), max(widths.1, row.1.count), max(widths.2, row.2.count))
        }
        func line(_ row: (String, String, String, String)) -> String {
            "  " + Columns.pad(row.0, to: widths.0 + 2) + Columns.pad(row.1, to: widths.1 + 2)
                + Columns.pad(row.2, to: widths.2 + 2)
        }
        return [style.bold(line(titles) + titles.3)]
            + zip(findings.asked, rows).map { asked, row in
                let arrived =
                    switch asked.outcome {
                    case .asSent: row.3
                    case .changed: style.yellow(row.3)
                    case .notTried: style.faint(row.3)
                    }
                return line(row) + arrived
            }
    }

    private func conclusion(_ style: Style) -> [String] {
        guard let between = findings.between else {
            if exitCode == 2 { return ["Nothing could be tried."] }
            return https.outcome == .changed
                ? ["All failures that were asked for arrive as they were sent, but TLS does not."]
                : ["All that was asked for arrives as it was sent: nothing changes failures on this way."]
        }
        var lines = [style.bold("Between"), "  \(Terminal.safe(between))", "", style.bold("What helps")]
        lines += findings.help.flatMap { Columns.wrap($0, indent: 2) }
        let changed = findings.changedFailures
        guard !changed.isEmpty else { return lines }
        let title = "Failures that do not arrive as they are sent: \(changed.count)"
        return [style.bold(title)] + Columns.wrap(changed.joined(separator: " "), indent: 2) + [""] + lines
    }

    // MARK: JSON

    var json: JSONValue {
        [
            "url": .string(url), "address": .string(address),
            "gateway": version.map { .string($0) } ?? .null,
            "rows": .array(findings.asked.map(Self.json)),
            "changed": .array(findings.changedFailures.map { .string($0) }),
            "between": findings.between.map { .string($0) } ?? .null,
            "help": .array(findings.help.map { .string($0) }), "https": https.json,
        ]
    }

    private static func json(_ asked: DoctorFindings.Asked) -> JSONValue {
        [
            "name": .string(asked.row.name), "failure": .string(asked.row.cause.failure),
            "need": .string(asked.row.needName), "sent": .string(DoctorText.sent(asked.expected)),
            "arrived": .string(DoctorText.arrived(asked)), "outcome": .string(asked.outcome.rawValue),
        ]
    }
}

/// Timelines in words.
enum DoctorText {
    /// Such as "172 bytes, RST".
    static func sent(_ expected: DoctorTimeline) -> String {
        "\(bytes(expected.count)), \(end(expected))" + apart(expected)
    }

    static func arrived(_ asked: DoctorFindings.Asked) -> String {
        guard let judgement = asked.judgement, let seen = asked.seen else {
            return "not tried: " + (asked.problem ?? "the gateway does not know it")
        }
        if judgement.isAsSent { return "as sent" }
        let late = judgement.differences.contains(.time) ? apart(seen) : ""
        if let answer = asked.answer, answer.status != DoctorAnswer(asked.expected.bytes)?.status {
            return "\(answer.source), \(end(seen))"
        }
        if judgement.differences.contains(.fields) {
            return "\(asked.answer?.isLowerCase == true ? "fields in lower case" : "other fields"), \(end(seen))" + late
        }
        let isAsMany = judgement.differences.contains(.bytes) && seen.count == asked.expected.count
        return "\(bytes(seen.count))\(isAsMany ? ", other ones" : ""), \(end(seen))" + late
    }

    private static func bytes(_ count: Int) -> String {
        count == 0 ? "nothing" : count == 1 ? "1 byte" : "\(count) bytes"
    }

    private static func end(_ timeline: DoctorTimeline) -> String {
        switch timeline.end {
        case .open: "kept open"
        case .end: "FIN"
        case .reset: "RST"
        }
    }

    /// Such as " (0, 100, 200 ms)" where there are several pieces.
    private static func apart(_ timeline: DoctorTimeline) -> String {
        guard let last = timeline.pieces.last?.at, last > 0 else { return "" }
        return " (" + timeline.pieces.prefix(8).map { "\($0.at)" }.joined(separator: ", ")
            + (timeline.pieces.count > 8 ? " …" : "") + " ms)"
    }
}
