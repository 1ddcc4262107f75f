/// The report, as a table for people and as JSON.
struct Report {
    struct Section {
        let name: String
        let title: String
        let findings: [Finding]
        /// Why the row could not be measured; nil if it was.
        let problem: String?
    }

    var sections: [Section] = []
    let quick: Bool
    /// The program compared with; nil without a comparison.
    let against: String?

    var table: String {
        var lines: [String] = []
        let width = sections.flatMap(\.findings).map(\.label.utf8.count).max() ?? 0
        for section in sections {
            lines += ["", "\(section.name): \(section.title)"]
            lines += section.findings.map { Self.line($0, labelWidth: max(40, width)) }
            if let problem = section.problem { lines.append("  could not run: \(problem)") }
        }
        if against != nil { lines += ["", verdict] }
        if quick { lines += ["", "Quick runs are too short to judge by."] }
        return lines.dropFirst().joined(separator: "\n")
    }

    var json: String {
        let rows = sections.map { section in
            let findings = section.findings.map { "        \(Self.json($0))" }.joined(separator: ",\n")
            let problem = section.problem.map { ",\n      \"problem\": \(Self.quoted($0))" } ?? ""
            return """
                    {
                      "row": \(Self.quoted(section.name)),
                      "title": \(Self.quoted(section.title)),
                      "findings": [
                \(findings)
                      ]\(problem)
                    }
                """
        }
        let other = against.map { "\n  \"against\": \(Self.quoted($0))," } ?? ""
        return "{\n  \"quick\": \(quick),\(other)\n  \"rows\": [\n\(rows.joined(separator: ",\n"))\n  ]\n}\n"
    }

    /// A summary of the thresholds that are met and not met.
    private var verdict: String {
        let judged = sections.flatMap { section in
            section.findings.filter { $0.isOK != nil }.map { (name: "\(section.name): \($0.label)", isOK: $0.isOK) }
        }
        let missed = judged.filter { $0.isOK == false }.map { "  " + $0.name }
        let count = judged.count - missed.count
        let summary = "\(count) of \(judged.count) thresholds are met\(missed.isEmpty ? "." : "; these are not:")"
        return ([summary] + missed).joined(separator: "\n")
    }

    private static func line(_ finding: Finding, labelWidth: Int) -> String {
        let unit = finding.unit
        var measured = unit.text(finding.median)
        if finding.samples.count > 1 {
            measured += " (\(unit.text(finding.low))-\(unit.text(finding.high)))"
        }
        measured += unit == .count ? "" : " \(unit.rawValue)"
        let start = "  \(padded(finding.label, labelWidth)) \(padded(measured, 34))"
        guard let isOK = finding.isOK, let threshold = finding.threshold else { return trimmed(start) }
        let text =
            switch threshold {
            case .atLeast(let value): "at least \(unit.text(value))"
            case .atMost(let value): "at most \(unit.text(value))"
            }
        return "\(start) \(padded(text, 16)) \(isOK ? "ok" : "BELOW")"
    }

    private static func json(_ finding: Finding) -> String {
        var fields = [
            "\"label\": \(quoted(finding.label))",
            "\"unit\": \(quoted(finding.unit.rawValue))",
            "\"median\": \(finding.median)", "\"low\": \(finding.low)", "\"high\": \(finding.high)",
            "\"samples\": [\(finding.samples.map { "\($0)" }.joined(separator: ", "))]",
        ]
        switch finding.threshold {
        case .atLeast(let value): fields.append("\"atLeast\": \(value)")
        case .atMost(let value): fields.append("\"atMost\": \(value)")
        case nil: break
        }
        if let isOK = finding.isOK { fields.append("\"ok\": \(isOK)") }
        return "{ \(fields.joined(separator: ", ")) }"
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default: result += scalar.value < 0x20 ? " " : String(scalar)
            }
        }
        return result + "\""
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.utf8.count))
    }

    private static func trimmed(_ text: String) -> String {
        String(text.reversed().drop { $0 == " " }.reversed())
    }
}
