internal import Glibc
internal import JSONText
internal import Mishap

/// Adds up reports.
enum ReportCommand {
    static let command = Command(
        name: "report",
        summary: "Add up the reports of several runs.",
        discussion: Discussion(
            """
              mishap report merge one.json two.json > all.json

            The files are those of mishap exec --report FILE.json, or answers of GET /__mishap/report, such as the parts of a CI \
            run that is divided. Standard output gets one report as JSON.
            """),
        arguments: [
            Argument(
                name: "action", count: .one, completion: .words([Completion.Candidate("merge", "add up reports")]),
                help: "What is to be done: merge."),
            Argument(name: "file", count: .any, completion: .files, help: "Reports as JSON; at least one."),
        ],
        run: run)

    private static func run(_ values: Values, _ context: CommandContext) throws(UsageError) -> Int32 {
        let files = values.arguments.dropFirst()
        guard !files.isEmpty else { throw .missingArgument("FILE", of: "report merge") }
        var (sum, areAllRead) = (RunReport(), true)
        for file in files {
            do throws(RunReport.ReadingError) {
                guard let text = InputFile.read(file) else {
                    throw RunReport.ReadingError(String(cString: strerror(errno)))
                }
                sum.add(try RunReport(text))
            } catch {
                context.output.message("\(file): \(error.message)")
                areAllRead = false
            }
        }
        // Half a sum would be taken for a whole one.
        guard areAllRead else { return 1 }
        context.output.print(String(decoding: sum.json.bytes(pretty: true), as: UTF8.self) + "\n")
        return 0
    }
}
