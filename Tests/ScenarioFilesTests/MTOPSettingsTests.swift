@testable import Catalogue
import Rules
import ScenarioFiles
@testable import Systems
import Testing

/// What a scenario says of its MTOP gateway.
@Suite struct MTOPSettingsTests {
    private func load(_ settings: String) -> (said: [String], options: MTOP.Options?) {
        let text = "{ \"system\": \"mtop\", \"settings\": \(settings), \"otherwise\": { \"reply\": { \"data\": {} } } }"
        let result = ScenarioFilesTests.load(text)
        return (
            messages(text).map(withoutPlace), (result.scenarios.first?.dialect as? MTOP)?.options
        )
    }

    @Test func settingsReachTheGateway() {
        #expect(load("{}").options == MTOP.Options())
        #expect(load(#"{ "ret": "array", "strict": false, "appKey": "", "appSecret": "" }"#).options == MTOP.Options())
        #expect(
            load(
                #"{ "ret": "string", "language": "en", "success": "call", "strict": true, "appKey": "4272", "appSecret": "s" }"#
            ).options
                == MTOP.Options(
                    retIsText: true, language: .english, success: .call, isStrict: true, appKey: Array("4272".utf8),
                    appSecret: Array("s".utf8)))
    }

    @Test(arguments: [
        (#"{ "ret": "list" }"#, #"error: "ret" cannot be "list"; it is "array" or "string""#),
        (#"{ "language": "de" }"#, #"error: "language" cannot be "de"; it is "zh" or "en""#),
        (#"{ "success": "ok" }"#, #"error: "success" cannot be "ok"; it is "interface" or "call""#),
        (#"{ "strict": "yes" }"#, #"error: "strict" must be true or false, not a string"#),
        (
            #"{ "secret": "x" }"#,
            #"error: unknown field "secret" in the "settings" of mtop; it has "ret", "language", "success", "strict", "appKey" and "appSecret""#
        ),
    ])
    func aMistakeInTheSettings(settings: String, message: String) throws {
        let said = try #require(load(settings).said.first)
        #expect(said.hasPrefix(message), "\(said)")
    }

    @Test func aStrictGatewayReadsTheBodyFirst() {
        let text = #"""
            { "system": "mtop", "settings": { "strict": true }, "otherwise": { "fail": "tcp/reset-mid-upload" } }
            """#
        #expect(
            messages(text).first?.contains("but the calls of mtop are in the body") == true)
    }
}
