import Testing

/// What the scenarios below `scenarios/documents` do, in their order by what the app is about.
struct DocumentRow: Sendable, CustomTestStringConvertible {
    let name: String
    let exchanges: [DocumentExchange]

    init(_ name: String, _ exchanges: DocumentExchange...) {
        self.name = name
        self.exchanges = exchanges
    }

    var testDescription: String { name }

    static let all = failures + opening + saving + others

    // MARK: A failure each, whatever is asked

    private static let failures = [
        DocumentRow(
            "missing", .get("/a.txt", "404 Not Found", "There is no document here.\n"),
            .put("/a.txt", "409 Conflict", "The collection above this document does not exist.\n")),
        DocumentRow(
            "forbidden",
            .put("/a.txt", "403 Forbidden", "<D:href>/@documents/forbidden~wire/a.txt</D:href>", "<D:write-content/>")),
        DocumentRow("bad-name", .put("/a.txt", "400 Bad Request", "The store takes no document of this name.\n")),
        DocumentRow(
            "locked",
            .put(
                "/a.txt", "423 Locked", "<D:lock-token-submitted><D:href>", "<D:owner>Ada Lovelace</D:owner>",
                "<D:lockroot><D:href>/@documents/locked~wire/a.txt</D:href></D:lockroot>")),
        DocumentRow("exists", .put("/a.txt", "412 Precondition Failed", "There is something of this name already.\n")),
        DocumentRow(
            "conflict", .put("/a.txt", "412 Precondition Failed", "\r\nETag: \"5eb63bbbe01eeed0\"\r\n", "newer version")
        ),
        DocumentRow("out-of-space", .put("/a.txt", "507 Insufficient Storage", "<D:quota-not-exceeded/>")),
        DocumentRow(
            "read-only", .put("/a.txt", "405 Method Not Allowed", "\r\nAllow: OPTIONS, GET, HEAD, PROPFIND\r\n")),
        DocumentRow("unsupported", .put("/a.txt", "501 Not Implemented", "The store does not know how to do this.\n")),
        DocumentRow(
            "unsupported-charset",
            .put("/a.txt", "415 Unsupported Media Type", "\r\nAccept: text/plain;charset=us-ascii\r\n")),
        DocumentRow("unavailable", .get("/a.txt", "503 Service Unavailable", "\r\nRetry-After: 30\r\n")),
        DocumentRow("too-many-participants", .get("/a.txt", "409 Conflict", #""limit":100,"participants":100}"#)),
        DocumentRow("corrupt", .get("/a.txt", "200 OK", "ear Ada,\nthe plan is done.\n")),
        DocumentRow("wrong-charset", .get("/a.txt", "200 OK", "\r\nContent-Type: text/plain; charset=us-ascii\r\n")),
        DocumentRow("invalid-values", .get("/a.txt", "200 OK", #"{"title":"Plan","pages":-1,"changed":"2026-"#)),
        DocumentRow("unformatted-values", .get("/a.txt", "200 OK", #""changed":"2026-13-45T99:00:00Z"}"#)),
        DocumentRow("unknown-version", .get("/a.txt", "200 OK", "\r\n\r\nbplist99")),
        DocumentRow("damaged-archive", .get("/a.txt", "200 OK", "<key>root</key><dict><key>CF$UID</key><integer>9<")),
        DocumentRow("missing-key", .get("/a.txt", "200 OK", "\r\n\r\n{}")),
    ]

    // MARK: Opening

    private static let opening = [
        DocumentRow(
            "open-truncated",
            DocumentExchange(
                "GET", "/report.txt", .closed("200 OK", ["\r\nContent-Length: 28\r\n", "\r\n\r\nDear Ada,\nthe "]))
        ),
        DocumentRow("open-corrupt", .get("/report.txt", "200 OK", "\r\nETag: ", "ear Ada,\nthe plan is done.\n")),
        DocumentRow("open-truncated-json", .get("/plan.json", "200 OK", "\r\n\r\n{\"title\":\"Plan\",")),
        DocumentRow("open-damaged-archive", .get("/report.txt", "200 OK", "<integer>9</integer>")),
        DocumentRow("open-missing-key", .get("/plan.json", "200 OK", "\r\n\r\n{}")),
        DocumentRow(
            "open-wrong-charset", .get("/report.txt", "200 OK", "Content-Type: text/plain; charset=us-ascii\r\n")),
        DocumentRow(
            "open-unknown-charset", .get("/report.txt", "200 OK", "Content-Type: text/plain; charset=x-martian")),
        DocumentRow(
            "open-too-large",
            DocumentExchange("HEAD", "/report.txt", .kept("200 OK", ["\r\nContent-Length: 2000000\r\n"]))),
        DocumentRow("open-page", .get("/report.txt", "200 OK", "Please sign in to use this network.")),
        DocumentRow("open-empty", .get("/plan.json", "200 OK", "\r\nContent-Length: 0\r\n")),
        DocumentRow(
            "open-redirect-loop",
            .get("/report.txt", "302 Found", "\r\nLocation: /@documents/open-redirect-loop~wire/report.txt\r\n")),
        DocumentRow("open-unknown-scheme", .get("/report.txt", "302 Found", "\r\nLocation: x-martian://document\r\n")),
        DocumentRow("open-not-modified", .get("/report.txt", "304 Not Modified")),
        DocumentRow("open-bad-name", .get("/report.txt", "400 Bad Request", "no document of this name")),
        DocumentRow(
            "open-unauthorized", .get("/report.txt", "401 Unauthorized", "\r\nWWW-Authenticate: Bearer realm=")),
        DocumentRow("open-forbidden", .get("/report.txt", "403 Forbidden", "<D:privilege><D:read/></D:privilege>")),
        DocumentRow("open-gone", .get("/report.txt", "410 Gone", "There was a document here")),
        DocumentRow(
            "open-not-downloaded", .get("/report.txt", "404 Not Found"),
            DocumentExchange(
                "PROPFIND", "/report.txt", ["Depth: 0"], .kept("207 Multi-Status", ["/report.txt</D:href>"]))),
        DocumentRow("open-locked", .get("/report.txt", "423 Locked", "<D:lock-token-submitted>")),
        DocumentRow(
            "open-throttled", .get("/report.txt", "429 Too Many Requests", "\r\nRetry-After: 1\r\n"),
            .get("/report.txt", "429 Too Many Requests"), .get("/report.txt", "200 OK", "Dear Ada,\n")),
        DocumentRow("open-unavailable", .get("/report.txt", "503 Service Unavailable", "\r\nRetry-After: 30\r\n")),
        DocumentRow("open-server-error", .get("/report.txt", "500 Internal Server Error")),
        DocumentRow("open-silent", DocumentExchange("GET", "/report.txt", .silence)),
        DocumentRow(
            "open-half-way", DocumentExchange("GET", "/report.txt", .halted("200 OK", ["\r\n\r\nDear Ada,\nthe "]))),
    ]

    // MARK: Saving

    private static let saving = [
        DocumentRow("save-bad-name", .put("/a.txt", "400 Bad Request", "no document of this name")),
        DocumentRow("save-unauthorized", .put("/a.txt", "401 Unauthorized", "\r\nWWW-Authenticate: Bearer realm=")),
        DocumentRow(
            "save-forbidden", .put("/report.txt", "403 Forbidden", "<D:write-content/>"),
            .get("/report.txt", "200 OK", "Dear Ada,")),
        DocumentRow(
            "save-no-collection", .put("/notes/a.txt", "201 Created"), .put("/notes/b.txt", "409 Conflict"),
            .get("/notes/a.txt", "404 Not Found")),
        DocumentRow(
            "save-read-only", .put("/report.txt", "405 Method Not Allowed", "Allow: OPTIONS, GET, HEAD, PROPFIND")),
        DocumentRow("save-maintenance", .put("/report.txt", "503 Service Unavailable", "\r\nRetry-After: 120\r\n")),
        DocumentRow(
            "read-only-volume", .put("/report.txt", "403 Forbidden"), .get("/report.txt", "200 OK", "Dear Ada,"),
            DocumentExchange("DELETE", "/report.txt", .kept("403 Forbidden", []))),
        DocumentRow("save-unsupported", .put("/report.txt", "405 Method Not Allowed", "HEAD, DELETE, PROPFIND")),
        DocumentRow("save-not-implemented", .put("/report.txt", "501 Not Implemented")),
        DocumentRow("save-exists", .put("/a.txt", "409 Conflict", "There is something of this name already.\n")),
        DocumentRow(
            "save-conflict", .get("/report.txt", "200 OK", "the plan is done."),
            .put("/report.txt", "412 Precondition Failed", fields: [#"If-Match: "0000000000000000""#]),
            .get("/report.txt", "200 OK", "I was faster."), .put("/report.txt", "204 No Content")),
        DocumentRow("save-too-large", .put("/a.txt", "413 Content Too Large", "<D:quota-not-exceeded/>")),
        DocumentRow(
            "save-charset", .put("/a.txt", "415 Unsupported Media Type", "\r\nAccept: text/plain;charset=us-ascii")),
        DocumentRow(
            "locked-by-other", .put("/report.txt", "423 Locked", "<D:lock-token-submitted>"),
            DocumentExchange("DELETE", "/report.txt", .kept("423 Locked", ["<D:lock-token-submitted>"])),
            DocumentExchange("LOCK", "/report.txt", [], lock, .kept("423 Locked", ["<D:no-conflicting-lock>"])),
            .get("/report.txt", "200 OK", "Dear Ada,")),
        DocumentRow("save-server-error", .put("/a.txt", "500 Internal Server Error")),
        DocumentRow("save-reset", DocumentExchange("PUT", "/a.txt", [], "Plan", .reset)),
        DocumentRow("save-silent", DocumentExchange("PUT", "/a.txt", [], "Plan", .silence)),
        DocumentRow("save-unavailable", .put("/a.txt", "503 Service Unavailable", "\r\nRetry-After: 30\r\n")),
        DocumentRow(
            "out-of-room",
            DocumentExchange(
                "PUT", "/a.txt", [], String(repeating: "Plan ", count: 10),
                .kept("507 Insufficient Storage", ["<D:quota-not-exceeded/>"])),
            .put("/a.txt", "201 Created"), .get("/report.txt", "200 OK", "Dear Ada,")),
        DocumentRow("save-over-quota", .put("/report.txt", "507 Insufficient Storage", "<D:quota-not-exceeded/>")),
    ]

    // MARK: All else

    private static let others = [
        DocumentRow(
            "delete-forbidden",
            DocumentExchange("DELETE", "/report.txt", .kept("403 Forbidden", ["<D:unbind/>"])),
            .put("/report.txt", "204 No Content")),
        DocumentRow(
            "nothing-there", .get("/a.txt", "404 Not Found"),
            DocumentExchange("DELETE", "/a.txt", .kept("404 Not Found", [])),
            DocumentExchange(
                "MOVE", "/a.txt", ["Destination: /@documents/nothing-there~wire/b.txt"], .kept("404 Not Found", [])),
            .put("/notes/a.txt", "409 Conflict")),
        DocumentRow(
            "move-exists",
            DocumentExchange(
                "MOVE", "/report.txt", ["Destination: /@documents/move-exists~wire/other.txt", "Overwrite: F"],
                .kept("412 Precondition Failed", [])),
            .get("/other.txt", "200 OK", "The other one.")),
        DocumentRow(
            "revert-conflict", .get("/report.txt", "200 OK", "Dear Ada,"),
            .get("/report.txt", "412 Precondition Failed", "\r\nETag: \"5eb63bbbe01eeed0\"\r\n")),
        DocumentRow(
            "silent", DocumentExchange("GET", "/report.txt", .silence),
            DocumentExchange("PROPFIND", "/", ["Depth: 1"], .silence)),
        DocumentRow(
            "sharing", share("409 Conflict", #""limit":100"#), share("403 Forbidden", "<D:write/>"),
            share("507 Insufficient Storage", "<D:quota-not-exceeded/>"),
            share("412 Precondition Failed", "\r\nETag: "), share("500 Internal Server Error", "")),
        DocumentRow(
            "tour", .get("/corrupt.txt", "200 OK", "ear Ada,\n"),
            DocumentExchange("GET", "/cut-off.txt", .closed("200 OK", ["Dear Ada, dear"])),
            .get("/private.txt", "403 Forbidden"), .get("/elsewhere.txt", "404 Not Found"),
            .put("/full.txt", "507 Insufficient Storage"),
            .put("/shared.txt", "412 Precondition Failed", fields: [#"If-Match: "0000000000000000""#]),
            .put("/locked.txt", "423 Locked"), .put("/plan.txt", "204 No Content")),
    ]

    private static func share(_ status: String, _ part: String) -> DocumentExchange {
        DocumentExchange("POST", "/report.txt", [], "Bea", .kept(status, [part]))
    }

    private static let lock =
        #"<D:lockinfo xmlns:D="DAV:"><D:lockscope><D:exclusive/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockinfo>"#
}
