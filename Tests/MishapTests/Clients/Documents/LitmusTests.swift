import Testing

/// litmus, the test suite for WebDAV servers, against an unscripted store.
@Suite(.descriptors) struct LitmusTests {
    /// Its groups, and what it finds wrong in each.
    static let groups: [(group: String, found: [String])] = [
        ("basic", []), ("copymove", []), ("props", []), ("locks", []), ("http", []),
    ]

    @Test(arguments: OpenStore.Way.allCases, groups.map(\.group))
    func itFindsNothingWrong(way: OpenStore.Way, group: String) async throws {
        let store = try OpenStore(way)
        let result = try await store.folder.run("env", ["TESTS=\(group)", "litmus", "--keep-going", store.url])
        // It writes each name again, behind a return, when it knows what became of the test.
        let lines = result.output.split(whereSeparator: \.isNewline).flatMap { $0.split(separator: "\r") }
        let found = lines.filter { $0.contains("FAIL") || $0.contains("WARNING") || $0.contains("SKIPPED") }
        #expect(found.map(String.init) == Self.groups.first { $0.group == group }?.found, "\(result.output)")
        #expect(lines.contains { $0.hasPrefix("<- summary for `\(group)': of ") && $0.hasSuffix(" 0 failed. 100.0%") })
    }
}
