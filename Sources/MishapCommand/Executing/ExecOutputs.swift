internal import JSONText
internal import Mishap

/// The files that `exec` writes at the end.
struct ExecOutputs {
    private let reports: [(format: ReportPath.Format, file: OutputFile)]
    private let junit: OutputFile?

    /// Whether any of them is about what was exercised.
    var needsReport: Bool { !reports.isEmpty }

    init(reports paths: [ReportPath], junit path: String?) throws(OutputFile.Failure) {
        var reports: [(format: ReportPath.Format, file: OutputFile)] = []
        for path in paths { reports.append((path.format, try OutputFile(path.text))) }
        self.reports = reports
        var junit: OutputFile?
        if let path { junit = try OutputFile(path) }
        self.junit = junit
    }

    /// Writes them; returns what could not be written, and why.
    func write(_ exercised: RunReport, _ report: ExecReport) -> [String] {
        var texts = reports.map { format, file in (file, Self.text(exercised, format)) }
        if let junit { texts.append((junit, report.junit)) }
        var problems: [String] = []
        for (file, text) in texts {
            do throws(OutputFile.Failure) { try file.write(text) } catch { problems.append(error.message) }
        }
        return problems
    }

    private static func text(_ report: RunReport, _ format: ReportPath.Format) -> String {
        switch format {
        case .json: String(decoding: report.json.bytes(pretty: true), as: UTF8.self) + "\n"
        case .md: ReportText(report: report).markdown
        case .txt: ReportText(report: report).text
        }
    }
}

/// A failure that a run has to exercise.
struct RequiredFailure: Hashable, Sendable {
    let name: String
    /// Why it is not met; nil if it is.
    let problem: String?

    init(_ name: String, in report: RunReport) {
        self.name = name
        problem = report.isExercised(name) ? nil : Self.problem(name, in: report)
    }

    private static func problem(_ name: String, in report: RunReport) -> String {
        let count = report.clientLeft(name)
        if count > 0 { return "its client left before it struck, \(count == 1 ? "once" : "\(count) times")" }
        if report.isReached(name) { return "the answers with it have not ended by themselves" }
        guard report.evicted == 0 else {
            return "not known: \(report.evicted) entries of the journals were dropped for room"
        }
        return "no request got it"
    }
}
