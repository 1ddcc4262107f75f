import TestSupport
import Testing

/// The Python that other tests are clients with.
@Suite(.descriptors(10)) struct PythonClientTests {
    @Test func thePackagesAreThere() async throws {
        let script = """
            import jsonschema, requests, simple_salesforce
            print(requests.__name__, *sys.argv[1:])
            """
        #expect(try await PythonClient.run(script, ["a", "b c"]) == "requests a b c\n")
    }

    @Test func aScriptThatRaisesFailsWithWhatItSaid() async throws {
        let failure = await #expect(throws: ChildProcess.Failure.self) {
            try await PythonClient.run("print('begun'); raise ValueError('no')")
        }
        #expect(failure?.description.hasPrefix("it ended with 1, and said:\nbegun\nTraceback") == true)
        #expect(failure?.description.hasSuffix("ValueError: no\n") == true)
    }

    @Test func withoutThePackagesOneIsToldWhatToRun() async throws {
        let failure = await #expect(throws: ChildProcess.Failure.self) {
            try await PythonClient.run("", [], by: "/nonexistent/python3", within: .seconds(1))
        }
        #expect(
            failure?.description == "/nonexistent/python3 is missing: run `make clients`, which installs the Python "
                + "packages that these tests are clients with")
    }
}
