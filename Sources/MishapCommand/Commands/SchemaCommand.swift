internal import ScenarioFiles
internal import Systems

/// Prints the JSON Schema of scenario files, for editors.
enum SchemaCommand {
    static let command = Command(
        name: "schema",
        summary: "Print the JSON Schema of scenario files, for editors.",
        discussion: Discussion(
            """
            An editor that has it completes fields and names of failures, says what they are, and underlines what \
            mishap check would refuse. Keep it beside your scenarios, where it is not taken for one:

              mishap schema > my/scenario.schema.json

            A scenario can name it, from where the scenario is:

              { "$schema": "scenario.schema.json", "rules": [] }

            Or VS Code is told once, in .vscode/settings.json:

              {
                "json.schemas": [
                  { "fileMatch": ["/my/**/*.json"], "url": "./my/scenario.schema.json" }
                ]
              }

            It is JSON Schema, draft 2020-12. What no schema can say, such as a rule that is never reached, \
            mishap check says.
            """),
        run: run)

    private static func run(_ values: Values, _ context: CommandContext) throws(UsageError) -> Int32 {
        context.output.print(ScenarioSchema(.all).text)
        return 0
    }
}
