import TestSupport
import Testing

/// Each shipped scenario on the wire, and how it ends.
@Suite(.descriptors(16)) struct ShippedScenariosTests {
    @Test(arguments: ScenarioTable.all) func everyShippedScenarioHasARow(table: ScenarioTable) throws {
        let names = table.rows.map(\.name) + table.apart.map { "\(table.folder)/\($0)" }
        #expect(try Repository.scenarios(in: table.folder) == names.sorted())
    }

    @Test(arguments: ScenarioTable.all.flatMap(\.rows)) func theWireSaysWhatTheScenarioSays(row: ScenarioRow)
        async throws
    {
        try await aside { try row.run(on: RunningGateway.shipped.get()) }
    }

    @Test func everyFolderHasATable() throws {
        let folders = try Repository.names(in: "scenarios").filter { !$0.contains(".") }
        // Those that judge clients have tests with clients: RecipeTests.
        #expect((ScenarioTable.all.map(\.folder) + ["expect", "recipes", "tls"]).sorted() == folders)
    }
}
