import Foundation
import TestSupport
import Testing

@testable import MishapTesting

/// One clear line for each thing that can be wrong with a gateway or a scenario.
@Suite(.mishapGateway(.tested)) struct GatewayErrorTests {
    private func message(_ gateway: MishapGateway, _ scenario: Scenario? = nil) async -> String {
        do {
            try await withMishap(scenario, gateway: gateway) { _ in }
            return "no error"
        } catch { return "\(error)" }
    }

    @Test func noProgram() async {
        #expect(
            await message(.binary("/no/mishap")) == """
                there is no program "/no/mishap": install mishap, name it by MISHAP_BIN, or name a gateway that runs by \
                MISHAP_CONTROL_URL
                """)
        #expect(await message(.binary("no-mishap-there")).hasPrefix("there is no program \"no-mishap-there\""))
    }

    @Test func aProgramThatDoesNotStartSaysWhy() async {
        let message = await message(.binary(Repository.program("mishap"), scenarios: ["/no/scenarios"]))
        #expect(
            message == """
                the mishap gateway has not started
                /no/scenarios: error: no such file or folder

                1 error in 1 file; nothing is served
                """)
    }

    @Test func noGatewayAtTheURL() async {
        #expect(
            await message(.url("http://127.0.0.1:1/"))
                == "no mishap at http://127.0.0.1:1/__mishap: nothing listens there")
        #expect(
            await message(.url("localhost"))
                == "\"localhost\" is no address of a gateway, such as http://127.0.0.1:8080")
    }

    @Test(.mishap(unmatched: .allow)) func whatAnswersIsNoMishap() async throws {
        let mishap = try #require(Mishap.current)
        try await mishap.any().reply(200, .text("Hello")).add()
        let url = mishap.url.absoluteString
        #expect(await message(.url(url)) == "what answers at \(url)/__mishap is no mishap: \"Hello\"")
    }

    @Test(.mishap(unmatched: .allow)) func anOldGateway() async throws {
        let mishap = try #require(Mishap.current)
        try await mishap.any().reply(200, .json(["mishap": "0.0.9"])).add()
        let url = mishap.url.absoluteString
        #expect(
            await message(.url(url)) == """
                the gateway at \(url)/__mishap is mishap 0.0.9, which is older than this library, \(libraryVersion); install that \
                version of mishap, or the library of that version
                """)
    }

    @Test(.mishap(unmatched: .allow)) func theTokenIsSent() async throws {
        let mishap = try #require(Mishap.current)
        let rule = try await mishap.any().reply(200, .json(["mishap": "9.0"])).add()
        _ = try await Gateway(url: mishap.url.absoluteString, token: "secret")
        #expect(try await rule.requests.first?.headers["Authorization"] == "Bearer secret")
    }

    @Test func aGatewayThatDiedSaysSoWithItsLastWords() async throws {
        let gateway = try await Gateway(program: Repository.program("mishap"))
        let mishap = try await Mishap(gateway, SessionOptions())
        kill(try #require(gateway.processID), SIGKILL)
        for _ in 1...2 {
            let error = await #expect(throws: GatewayDied.self) { try await Mishap(gateway, SessionOptions()) }
            #expect(error?.description == "the mishap gateway has ended, exit code -9; it said nothing")
        }
        await #expect(throws: GatewayDied.self) { try await mishap.close() }
        #expect(
            GatewayDied(code: 70, stderr: "\n a\n\nb \n").description
                == "the mishap gateway has ended, exit code 70; its last words: a / b")
    }

    @Test func aScenarioThatIsNotThere() async {
        #expect(await message(.tested, "no/such") == "there is no scenario \"no/such\"")
        #expect(await message(.tested, "no/such.json") == "no/such.json: error: there is no such file")
    }

    @Test func aScenarioWithErrorsShowsThem() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "mishap-\(UUID()).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("{\n  \"rules\": [{ \"fial\": 503 }]\n}\n".utf8).write(to: file)
        let shown = await message(.tested, .file(file))
        #expect(
            shown == """
                \(file.path):2:15: error: unknown field "fial" in a rule; did you mean "fail"?
                 2 |   "rules": [{ "fial": 503 }]
                   |               ^~~~~~
                """)
        try Data("{\n  \"rules\": [}\n".utf8).write(to: file)
        #expect(await message(.tested, .file(file)) == "\(file.path):2:13: error: expected a value")
    }

    @Test(.mishap) func aRuleWithErrorsShowsThem() async throws {
        let mishap = try #require(Mishap.current)
        let error = await #expect(throws: ScenarioError.self) {
            try await mishap.get("/x").fail(.named("tcp/rest")).add()
        }
        #expect(error?.description.contains("tcp/reset") == true && error?.diagnostics.first?["severity"] == "error")
        let without = await #expect(throws: ScenarioError.self) { try await mishap.get("/x").add() }
        #expect(without?.diagnostics.isEmpty == false)
    }

    @Test func anErrorOfTheGatewayNeedsNoJournal() async throws {
        let found = try await issues { throw MishapError("it is broken") }
        #expect(found.map(\.message) == ["it is broken"])
    }
}
