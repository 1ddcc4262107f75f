import Testing

/// curl against an unscripted store: each method, conditions, ranges, and what is large.
@Suite(.descriptors) struct CurlDocumentsTests {
    @Test(arguments: OpenStore.Way.allCases) func everyMethodIsAnswered(way: OpenStore.Way) async throws {
        let store = try OpenStore(way)
        let options = try await store.curl("OPTIONS")
        #expect(options.status == 200)
        #expect(options["DAV"] == "1, 2")
        let allowed = try #require(options["Allow"]).split(separator: ", ").map(String.init)
        #expect(
            Set(allowed) == [
                "OPTIONS", "GET", "HEAD", "PUT", "DELETE", "PROPFIND", "PROPPATCH", "MKCOL", "COPY", "MOVE", "LOCK",
                "UNLOCK",
            ])
        #expect(try await store.curl("MKCOL", "notes/").status == 201)
        #expect(try await store.curl("PUT", "notes/plan.txt", "--data", "a plan").status == 201)
        #expect(try await store.curl("PUT", "notes/plan.txt", "--data", "another plan").status == 204)
        let head = try await store.curl("HEAD", "notes/plan.txt")
        #expect(head.status == 200)
        #expect(head["Content-Length"] == "12")
        #expect(try await store.curl("GET", "notes/plan.txt").body == "another plan")
        let to = { (path: String) in "Destination: \(store.url)\(path)" }
        #expect(try await store.curl("COPY", "notes/plan.txt", "--header", to("copy.txt")).status == 201)
        #expect(try await store.curl("MOVE", "copy.txt", "--header", to("notes/moved.txt")).status == 201)
        #expect(
            try await store.curl(
                "COPY", "notes/plan.txt", "--header", to("notes/moved.txt"), "--header", "Overwrite: F"
            )
            .status == 412)
        #expect(try await store.curl("COPY", "notes/plan.txt", "--header", to("notes/moved.txt")).status == 204)
        #expect(try await store.listing() == ["notes/", "notes/moved.txt", "notes/plan.txt"])
        #expect(try await store.curl("DELETE", "notes/").status == 204)
        #expect(try await store.curl("GET", "notes/plan.txt").status == 404)
        let other = try await store.curl("BREW", "notes/")
        #expect(other.status == 405)
        #expect(other["Allow"] == options["Allow"])
    }

    @Test(arguments: OpenStore.Way.allCases) func aLockIsForWhoeverHasItsToken(way: OpenStore.Way) async throws {
        let store = try OpenStore(way)
        try store.folder.write(
            "lock.xml",
            #"<D:lockinfo xmlns:D="DAV:"><D:lockscope><D:exclusive/></D:lockscope><D:locktype><D:write/></D:locktype>"#
                + "<D:owner>Ada</D:owner></D:lockinfo>")
        try await store.curl("PUT", "plan.txt", "--data", "a plan")
        let locked = try await store.curl("LOCK", "plan.txt", "--data", "@lock.xml", "--header", "Timeout: Second-600")
        #expect(locked.status == 200)
        let token = try #require(locked["Lock-Token"])
        #expect(token.wholeMatch(of: /<opaquelocktoken:[0-9a-f-]{36}>/) != nil)
        #expect(locked.body.contains("Second-600"))
        #expect(locked.body.contains("<D:href>\(store.prefix)plan.txt</D:href>"))
        let refused = try await store.curl("PUT", "plan.txt", "--data", "mine")
        #expect(refused.status == 423)
        #expect(refused.body.contains("<D:lock-token-submitted>"))
        #expect(try await store.curl("LOCK", "plan.txt", "--data", "@lock.xml").status == 423)
        #expect(try await store.curl("PUT", "plan.txt", "--data", "ours", "--header", "If: (\(token))").status == 204)
        #expect(try await store.curl("LOCK", "plan.txt", "--header", "If: (\(token))").status == 200)
        #expect(try await store.curl("UNLOCK", "plan.txt", "--header", "Lock-Token: \(token)").status == 204)
        #expect(try await store.curl("PUT", "plan.txt", "--data", "mine").status == 204)
    }

    @Test func whatSomebodyElseChangedIsNotOverwritten() async throws {
        let store = try OpenStore()
        let first = try #require(try await store.curl("PUT", "plan.txt", "--data", "a plan")["ETag"])
        #expect(try await store.curl("PUT", "plan.txt", "--data", "x", "--header", "If-None-Match: *").status == 412)
        #expect(try await store.curl("GET", "plan.txt", "--header", "If-None-Match: \(first)").status == 304)
        let second = try await store.curl("PUT", "plan.txt", "--data", "b plan", "--header", "If-Match: \(first)")
        #expect(second.status == 204)
        #expect(second["ETag"] != first)
        #expect(try await store.curl("PUT", "plan.txt", "--data", "c", "--header", "If-Match: \(first)").status == 412)
        #expect(try await store.curl("DELETE", "plan.txt", "--header", "If-Match: \(first)").status == 412)
        let answer = try await store.curl("GET", "plan.txt", "--header", "If-None-Match: \(first)")
        #expect(answer.body == "b plan")
        #expect(answer["ETag"] == second["ETag"])
        let date = try #require(answer["Last-Modified"])
        #expect(try await store.curl("GET", "plan.txt", "--header", "If-Modified-Since: \(date)").status == 304)
        #expect(try await store.curl("PUT", "new.txt", "--data", "x", "--header", "If-Match: *").status == 412)
        #expect(try await store.listing() == ["plan.txt"])
    }

    @Test func partsOfADocument() async throws {
        let store = try OpenStore()
        let tag = try #require(try await store.curl("PUT", "plan.txt", "--data", "0123456789")["ETag"])
        let middle = try await store.curl("GET", "plan.txt", "--range", "2-4")
        #expect(middle.status == 206)
        #expect(middle["Content-Range"] == "bytes 2-4/10")
        #expect(middle.body == "234")
        #expect(try await store.curl("GET", "plan.txt", "--range", "-3").body == "789")
        #expect(try await store.curl("GET", "plan.txt", "--range", "20-").status == 416)
        let several = try await store.curl("GET", "plan.txt", "--range", "0-1,8-9")
        #expect(several.status == 206)
        #expect(several["Content-Type"]?.hasPrefix("multipart/byteranges; boundary=") == true)
        #expect(
            try await store.curl("GET", "plan.txt", "--range", "2-4", "--header", "If-Range: \(tag)").status == 206)
        #expect(
            try await store.curl("GET", "plan.txt", "--range", "2-4", "--header", #"If-Range: "other""#).body
                == "0123456789")
    }

    /// Decoded, as the listing says it, and as a client sends it.
    static let names = [
        ("two words.txt", "two%20words.txt"), ("100%.txt", "100%25.txt"), ("a%20b.txt", "a%2520b.txt"),
        ("Grüße.txt", "Gr%C3%BC%C3%9Fe.txt"), ("日本語/計画.txt", "%E6%97%A5%E6%9C%AC%E8%AA%9E/%E8%A8%88%E7%94%BB.txt"),
        ("what?#1&2.txt", "what%3F%231%262.txt"), ("a+b=c;d.txt", "a+b=c;d.txt"),
        ("below/@main/-/a", "below/@main/-/a"),
    ]

    @Test(arguments: OpenStore.Way.allCases) func namesOfAllKinds(way: OpenStore.Way) async throws {
        let store = try OpenStore(way)
        for collection in ["%E6%97%A5%E6%9C%AC%E8%AA%9E/", "below/", "below/@main/", "below/@main/-/"] {
            #expect(try await store.curl("MKCOL", collection).status == 201)
        }
        for (name, target) in Self.names {
            #expect(try await store.curl("PUT", target, "--data-raw", name).status == 201, "\(name)")
        }
        let documents = try await store.listing().filter { !$0.hasSuffix("/") }
        #expect(Set(documents) == Set(Self.names.map(\.0)))
        for (name, target) in Self.names { #expect(try await store.curl("GET", target).body == name) }
    }

    @Test(arguments: OpenStore.Way.allCases) func fiftyMegabytesGoUpAndComeBack(way: OpenStore.Way) async throws {
        let store = try OpenStore(way)
        try store.folder.write("large", SeededFile.bytes(50_000_000))
        for (name, arguments) in [("announced", []), ("chunked", ["--header", "Transfer-Encoding: chunked"])] {
            let upload = ["--silent", "--max-time", "60", "--write-out", "%{http_code}", "--upload-file", "large"]
            let url = store.url + name
            #expect(try await store.folder.run("curl", upload + arguments + [url]).output.hasSuffix("201"))
            #expect(
                try await store.folder.run("curl", ["--silent", "--max-time", "60", "--output", name, url]).code == 0)
            #expect(try await store.folder.run("cmp", ["large", name]).code == 0)
        }
        #expect(try await store.curl("HEAD", "announced")["Content-Length"] == "50000000")
    }
}
