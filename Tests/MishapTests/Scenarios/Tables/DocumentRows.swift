/// The shipped scenarios of documents, in the order in which an app meets them.
enum DocumentRows {
    static let all = failures + opening + saving + others

    // MARK: A failure each, whatever is asked

    private static let failures: [ScenarioRow] = [
        row(
            "missing", get("/a.txt", "404 Not Found", "There is no document here.\n"),
            put("/a.txt", "409 Conflict", "The collection above this document does not exist.\n")),
        row(
            "forbidden",
            put("/a.txt", "403 Forbidden", "<D:href>PREFIX/a.txt</D:href>", "<D:write-content/>")),
        row(
            "unauthorized",
            put(
                "/a.txt", "401 Unauthorized", "\r\nWWW-Authenticate: Basic realm=\"Nextcloud\", charset=\"UTF-8\"\r\n",
                "<s:exception>Sabre\\DAV\\Exception\\NotAuthenticated</s:exception>")),
        row(
            "other-servers", put("/ocis/a.txt", "500 Internal Server Error", "\r\nContent-Length: 0\r\n"),
            put("/apache/none/a.txt", "409 Conflict", "<title>409 Conflict</title>"),
            exchange(
                "MKCOL", "/wsgidav/a",
                .kept("405 Method Not Allowed", ["MKCOL can only be executed on an unmapped URL."])),
            exchange("MKCOL", "/bitrix24/a", .kept("409 Conflict", ["There is something of this name already.\n"]))),
        row("bad-name", put("/a.txt", "400 Bad Request", "The store takes no document of this name.\n")),
        row(
            "locked",
            put(
                "/a.txt", "423 Locked", "<D:lock-token-submitted><D:href>", "<D:owner>Ada Lovelace</D:owner>",
                "<D:lockroot><D:href>PREFIX/a.txt</D:href></D:lockroot>")),
        row("exists", put("/a.txt", "412 Precondition Failed", "There is something of this name already.\n")),
        row(
            "conflict", put("/a.txt", "412 Precondition Failed", "\r\nETag: \"5eb63bbbe01eeed0\"\r\n", "newer version")
        ),
        row("out-of-space", put("/a.txt", "507 Insufficient Storage", "<D:quota-not-exceeded/>")),
        row(
            "read-only", put("/a.txt", "405 Method Not Allowed", "\r\nAllow: OPTIONS, GET, HEAD, PROPFIND\r\n")),
        row("unsupported", put("/a.txt", "501 Not Implemented", "The store does not know how to do this.\n")),
        row(
            "unsupported-charset",
            put("/a.txt", "415 Unsupported Media Type", "\r\nAccept: text/plain;charset=us-ascii\r\n")),
        row("unavailable", get("/a.txt", "503 Service Unavailable", "\r\nRetry-After: 30\r\n")),
        row(
            "too-many-participants",
            exchange("POST", "/a.txt", .kept("409 Conflict", [#""limit":100,"participants":100}"#])),
            put("/a.txt", "201 Created")),
        row("corrupt", get("/a.txt", "200 OK", "ear Ada,\nthe plan is done.\n")),
        row("wrong-charset", get("/a.txt", "200 OK", "\r\nContent-Type: text/plain; charset=us-ascii\r\n")),
        row("invalid-values", get("/a.txt", "200 OK", #"{"title":"Plan","pages":-1,"changed":"2026-"#)),
        row("unformatted-values", get("/a.txt", "200 OK", #""changed":"2026-13-45T99:00:00Z"}"#)),
        row("unknown-version", get("/a.txt", "200 OK", "\r\n\r\nbplist99")),
        row("damaged-archive", get("/a.txt", "200 OK", "<key>root</key><dict><key>CF$UID</key><integer>9<")),
        row("missing-key", get("/a.txt", "200 OK", "\r\n\r\n{}")),
    ]

    // MARK: Opening

    private static let opening: [ScenarioRow] = [
        row("healthy", get("/report.txt", "200 OK", "Dear Ada,\nthe plan is done.\n")),
        row(
            "open-truncated",
            exchange(
                "GET", "/report.txt", closed("200 OK", ["\r\nContent-Length: 28\r\n", "\r\n\r\nDear Ada,\nthe "]))
        ),
        row("open-corrupt", get("/report.txt", "200 OK", "\r\nETag: ", "ear Ada,\nthe plan is done.\n")),
        row("open-truncated-json", get("/plan.json", "200 OK", "\r\n\r\n{\"title\":\"Plan\",")),
        row("open-damaged-archive", get("/report.txt", "200 OK", "<integer>9</integer>")),
        row("open-missing-key", get("/plan.json", "200 OK", "\r\n\r\n{}")),
        row(
            "open-wrong-charset", get("/report.txt", "200 OK", "Content-Type: text/plain; charset=us-ascii\r\n")),
        row(
            "open-unknown-charset", get("/report.txt", "200 OK", "Content-Type: text/plain; charset=x-martian")),
        row(
            "open-too-large",
            exchange("HEAD", "/report.txt", .kept("200 OK", ["\r\nContent-Length: 2000000\r\n"]))),
        row("open-page", get("/report.txt", "200 OK", "Please sign in to use this network.")),
        row("open-empty", get("/plan.json", "200 OK", "\r\nContent-Length: 0\r\n")),
        row(
            "open-redirect-loop",
            get("/report.txt", "302 Found", "\r\nLocation: PREFIX/report.txt\r\n")),
        row("open-unknown-scheme", get("/report.txt", "302 Found", "\r\nLocation: x-martian://document\r\n")),
        row("open-not-modified", get("/report.txt", "304 Not Modified")),
        row("open-bad-name", get("/report.txt", "400 Bad Request", "no document of this name")),
        row(
            "open-unauthorized", get("/report.txt", "401 Unauthorized", "\r\nWWW-Authenticate: Bearer realm=")),
        row("open-forbidden", get("/report.txt", "403 Forbidden", "<D:privilege><D:read/></D:privilege>")),
        row("open-gone", get("/report.txt", "410 Gone", "There was a document here")),
        row(
            "open-not-downloaded", get("/report.txt", "404 Not Found"),
            exchange(
                "PROPFIND", "/report.txt", ["Depth: 0"], .kept("207 Multi-Status", ["/report.txt</D:href>"]))),
        row("open-locked", get("/report.txt", "423 Locked", "<D:lock-token-submitted>")),
        row(
            "open-throttled", get("/report.txt", "429 Too Many Requests", "\r\nRetry-After: 1\r\n"),
            get("/report.txt", "429 Too Many Requests"), get("/report.txt", "200 OK", "Dear Ada,\n")),
        row("open-unavailable", get("/report.txt", "503 Service Unavailable", "\r\nRetry-After: 30\r\n")),
        row("open-server-error", get("/report.txt", "500 Internal Server Error")),
        row("open-silent", exchange("GET", "/report.txt", .silence)),
        row(
            "open-half-way", exchange("GET", "/report.txt", halted("200 OK", ["\r\n\r\nDear Ada,\nthe "]))),
    ]

    // MARK: Saving

    private static let saving: [ScenarioRow] = [
        row("save-bad-name", put("/a.txt", "400 Bad Request", "no document of this name")),
        row("save-unauthorized", put("/a.txt", "401 Unauthorized", "\r\nWWW-Authenticate: Bearer realm=")),
        row(
            "save-forbidden", put("/report.txt", "403 Forbidden", "<D:write-content/>"),
            get("/report.txt", "200 OK", "Dear Ada,")),
        row(
            "save-no-collection", put("/notes/a.txt", "201 Created"), put("/notes/b.txt", "409 Conflict"),
            get("/notes/a.txt", "404 Not Found")),
        row(
            "save-read-only", put("/report.txt", "405 Method Not Allowed", "Allow: OPTIONS, GET, HEAD, PROPFIND")),
        row("save-maintenance", put("/report.txt", "503 Service Unavailable", "\r\nRetry-After: 120\r\n")),
        row(
            "read-only-volume", put("/report.txt", "403 Forbidden"), get("/report.txt", "200 OK", "Dear Ada,"),
            exchange("DELETE", "/report.txt", .kept("403 Forbidden", []))),
        row("save-unsupported", put("/report.txt", "405 Method Not Allowed", "HEAD, DELETE, PROPFIND")),
        row("save-not-implemented", put("/report.txt", "501 Not Implemented")),
        row("save-exists", put("/a.txt", "409 Conflict", "There is something of this name already.\n")),
        row(
            "save-conflict", get("/report.txt", "200 OK", "the plan is done."),
            put("/report.txt", "412 Precondition Failed", fields: [#"If-Match: "0000000000000000""#]),
            get("/report.txt", "200 OK", "I was faster."), put("/report.txt", "204 No Content")),
        row("save-too-large", put("/a.txt", "413 Content Too Large", "<D:quota-not-exceeded/>")),
        row(
            "save-charset", put("/a.txt", "415 Unsupported Media Type", "\r\nAccept: text/plain;charset=us-ascii")),
        row(
            "locked-by-other", put("/report.txt", "423 Locked", "<D:lock-token-submitted>"),
            exchange("DELETE", "/report.txt", .kept("423 Locked", ["<D:lock-token-submitted>"])),
            exchange("LOCK", "/report.txt", [], lock, .kept("423 Locked", ["<D:no-conflicting-lock>"])),
            get("/report.txt", "200 OK", "Dear Ada,")),
        row("save-server-error", put("/a.txt", "500 Internal Server Error")),
        row("save-reset", exchange("PUT", "/a.txt", [], "Plan", .reset)),
        row("save-silent", exchange("PUT", "/a.txt", [], "Plan", .silence)),
        row("save-unavailable", put("/a.txt", "503 Service Unavailable", "\r\nRetry-After: 30\r\n")),
        row(
            "out-of-room",
            exchange(
                "PUT", "/a.txt", [], String(repeating: "Plan ", count: 10),
                .kept("507 Insufficient Storage", ["<D:quota-not-exceeded/>"])),
            put("/a.txt", "201 Created"), get("/report.txt", "200 OK", "Dear Ada,")),
        row("save-over-quota", put("/report.txt", "507 Insufficient Storage", "<D:quota-not-exceeded/>")),
    ]

    // MARK: All else

    private static let others: [ScenarioRow] = [
        row(
            "delete-forbidden",
            exchange("DELETE", "/report.txt", .kept("403 Forbidden", ["<D:unbind/>"])),
            put("/report.txt", "204 No Content")),
        row(
            "nothing-there", get("/a.txt", "404 Not Found"),
            exchange("DELETE", "/a.txt", .kept("404 Not Found", [])),
            exchange(
                "MOVE", "/a.txt", ["Destination: PREFIX/b.txt"], .kept("404 Not Found", [])),
            put("/notes/a.txt", "409 Conflict")),
        row(
            "move-exists",
            exchange(
                "MOVE", "/report.txt", ["Destination: PREFIX/other.txt", "Overwrite: F"],
                .kept("412 Precondition Failed", [])),
            get("/other.txt", "200 OK", "The other one.")),
        row(
            "revert-conflict", get("/report.txt", "200 OK", "Dear Ada,"),
            get("/report.txt", "412 Precondition Failed", "\r\nETag: \"5eb63bbbe01eeed0\"\r\n")),
        row(
            "silent", exchange("GET", "/report.txt", .silence),
            exchange("PROPFIND", "/", ["Depth: 1"], .silence)),
        row(
            "sharing", share("409 Conflict", #""limit":100"#), share("403 Forbidden", "<D:write/>"),
            share("507 Insufficient Storage", "<D:quota-not-exceeded/>"),
            share("412 Precondition Failed", "\r\nETag: "), share("500 Internal Server Error", "")),
        row(
            "tour", get("/corrupt.txt", "200 OK", "ear Ada,\n"),
            exchange("GET", "/cut-off.txt", closed("200 OK", ["Dear Ada, dear"])),
            get("/private.txt", "403 Forbidden"), get("/elsewhere.txt", "404 Not Found"),
            put("/full.txt", "507 Insufficient Storage"),
            put("/shared.txt", "412 Precondition Failed", fields: [#"If-Match: "0000000000000000""#]),
            put("/locked.txt", "423 Locked"), put("/plan.txt", "204 No Content")),
    ]

    private static func share(_ status: String, _ part: String) -> ScenarioExchange {
        exchange("POST", "/report.txt", [], "Bea", .kept(status, [part]))
    }

    private static let lock =
        #"<D:lockinfo xmlns:D="DAV:"><D:lockscope><D:exclusive/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockinfo>"#

    // MARK: Exchanges

    private static func row(_ name: String, _ exchanges: ScenarioExchange...) -> ScenarioRow {
        ScenarioRow("documents/\(name)", exchanges)
    }

    private static func exchange(
        _ method: String, _ path: String, _ fields: [String], _ body: String, _ answer: ScenarioAnswer
    ) -> ScenarioExchange {
        ScenarioExchange(ScenarioRequest(method, path, fields, body), answer)
    }

    private static func exchange(_ method: String, _ path: String, _ fields: [String], _ answer: ScenarioAnswer)
        -> ScenarioExchange
    {
        exchange(method, path, fields, "", answer)
    }

    private static func exchange(_ method: String, _ path: String, _ answer: ScenarioAnswer) -> ScenarioExchange {
        exchange(method, path, [], "", answer)
    }

    private static func get(_ path: String, _ status: String, _ parts: String...) -> ScenarioExchange {
        exchange("GET", path, .kept(status, parts))
    }

    private static func put(_ path: String, _ status: String, _ parts: String..., fields: [String] = [])
        -> ScenarioExchange
    {
        exchange("PUT", path, fields, "Plan", .kept(status, parts))
    }

    private static func closed(_ status: String, _ parts: [String]) -> ScenarioAnswer {
        ScenarioAnswer(.containing(status: status, parts), .closed)
    }

    private static func halted(_ status: String, _ parts: [String]) -> ScenarioAnswer {
        ScenarioAnswer(.containing(status: status, parts), .held)
    }
}
