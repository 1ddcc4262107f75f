import GatewayServer
import Mishap
import TestSupport
import Testing

/// Requests that mean harm to a store: the documented status, and nothing that is stored has changed.
@Suite(.descriptors) struct HostileDocumentsTests {
    /// A store with a document and a collection in it.
    private func store(
        _ way: OpenStore.Way = .root, settings: String = "{}",
        _ configure: (inout GatewayConfiguration) -> Void = { _ in }
    ) async throws -> OpenStore {
        let store = try OpenStore(way, settings: settings, configure)
        try await store.curl("PUT", "kept.txt", "--data", "kept")
        try await store.curl("MKCOL", "notes/")
        return store
    }

    /// Sends a request, and expects that status.
    private func expect(
        _ status: Int, _ text: String, in store: OpenStore, _ place: SourceLocation = #_sourceLocation
    ) async throws {
        let answer = try await aside {
            let connection = try store.gateway.connect()
            connection.send(text)
            return connection.receiveResponse()
        }
        #expect(answer.status == status, "\(text.prefix(200))\n\(answer)", sourceLocation: place)
    }

    private func expectUnchanged(_ store: OpenStore, _ place: SourceLocation = #_sourceLocation) async throws {
        #expect(try await store.listing() == ["kept.txt", "notes/"], sourceLocation: place)
        #expect(try await store.curl("GET", "kept.txt").body == "kept", sourceLocation: place)
    }

    // MARK: Framing

    @Test func anUploadThatEndsTooEarlyIsNone() async throws {
        let store = try await store()
        for length in ["Content-Length: 100", "Transfer-Encoding: chunked"] {
            for path in ["/kept.txt", "/new.txt"] {
                let body = length.hasPrefix("C") ? "half" : "4\r\nhalf\r\n"
                let answer = try await aside {
                    let connection = try store.gateway.connect()
                    connection.send(request(path, [length], method: "PUT") + body)
                    connection.finishSending()
                    return connection.receiveResponse()
                }
                #expect(answer.description == " [EOF]")
            }
        }
        try await expectUnchanged(store)
    }

    @Test func whatFollowsABodyIsAnotherRequest() async throws {
        let store = try await store()
        let answers = try await aside {
            let connection = try store.gateway.connect()
            connection.send(request("/long.txt", ["Content-Length: 3"], method: "PUT") + "abcdef\r\n\r\n")
            return connection.receive(within: .seconds(60))
        }
        #expect(answers.status == 201)
        #expect(answers.text.contains("HTTP/1.1 400 ") && answers.ending == .end, "\(answers)")
        #expect(try await store.curl("GET", "long.txt").body == "abc")
        try await store.curl("DELETE", "long.txt")
        try await expectUnchanged(store)
    }

    @Test(
        arguments: [
            (501, "Transfer-Encoding: x-martian", "abc"), (501, "Transfer-Encoding: gzip, chunked", "0\r\n\r\n"),
            (400, "Transfer-Encoding: chunked\r\nContent-Length: 3", "0\r\n\r\n"), (400, "Content-Length: -1", ""),
            (400, "Content-Length: 3\r\nContent-Length: 4", "abcd"), (400, "Content-Length: 3, 3", "abc"),
            (413, "Content-Length: 99999999999999999999", ""), (400, "Transfer-Encoding: chunked", "ZZ\r\nabc"),
            (400, "Transfer-Encoding: chunked", "3\r\nabcdef\r\n0\r\n\r\n"),
            (413, "Transfer-Encoding: chunked", "FFFFFFFFFFFFFFFFFF\r\n"),
            (400, "Content-Length: 3\r\nContent-Range: bytes 0-2/10", "abc"),
        ] as [(Int, String, String)])
    func aBodyThatCannotBeTrustedIsRefused(status: Int, fields: String, body: String) async throws {
        let store = try await store()
        try await expect(status, request("/kept.txt", [fields], method: "PUT") + body, in: store)
        try await expect(status, request("/new.txt", [fields], method: "PUT") + body, in: store)
        try await expectUnchanged(store)
    }

    // MARK: Limits

    @Test(arguments: ["/kept.txt", "/new.txt"])
    func aBodyOverTheLimitOfTheServerIsRefusedInTheMiddle(path: String) async throws {
        let store = try await store { $0.server.maximumBody = 100_000 }
        try await expect(413, request(path, ["Content-Length: 100001"], method: "PUT"), in: store)
        let chunk = "8000\r\n" + String(repeating: "a", count: 0x8000) + "\r\n"
        let chunked = request(path, ["Transfer-Encoding: chunked"], method: "PUT")
        try await expect(413, chunked + String(repeating: chunk, count: 4), in: store)
        try await expectUnchanged(store)
    }

    @Test(arguments: ["/kept.txt", "/new.txt"])
    func aDocumentOverTheQuotaIsRefused(path: String) async throws {
        let store = try await store(settings: #"{ "maximumBytes": 1000 }"#)
        let body = String(repeating: "a", count: 1001)
        try await expect(507, request(path, ["Content-Length: 1001"], method: "PUT") + body, in: store)
        let chunked = "3e9\r\n" + body + "\r\n0\r\n\r\n"
        try await expect(507, request(path, ["Transfer-Encoding: chunked"], method: "PUT") + chunked, in: store)
        try await expectUnchanged(store)
    }

    @Test func oneDocumentTooManyIsRefused() async throws {
        let store = try await store(settings: #"{ "maximumDocuments": 2 }"#)
        let lock = Self.lockBody
        for line in [
            request("/new.txt", ["Content-Length: 1"], method: "PUT") + "a", request("/new/", method: "MKCOL"),
            request("/kept.txt", ["Destination: /new.txt"], method: "COPY"),
            request("/new.txt", ["Content-Length: \(lock.utf8.count)"], method: "LOCK") + lock,
        ] {
            try await expect(507, line, in: store)
        }
        try await expectUnchanged(store)
    }

    // MARK: Paths

    static let paths: [(String, Int)] = [
        ("/..", 400), ("/../kept.txt", 400), ("/notes/../kept.txt", 400), ("/notes/%2e%2e/kept.txt", 400),
        ("/./kept.txt", 400), ("/notes%2F..%2Fkept.txt", 400), ("/notes%2fkept.txt", 400), ("/kept.txt%00.png", 400),
        ("/%00", 400), ("//kept.txt", 400), ("/notes//a", 400), ("/a%", 400), ("/a%4", 400), ("/a%zz", 400),
        ("/%FF%FE", 400), ("/%C0%AE%C0%AE/kept.txt", 400), ("/%ED%A0%80", 400),
        ("/" + String(repeating: "a", count: 256), 414), ("/" + String(repeating: "a", count: 10_000), 414),
        ("/" + String(repeating: "a/", count: 2_100) + "a", 414),
    ]

    @Test(arguments: paths) func aPathThatNamesNoPlaceIsRefused(path: String, status: Int) async throws {
        let store = try await store()
        for method in ["GET", "PUT", "DELETE", "MKCOL", "PROPFIND", "MOVE", "LOCK"] {
            let body = method == "PUT" ? ["Content-Length: 1"] : []
            let fields = method == "MOVE" ? ["Destination: /moved"] : body
            try await expect(
                status, request(path, fields, method: method) + (method == "PUT" ? "a" : ""), in: store)
        }
        try await expectUnchanged(store)
    }

    @Test(
        arguments: paths + [
            ("http://localhost:1/kept2.txt", 502), ("https://example.com/kept2.txt", 502),
            ("ftp://localhost/kept2.txt", 502),
            ("kept2.txt", 400), ("", 400), ("/kept.txt", 403), ("/", 403), ("/nowhere/kept.txt", 409),
        ]) func aDestinationThatIsNoneIsRefused(destination: String, status: Int) async throws
    {
        let store = try await store()
        for method in ["COPY", "MOVE"] {
            try await expect(status, request("/kept.txt", ["Destination: \(destination)"], method: method), in: store)
        }
        try await expectUnchanged(store)
    }

    @Test func aCollectionIsNotMovedIntoItself() async throws {
        let store = try await store()
        for destination in ["/notes", "/notes/", "/notes/inside", "/notes/inside/"] {
            for method in ["COPY", "MOVE"] {
                try await expect(403, request("/notes/", ["Destination: \(destination)"], method: method), in: store)
            }
        }
        try await expect(403, request("/", ["Destination: /notes/root"], method: "MOVE"), in: store)
        try await expect(403, request("/", method: "DELETE"), in: store)
        try await expectUnchanged(store)
    }

    @Test func nothingLeavesTheSession() async throws {
        let store = try await store(.prefix)
        let other = "/@main~other/-/kept2.txt"
        for destination in [
            "/kept2.txt", other, "http://localhost\(other)", "/@mainly/-/kept2.txt", "/@mainly/kept2.txt",
        ] {
            for method in ["COPY", "MOVE"] {
                try await expect(
                    403, request("/@main/-/kept.txt", ["Destination: \(destination)"], method: method), in: store)
            }
        }
        #expect(try store.gateway.ask(other).status == 404)
        try await expectUnchanged(store)
    }

    // MARK: XML

    private static let lockBody =
        #"<D:lockinfo xmlns:D="DAV:"><D:lockscope><D:shared/></D:lockscope>"#
        + "<D:locktype><D:write/></D:locktype></D:lockinfo>"

    @Test(arguments: ["PROPFIND", "LOCK", "PROPPATCH"])
    func xmlThatMeansHarmIsRefused(method: String) async throws {
        let store = try await store()
        let bomb =
            #"<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>"#
            + #"<D:propfind xmlns:D="DAV:"><D:prop>&b;</D:prop></D:propfind>"#
        let file = #"<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]><D:propfind xmlns:D="DAV:">&a;</D:propfind>"#
        let deep = String(repeating: "<a>", count: 15_000)
        let large = "<a>" + String(repeating: " ", count: 1 << 20) + "</a>"
        for (body, status) in [(bomb, 400), (file, 400), (deep, 400), ("<a", 400), (large, 413)] {
            let head = request("/kept.txt", ["Depth: 0", "Content-Length: \(body.utf8.count)"], method: method)
            try await expect(status, head + body, in: store)
        }
        try await expectUnchanged(store)
    }

    @Test func aStormOfLocksEndsAtTheLimit() async throws {
        let store = try await store()
        let lock = request("/kept.txt", ["Content-Length: \(Self.lockBody.utf8.count)"], method: "LOCK") + Self.lockBody
        let statuses = try await aside {
            let connection = try store.gateway.connect()
            return (0..<1_100).map { _ in
                connection.send(lock)
                return connection.receiveResponse().status
            }
        }
        #expect(statuses == Array(repeating: 200, count: 1_000) + Array(repeating: 507, count: 100))
        try await expectUnchanged(store)
    }
}
