import Testing

/// rclone's remote for WebDAV, which says `vendor=other` where a server is none of those that it knows by name.
@Suite(.descriptors) struct RcloneTests {
    /// Runs a command, with `:` for the store in its arguments; what it printed.
    @discardableResult
    private func run(_ store: OpenStore, _ arguments: String...) async throws -> String {
        let remote = ":webdav,url='\(store.url)',vendor=other:"
        let given = arguments.map { $0.hasPrefix(":") ? remote + $0.dropFirst() : $0 }
        let result = try await store.folder.run(
            "rclone", ["--config=", "--log-file=log", "--retries=1", "--low-level-retries=1"] + given,
            within: .seconds(120))
        let log = (try? store.folder.text("log")) ?? ""
        try #require(result.code == 0, "\(arguments) ended with \(result.code): \(log)\(result.output)")
        return result.output
    }

    /// Names that have to be encoded, each in its own way.
    static let names = [
        "plan.txt", "two words.txt", "100%.txt", "a%20b.txt", "Grüße/日本語.txt", "e\u{301}.txt", "a&b=c+d.txt",
        "what?#1.txt",
        "it's;[1],{2}.txt", "notes/deep/er/still.txt", "below/@main/-/plan.txt",
    ]

    @Test(arguments: OpenStore.Way.allCases) func aFolderOfOddNamesGoesUpAndComesBack(way: OpenStore.Way) async throws {
        let store = try OpenStore(way)
        for name in Self.names { try store.folder.write("here/" + name, name) }
        try await run(store, "copy", "here", ":")
        try await run(store, "check", "--download", "here", ":")
        #expect(
            Set(try await run(store, "lsf", "-R", "--files-only", ":").split(separator: "\n").map(String.init))
                == Set(Self.names))
        let listed = try await store.listing()
        #expect(Set(listed.filter { !$0.hasSuffix("/") }) == Set(Self.names))
        for name in Self.names { #expect(try await run(store, "cat", ":" + name) == name) }
        try await run(store, "copy", ":", "back")
        for name in Self.names { #expect(try store.folder.text("back/" + name) == name) }
    }

    @Test(arguments: OpenStore.Way.allCases) func renamingCopyingAndDeleting(way: OpenStore.Way) async throws {
        let store = try OpenStore(way)
        try store.folder.write("here/notes/plan.txt", "a plan")
        try await run(store, "copy", "here", ":")
        try await run(store, "moveto", ":notes/plan.txt", ":notes/a 100% Plän.txt")
        try await run(store, "copyto", ":notes/a 100% Plän.txt", ":other/copy.txt")
        #expect(Set(try await store.listing()) == ["notes/", "notes/a 100% Plän.txt", "other/", "other/copy.txt"])
        try await run(store, "moveto", ":notes", ":moved here")
        #expect(
            Set(try await store.listing()) == ["moved here/", "moved here/a 100% Plän.txt", "other/", "other/copy.txt"])
        try await run(store, "deletefile", ":other/copy.txt")
        try await run(store, "purge", ":moved here")
        #expect(try await store.listing() == ["other/"])
        try await run(store, "mkdir", ":other/empty")
        try await run(store, "rmdirs", "--leave-root", ":")
        #expect(try await store.listing() == [])
    }

    /// It tells its user of the exception and the message of a sabre/dav server, and of the status of any other.
    @Test(arguments: [
        ("nextcloud", #""locked.txt" is locked: OCA\DAV\Connector\Sabre\Exception\FileLocked: 423 Locked"#),
        ("sabre", #"Sabre\DAV\Exception\Locked: 423 Locked"#), ("nginx", "423 Locked"),
    ])
    func aLockIsToldInTheWordsOfTheServer(errors: String, words: String) async throws {
        let store = try OpenStore(
            settings: #"{ "errors": "\#(errors)", "store": { "/locked.txt": { "text": "a", "lockedBy": "Bea" } } }"#)
        try store.folder.write("here.txt", "changed")
        let remote = ":webdav,url='\(store.url)',vendor=other:"
        let result = try await store.folder.run(
            "rclone",
            [
                "--config=", "--log-file=log", "--retries=1", "--low-level-retries=1", "copyto", "here.txt",
                remote + "locked.txt",
            ], within: .seconds(120))
        let log = try store.folder.text("log")
        #expect(result.code != 0 && log.contains(words), "\(log)")
        #expect(log.contains("Exception") == (errors != "nginx"), "\(log)")
        #expect(try await run(store, "cat", ":locked.txt") == "a")
        try await run(store, "mkdir", ":notes")
        #expect(try await store.listing().contains("notes/"))
    }

    @Test func synchronizingSendsOnlyWhatChanged() async throws {
        let store = try OpenStore()
        try store.folder.write("here/a.txt", "a")
        try store.folder.write("here/b.txt", "b")
        try store.folder.write("here/c.txt", "c")
        try await run(store, "sync", "--size-only", "here", ":")
        try store.folder.write("here/b.txt", "longer")
        try await run(store, "sync", "--size-only", "here", ":")
        let saves = try store.gateway.journal().entries.filter { $0.method == "PUT" }.map { $0.target ?? "" }
        #expect(saves.sorted() == ["/a.txt", "/b.txt", "/b.txt", "/c.txt"])
        #expect(try await run(store, "cat", ":b.txt") == "longer")
    }

    @Test(arguments: OpenStore.Way.allCases) func fiftyMegabytesGoUpAndComeBack(way: OpenStore.Way) async throws {
        let store = try OpenStore(way)
        try store.folder.write("here/large ü.bin", SeededFile.bytes(50_000_000))
        try await run(store, "copy", "here", ":")
        try await run(store, "check", "--download", "here", ":")
        // From the middle on, by a range.
        let piece = try await run(store, "cat", "--offset", "25000000", "--count", "1000", ":large ü.bin")
        #expect(piece.utf8.count > 0)
    }
}
