import TestSupport
import Testing

@Suite(.descriptors(10)) struct ClientFolderTests {
    @Test(arguments: ["cadaver", "rclone", "litmus"]) func theClientsAreThere(program: String) throws {
        #expect(ChildProcess.isThere(program), "\(program) is missing: \(ClientFolder.advice)")
    }

    @Test func withoutAClientOneIsToldWhatToRun() async throws {
        let failure = await #expect(throws: ChildProcess.Failure.self) {
            try await ClientFolder().run("no-such-client", [])
        }
        #expect(
            failure?.description == "no-such-client is missing: run `make clients`, which installs the programs that "
                + "these tests are clients with")
    }

    @Test func aProgramRunsInTheFolder() async throws {
        let folder = try ClientFolder()
        try folder.write("below/a.txt", "a")
        let result = try await folder.run("cat", ["below/a.txt"])
        #expect(result.output == "a")
        #expect(result.code == 0)
    }
}
