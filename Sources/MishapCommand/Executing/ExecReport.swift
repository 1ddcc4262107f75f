internal import Bytes
internal import Glibc
internal import JSONText
internal import Mishap

/// What `exec` says at the end, and its exit code: of the command, or 3 if that passed and a client did not behave.
struct ExecReport {
    let end: CommandEnd
    let verdicts: RunVerdicts
    var required: [RequiredFailure] = []
    /// Nil if there are some that cannot be named.
    let leftBehind: [LeftBehind]?
    /// The command's first word.
    let program: String

    /// The exit code where only a verdict failed.
    static let verdictFailed: Int32 = 3
    /// How many sessions and processes are named.
    private static let mostNamed = 20

    private var failed: [SessionVerdict] { verdicts.sessions.filter { $0.outcome == .failed } }
    private var undecided: [SessionVerdict] { verdicts.sessions.filter { $0.outcome == .undecided } }
    /// A session of which no verdict was kept may have failed.
    private var hasPassed: Bool {
        failed.isEmpty && undecided.isEmpty && verdicts.missing == 0 && lacking.isEmpty
    }
    private var lacking: [RequiredFailure] { required.filter { $0.problem != nil } }

    /// As XML of JUnit.
    var junit: String {
        JUnitText(verdicts: verdicts, required: required.map { ($0.name, $0.problem) }).text
    }

    var exitCode: Int32 { end == .exited(0) && !hasPassed ? Self.verdictFailed : end.exitCode }

    /// Lines for standard error; empty if there is nothing to say.
    func text(_ style: Style = .plain) -> String {
        var lines: [String] = []
        if let first { lines.append(style.bold("mishap: " + first)) }
        lines += sessions(style)
        for failure in lacking {
            lines.append("mishap: \(style.bold("not exercised")): \(failure.name): \(failure.problem ?? "")")
        }
        if verdicts.requests == 0, case .exited = end {
            lines.append(
                "mishap: no request came; the command finds the gateway's address in the variable MISHAP_URL")
        }
        lines += left
        return lines.map { $0 + "\n" }.joined()
    }

    /// Why the exit code is what it is; nil if all is well.
    private var first: String? {
        switch end {
        case .notFound: return "\(shown) was not found; exit code 127"
        case .notExecutable(let reason): return "\(shown) cannot be run: \(reason); exit code 126"
        case .notStarted(let reason): return "no process could be started: \(reason); exit code 125"
        case .signalled(let number):
            return "the command was ended by \(SignalNames.name(of: number)); exit code \(128 + number)\(andVerdict)"
        case .exited(0): return verdictWords.map { "\($0); exit code \(Self.verdictFailed)" }
        // Nobody should take that for a verdict.
        case .exited(Self.verdictFailed): return "the command itself exited with 3\(andVerdict)"
        case .exited(let code): return verdictWords.map { "the command exited with \(code), and \($0)" }
        }
    }

    private var andVerdict: String { verdictWords.map { ", and \($0)" } ?? "" }

    /// Nil if all passed.
    private var verdictWords: String? {
        let count = verdicts.sessions.count
        let of = count == 1 ? "" : " of \(count) sessions"
        if !failed.isEmpty { return "the verdict failed\(count == 1 ? "" : " for \(failed.count)\(of)")" }
        if !undecided.isEmpty { return "the verdict is undecided\(count == 1 ? "" : " for \(undecided.count)\(of)")" }
        if verdicts.missing > 0 { return "not all sessions could be judged" }
        guard !lacking.isEmpty else { return nil }
        return
            "\(lacking.count) of \(required.count) required failures \(lacking.count == 1 ? "was" : "were") not exercised"
    }

    private var shown: String { "\"\(Terminal.safe(program))\"" }

    // MARK: Verdicts

    private func sessions(_ style: Style) -> [String] {
        var lines: [String] = []
        let worst = failed + undecided
        for session in worst.prefix(Self.mostNamed) { lines += self.lines(of: session, style) }
        if worst.count > Self.mostNamed {
            lines.append("mishap: and \(worst.count - Self.mostNamed) more such sessions")
        }
        let passed = verdicts.sessions.filter { $0.outcome == .passed }
        if passed.count == 1, worst.isEmpty {
            lines += self.lines(of: passed[0], style)
        } else if !passed.isEmpty {
            let count = passed.count + verdicts.morePassed
            lines.append("mishap: \(style.green("passed")): \(count) session\(count == 1 ? "" : "s")")
        }
        if verdicts.missing > 0 {
            lines.append(
                "mishap: \(verdicts.missing) more sessions went for room, or are not listed: it is not known how their clients behaved"
            )
        }
        return lines
    }

    private func lines(of session: SessionVerdict, _ style: Style) -> [String] {
        let label = session.label.map { " (\($0))" } ?? ""
        let scenario = session.session.hasPrefix("~") ? ", of \(session.scenario)" : ""
        let title = Terminal.safe("\(session.session)\(label)\(scenario)")
        let order: [SessionVerdict.Outcome] = [.failed, .undecided, .passed]
        let items = order.flatMap { outcome in session.items.filter { $0.outcome == outcome } }
        return ["mishap: \(word(session.outcome, style)): \(title)"]
            + items.map { "  \(word($0.outcome, style)): \(Terminal.safe("\($0.title): \($0.reason)"))" }
            + session.remarks.map { "  \(Terminal.safe($0))" }
    }

    private func word(_ outcome: SessionVerdict.Outcome, _ style: Style) -> String {
        switch outcome {
        case .passed: style.green("passed")
        case .failed: style.bold("failed")
        case .undecided: style.yellow("undecided")
        }
    }

    // MARK: Processes

    private var left: [String] {
        guard let leftBehind else { return ["mishap: the command left processes behind, which cannot be named here"] }
        guard !leftBehind.isEmpty else { return [] }
        let shown = leftBehind.prefix(Self.mostNamed).map { process in
            let line = Terminal.safe(process.commandLine)
            return "  \(process.process) \(line.count > 200 ? line.prefix(200) + "…" : line)"
        }
        let more = leftBehind.count > Self.mostNamed ? ["  and \(leftBehind.count - Self.mostNamed) more"] : []
        return ["mishap: the command left behind, still running:"] + shown + more
    }
}
