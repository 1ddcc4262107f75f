import TestSupport
import Testing

/// Each shipped scenario of documents on the wire.
@Suite(.descriptors(10)) struct DocumentScenariosTests {
    @Test func everyShippedScenarioHasARow() throws {
        #expect(try Repository.scenarios(in: "documents") == DocumentRow.all.map { "documents/\($0.name)" }.sorted())
    }

    @Test(arguments: DocumentRow.all) func theWireSaysWhatTheScenarioSays(row: DocumentRow) async throws {
        let gateway = try RunningGateway.shipped.get()
        try await aside { for exchange in row.exchanges { try exchange.run(row.name, gateway) } }
    }
}
