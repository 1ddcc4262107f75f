import Testing

/// What a large document costs the program in memory.
@Suite(.descriptors(10), .enabled(if: BuiltGateway.isThere, "there is no built program beside the tests"))
struct LargeDocumentMemoryTests {
    @Test func aLargeUploadIsKeptOnceAndComesBackInPieces() async throws {
        let folder = try ClientFolder()
        try folder.write("main.json", #"{ "system": "documents" }"#)
        let gateway = try BuiltGateway(folder.path + "main.json")
        try folder.write("large", SeededFile.bytes(50_000_000))
        let url = "http://127.0.0.1:\(gateway.port)/large"
        let before = gateway.peakMemory
        let upload = ["--silent", "--max-time", "60", "--write-out", "%{http_code}", "--upload-file", "large", url]
        #expect(try await folder.run("curl", upload).output == "201")
        #expect(try await folder.run("curl", ["--silent", "--max-time", "60", "--output", "back", url]).code == 0)
        #expect(try await folder.run("cmp", ["large", "back"]).code == 0)
        let more = gateway.peakMemory - before
        // A second copy of it would come to a hundred.
        #expect((50_000_000..<75_000_000).contains(more), "\(more) bytes")
        #expect(gateway.stop() == 0)
    }
}
