import Foundation
import TestSupport
import Testing

@testable import MishapCommand

struct SchemaCommandTests {
    @Test func theShippedSchemaIsWhatItPrints() throws {
        let run = Run(["schema"])
        #expect(run.code == 0)
        #expect(run.error.isEmpty)
        #expect(try run.output == Repository.text("scenarios/scenario.schema.json"))
    }

    @Test func itsHelpTellsHowAnEditorGetsIt() {
        let run = Run(["schema", "--help"])
        #expect(run.code == 0)
        for line in ["  mishap schema > my/scenario.schema.json", #""json.schemas": ["#, #""$schema": "#] {
            #expect(run.output.contains(line), "\(line)")
        }
    }

    @Test func besideScenariosItIsNone() throws {
        let folder = try ScenarioFolder([
            "a.json": ScenarioFolder.hello, "scenario.schema.json": Run(["schema"]).output,
        ])
        #expect(Run(["check", folder.path]).output == "1 scenario, no errors\n")
    }
}
