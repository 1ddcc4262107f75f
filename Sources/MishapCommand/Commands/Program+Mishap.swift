internal import Mishap
internal import Catalogue
internal import Systems

extension Program {
    /// The command line of `mishap`. A new command is a line here and a file in this folder.
    static let mishap: Program = Program(
        name: "mishap", version: { VersionText.text }, summary: "A mock HTTP gateway that fails on cue.",
        discussion: Discussion(
            """
            Start it with a folder of scenarios, and point your client at it:

              mishap serve scenarios/
              curl -v http://127.0.0.1:8080/@tcp/reset-mid-body/any

            Or without any scenario, a failure by its name:

              mishap catalogue                          what can go wrong
              mishap explain http/truncated-json        what it is, and how to try it
              curl -v http://127.0.0.1:8080/__mishap/fail/http/truncated-json/any
            """),
        commands: [
            ServeCommand.command,
            ExecCommand.command,
            CheckCommand.command,
            ExplainCommand.command,
            CatalogueCommand.command,
            SchemaCommand.command,
            AuthorityCommand.command,
            HealthCommand.command,
            DoctorCommand.command,
            ReportCommand.command,
            CompletionCommand.command,
            HelpCommand.command,
        ],
        planned: [],
        exits: [
            (0, "All is well."),
            (1, "Something is wrong with files, ports or the gateway that was asked, or a name is not there."),
            (2, "The command line is wrong, or an environment variable that sets an option; of exec 125."),
            (
                3,
                "Of exec: the command passed, and a verdict did not, or is undecided. Else it has the command's own code."
            ),
            (125, "Of exec: the gateway could not start, or the command line is wrong."),
            (126, "Of exec: the command could not be run."),
            (127, "Of exec: the command was not found."),
        ],
        variables: [
            ("NO_COLOR", "Set to anything, it forbids colours (no-color.org). So does TERM=dumb.")
        ],
        // Codes that apps show to users, such as -ES10003.
        isOperand: { text in FailureIndex.all.chapters.contains { $0.isShownCode(text) } })
}
