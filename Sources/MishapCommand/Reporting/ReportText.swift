internal import Bytes
internal import JSONText
internal import Mishap

/// A report for people: as text, or as Markdown for the summary of a CI run.
struct ReportText {
    let report: RunReport

    /// How many rules, requests and sessions are shown of each kind.
    private static let mostShown = 50

    var text: String {
        var lines = [title]
        lines += failures.map { "  \($0.name): \($0.words)" }
        lines += ["", unmatchedTitle] + unmatched.map { "  \($0)" }
        lines += ["", idleTitle] + idle.map { "  \($0)" }
        if report.listsNotReached { lines += ["", notReachedTitle] + report.notReached.map { "  \($0)" } }
        lines += rest
        return lines.map { Terminal.safe($0) + "\n" }.joined()
    }

    var markdown: String {
        var lines = ["## Mishap", "", title, ""]
        if !failures.isEmpty {
            lines += ["| failure | left as planned | client left before | then: nothing | the same request | another |"]
            lines += ["|---|---|---|---|---|---|"]
            lines += report.failures.keys.sorted().map { name in
                let failure = report.failures[name] ?? RunReport.Failure()
                let counts = [
                    failure.left, failure.clientLeft, failure.next.none, failure.next.same, failure.next.other,
                ]
                return "| \(Self.code(name)) | " + counts.map { "\($0)" }.joined(separator: " | ") + " |"
            }
            lines.append("")
        }
        lines += [unmatchedTitle, ""] + list(unmatched) + [idleTitle, ""] + list(idle)
        if report.listsNotReached { lines += [notReachedTitle, ""] + list(report.notReached) }
        lines += rest
        return lines.map { Terminal.safe($0) + "\n" }.joined()
    }

    private func list(_ items: [String]) -> [String] {
        items.isEmpty ? [] : items.map { "- \(Self.code($0))" } + [""]
    }

    /// In a fence that is longer than any run of backquotes in it (CommonMark, 6.1).
    static func code(_ text: String) -> String {
        let runs = text.split { $0 != "`" }.map(\.count).max() ?? 0
        let fence = String(repeating: "`", count: runs + 1)
        let isBeside = text.hasPrefix("`") || text.hasSuffix("`")
        // A bar would end the cell of a table.
        let shown = text.replacing(each: "|", by: "\\|")
        return fence + (isBeside ? " \(shown) " : shown) + fence
    }

    // MARK: Parts

    private var title: String {
        let counts = report.counts
        return "Failures that were exercised: \(counts.exercised), of \(counts.all) in the catalogue"
            + (counts.begun > 0 ? "; \(counts.begun) more began" : "")
    }

    private var failures: [(name: String, words: String)] {
        report.failures.keys.sorted().map { name in
            let failure = report.failures[name] ?? RunReport.Failure()
            var words = "left as planned \(Self.times(failure.left))"
            if failure.clientLeft > 0 { words += ", its client left before that \(Self.times(failure.clientLeft))" }
            let next = [
                ("nothing", failure.next.none), ("the same request", failure.next.same),
                ("another one", failure.next.other),
            ].filter { $0.1 > 0 }.map { "\($0) \(Self.times($1))" }
            return (name, words + "; then " + ListText.and(next))
        }
    }

    private static func times(_ count: Int) -> String {
        switch count {
        case 1: "once"
        case 2: "twice"
        default: "\(count) times"
        }
    }

    private var unmatchedTitle: String { "Requests that no rule took: \(report.unmatchedCount)" }

    private var unmatched: [String] {
        let shown = report.unmatched.prefix(Self.mostShown).map { entry in
            let line = [entry["method"], entry["target"]].map { Self.string($0) }.joined(separator: " ")
            let nearest = Self.string(entry["nearest"])
            return line + (nearest.isEmpty ? "" : " (nearest: \(nearest))")
        }
        return shown + more(report.unmatchedCount - shown.count)
    }

    private static func string(_ value: JSONValue?) -> String {
        if case .string(let text)? = value { text } else { "" }
    }

    private var idleTitle: String { "Rules that no request reached: \(report.idleRules.count)" }

    private var idle: [String] {
        let rules = report.idleRules
        return rules.prefix(Self.mostShown).map { "\($0.scenario): \($0.rule)" }
            + more(rules.count - Self.mostShown)
    }

    private func more(_ count: Int) -> [String] { count > 0 ? ["and \(count) more"] : [] }

    private var notReachedTitle: String {
        "Failures of the scenarios that no request got: \(report.notReached.count)"
    }

    private var rest: [String] {
        var lines: [String] = []
        if report.listsNotReached, !report.notCountable.isEmpty {
            let names = report.notCountable.joined(separator: ", ")
            lines += ["", "Not countable, since the kernel answers: \(names)"]
        }
        if !report.expired.isEmpty {
            let shown = report.expired.prefix(Self.mostShown).joined(separator: ", ")
            lines += ["", "Sessions that were not used for too long, and went: \(report.expired.count) (\(shown))"]
        }
        if report.evicted > 0 {
            lines += [
                "", "\(report.evicted) entries were dropped for room; of these only the rules' hits are counted.",
            ]
        }
        return lines
    }
}
