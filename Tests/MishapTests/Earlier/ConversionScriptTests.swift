import TestSupport
import Testing

/// The script that converts scenarios, and how the tests run it.
@Suite(.descriptors(10)) struct ConversionScriptTests {
    /// `convert_test.py` has a table of what each earlier form becomes.
    @Test func itsOwnTestsPass() async throws {
        #expect(try await ConversionScript.run("convert_test.py", []).hasSuffix("\nOK\n"))
    }

    @Test func aFolderIsConvertedInPlace() async throws {
        let folder = try ClientFolder()
        let earlier = #"{ "rules": [{ "steps": [{ "fail": "http/status/503" }] }] }"#
        for name in ["a.json", "b/c.json", "b/files/d.json", "e.schema.json"] { try folder.write(name, earlier) }
        try await ConversionScript.convert(folder: folder.path)
        let today = "{\n  \"rules\": [\n    { \"fail\": 503 }\n  ]\n}\n"
        #expect(try folder.text("a.json") == today)
        #expect(try folder.text("b/c.json") == today)
        #expect(try folder.text("b/files/d.json") == earlier)
        #expect(try folder.text("e.schema.json") == earlier)
    }

    @Test func aFileThatIsNotJSONIsNamed() async throws {
        let folder = try ClientFolder()
        try folder.write("a.json", "{\n  \"rules\": [,]\n}\n")
        try folder.write("b.json", "{}")
        let failure = await #expect(throws: ChildProcess.Failure.self) {
            try await ConversionScript.convert(folder: folder.path)
        }
        #expect(
            failure?.description == "convert.py ended with 1, and said:\n\(folder.path)a.json: line 2 is not JSON\n")
        #expect(try folder.text("b.json") == "{}\n")
    }

    @Test func withoutPythonOneIsToldWhatToRun() async {
        let failure = await #expect(throws: ChildProcess.Failure.self) {
            try await ConversionScript.run("convert.py", [], by: "/nonexistent/python3")
        }
        #expect(failure?.description == "/nonexistent/python3 is missing: \(ConversionScript.advice)")
    }
}
