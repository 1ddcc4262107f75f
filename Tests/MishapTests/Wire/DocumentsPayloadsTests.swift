import TestSupport
import Testing

/// What real servers of WebDAV were seen to send, byte by byte on the wire, by the number of its entry in the list of
/// captures.
@Suite(.descriptors) struct DocumentsPayloadsTests {
    private static let gateway = SharedGateway {
        try RunningGateway([
            "sabre": #"""
            { "system": "documents", "settings": { "errors": "sabre", "store": { "/a.txt": { "text": "A" } } }, "rules": [
                { "match": { "document": "/missing" }, "fail": "missing", "with": { "message": "no <a>" } },
                { "match": { "document": "/gone" }, "fail": "missing", "with": { "by": "gone" } },
                { "match": { "document": "/text" }, "fail": "missing", "with": { "errors": "text" } },
                { "match": { "document": "/four" }, "fail": 4 },
                { "match": { "document": "/unavailable" }, "fail": "unavailable" },
                { "match": { "document": "/conflict" }, "fail": "conflict", "with": { "by": "conflict" } },
                { "match": { "document": "/read-only" }, "fail": "read-only" },
                { "match": { "document": "/maintained" }, "fail": "read-only", "with": { "by": "maintenance" } },
                { "match": { "document": "/exists" }, "fail": "exists", "with": { "by": "conflict" } },
                { "match": { "document": "/unsupported" }, "fail": "unsupported", "with": { "by": "not-allowed" } },
                \#(others) ] }
            """#,
            "nextcloud": #"""
            { "system": "documents", "settings": { "errors": "nextcloud", "maximumBytes": 20, "store": {
                "/a.txt": { "text": "A" }, "/new folder/newfile.pdf": { "text": "B", "lockedBy": "Bea" } } },
              "rules": [ \#(others) ] }
            """#,
            "full": #"""
            { "system": "documents", "settings": { "errors": "sabre", "maximumBytes": 1, "store": {
                "/a.txt": { "text": "A" }, "/b/c.txt": { "text": "", "lockedBy": "Bea" } } } }
            """#,
            "nginx": #"""
            { "system": "documents", "settings": { "errors": "nginx", "maximumBytes": 1, "store": {
                "/a.txt": { "text": "A" }, "/b/c.txt": { "text": "", "lockedBy": "Bea" } } },
              "rules": [ \#(others),
                { "match": { "document": "/told" }, "fail": "missing", "with": { "message": "Not <here>" } } ] }
            """#,
            "read-only": #"{ "system": "documents", "settings": { "readOnly": true } }"#,
            "text": #"""
            { "system": "documents", "settings": { "store": { "/a.txt": { "text": "A" } } }, "rules": [
                { "match": { "document": "/missing" }, "fail": "missing", "with": { "errors": "sabre" } } ] }
            """#,
        ])
    }

    /// A failure each, by the name of its document.
    private static let others = [
        "forbidden", "bad-name", "locked", "out-of-space", "unauthorized", "unsupported-charset", "precondition",
    ].map { name in
        let fail = name == "precondition" ? "conflict" : name
        return #"{ "match": { "document": "/by/\#(name)" }, "fail": "documents/\#(fail)" }"#
    }.joined(separator: ",\n")

    private func ask(_ method: String, _ target: String, _ fields: [String] = [], _ body: String = "") throws -> String
    {
        let connection = try RawConnection(port: Self.gateway.get().port)
        let head =
            ["\(method) /@\(target) HTTP/1.1", "Host: a", "Content-Length: \(body.utf8.count)"] + fields + ["", body]
        connection.send(head.joined(separator: "\r\n"))
        return connection.receiveResponse().text
    }

    private static func element(_ exception: String, _ message: String) -> String {
        "\r\n\r\n<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
            + "<d:error xmlns:d=\"DAV:\" xmlns:s=\"http://sabredav.org/ns\">\n"
            + "  <s:exception>Sabre\\DAV\\Exception\\\(exception)</s:exception>\n"
            + "  <s:message>\(message)</s:message>\n</d:error>\n"
    }

    @Test(arguments: [
        ("GET", "sabre/missing", 404, "NotFound", "no &lt;a&gt;"),
        ("GET", "text/missing", 404, "NotFound", "File with name /missing could not be located"),
        ("GET", "sabre/four", 404, "NotFound", "File with name /four could not be located"),
        ("GET", "sabre/no%20ne%3C/", 404, "NotFound", "File with name /no ne&lt; could not be located"),
        ("MOVE", "nextcloud/none", 404, "NotFound", "File with name /none could not be located"),
        ("PUT", "sabre/none/b", 409, "Conflict", "there is no collection for it to be in"),
        ("MKCOL", "sabre/a.txt", 405, "MethodNotAllowed", "there is something at this path"),
        ("BREW", "sabre/a.txt", 405, "MethodNotAllowed", "the store does not know this method"),
        ("PUT", "sabre/conflict", 409, "Conflict", "Somebody else has saved a newer version."),
        ("PUT", "sabre/exists", 409, "Conflict", "There is something of this name already."),
        ("PUT", "sabre/read-only", 405, "MethodNotAllowed", "The store can only be read."),
        ("PUT", "sabre/unsupported", 405, "MethodNotAllowed", "This cannot be done to the document."),
        ("PUT", "sabre/maintained", 503, "ServiceUnavailable", "System in maintenance mode."),
        ("GET", "sabre/unavailable", 503, "ServiceUnavailable", "The document cannot be had at present."),
    ])
    func entry25RefusalsAreElementsOfSabre(
        method: String, target: String, status: Int, exception: String, message: String
    ) throws {
        let text = try ask(method, target)
        #expect(text.hasPrefix("HTTP/1.1 \(status) "))
        #expect(text.contains("\r\nContent-Type: application/xml; charset=utf-8\r\n"))
        #expect(text.hasSuffix(Self.element(exception, message)), "\(text)")
        #expect(text.contains("\r\nAllow: ") == (status == 405))
        #expect(text.contains("\r\nRetry-After: ") == (status == 503))
    }

    @Test(arguments: [
        ("GET", "text/none", 404, "there is nothing at this path"),
        ("GET", "sabre/text", 404, "There is no document here."),
        ("GET", "sabre/gone", 410, "There was a document here, and it is gone."),
        ("PUT", "text/none/b", 409, "there is no collection for it to be in"),
    ])
    func entry25OtherwiseTheyAreText(method: String, target: String, status: Int, message: String) throws {
        let text = try ask(method, target)
        #expect(text.hasPrefix("HTTP/1.1 \(status) "))
        #expect(text.contains("\r\nContent-Type: text/plain; charset=utf-8\r\n"))
        #expect(text.hasSuffix("\r\n\r\n\(message)\n"))
    }

    @Test(arguments: [[], ["Depth: infinity"]])
    func entry26OnlyACollectionIsRefusedWithoutADepth(fields: [String]) throws {
        let document = try ask("PROPFIND", "text/a.txt", fields)
        #expect(document.hasPrefix("HTTP/1.1 207 "))
        #expect(document.contains("<D:href>/@text/a.txt</D:href>"))
        let collection = try ask("PROPFIND", "text/", fields)
        #expect(collection.hasPrefix("HTTP/1.1 403 ") && collection.contains("<D:propfind-finite-depth/>"))
        #expect(try ask("PROPFIND", "text/none", fields).hasPrefix("HTTP/1.1 404 "))
    }

    // MARK: The second list, 75 to 81

    private static func element(of exception: String, _ message: String, _ condition: String = "") -> String {
        let text = message.isEmpty ? "<s:message/>" : "<s:message>\(message)</s:message>"
        return "\r\n\r\n<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
            + "<d:error xmlns:d=\"DAV:\" xmlns:s=\"http://sabredav.org/ns\">\n"
            + "  <s:exception>\(exception)</s:exception>\n  \(text)\n\(condition)</d:error>\n"
    }

    private static func condition(_ name: String, _ href: String) -> String {
        "  <d:\(name)>\n    <d:href>\(href)</d:href>\n  </d:\(name)>\n"
    }

    @Test(arguments: [
        ("PUT", "new%20folder/newfile.pdf", "new folder/newfile.pdf"), ("DELETE", "by/locked", "by/locked"),
        ("LOCK", "by/locked/", "by/locked"),
    ])
    func entry75ALockIsToldInNextcloudsWords(method: String, target: String, path: String) throws {
        let text = try ask(method, "nextcloud/" + target)
        #expect(text.hasPrefix("HTTP/1.1 423 Locked\r\n"))
        #expect(text.contains("\r\nContent-Type: application/xml; charset=utf-8\r\n"))
        #expect(
            text.hasSuffix(
                Self.element(of: #"OCA\DAV\Connector\Sabre\Exception\FileLocked"#, "\"\(path)\" is locked")), "\(text)")
    }

    private static let anonymous =
        "No public access to this resource., Username or password was incorrect, No 'Authorization: Bearer' header "
        + "found. Either the client didn't send one, or the server is mis-configured, Username or password was incorrect"

    @Test(arguments: [
        ("PUT", "sabre/by/forbidden", 403, "Forbidden", "The user has no permission for this."),
        ("DELETE", "sabre/", 403, "Forbidden", "the root cannot be deleted"),
        ("PUT", "sabre/by/bad-name", 400, "BadRequest", "The store takes no document of this name."),
        ("PUT", "sabre/by/unauthorized", 401, "NotAuthenticated", anonymous),
        ("GET", "nextcloud/by/unauthorized", 401, "NotAuthenticated", anonymous),
        ("PUT", "sabre/by/out-of-space", 507, "InsufficientStorage", "There is no room for the document."),
        ("PUT", "nextcloud/by/out-of-space", 507, "InsufficientStorage", "There is no room for the document."),
        (
            "PUT", "sabre/by/unsupported-charset", 415, "UnsupportedMediaType",
            "The store keeps text in another encoding."
        ),
        ("PUT", "sabre/by/precondition", 412, "PreconditionFailed", "Somebody else has saved a newer version."),
        ("PUT", "nextcloud/a.txt?range", 400, "BadRequest", "Content-Range on PUT requests are forbidden."),
        ("PUT", "sabre/a.txt?range", 400, "BadRequest", "Content-Range on PUT requests are forbidden."),
        ("PUT", "sabre/a.txt?none", 412, "PreconditionFailed", "a condition of the request does not hold"),
        ("MKCOL", "sabre/new?body", 415, "UnsupportedMediaType", "a body of MKCOL means nothing here (RFC 4918, 9.3)"),
        ("PUT", "full/b.txt?body", 507, "InsufficientStorage", "there is no room for this"),
    ])
    func entry76TheExceptionIsThatOfTheStatus(
        method: String, target: String, status: Int, exception: String, message: String
    ) throws {
        let fields = [
            "range": ["Content-Range: bytes 0-1/2"], "none": ["If-None-Match: *"],
        ]
        let kind = target.split(separator: "?").dropFirst().first.map(String.init) ?? ""
        let text = try ask(method, target, fields[kind] ?? [], kind == "body" ? "body" : "")
        #expect(text.hasPrefix("HTTP/1.1 \(status) "))
        #expect(text.hasSuffix(Self.element(of: #"Sabre\DAV\Exception\\#(exception)"#, message)), "\(text)")
        #expect(
            text.contains("\r\nWWW-Authenticate: Basic realm=\"documents\", charset=\"UTF-8\"\r\n") == (status == 401))
    }

    @Test(arguments: [
        ("PUT", "nextcloud/by/bad-name", 400, "InvalidPath", "File name contains at least one invalid character"),
        (
            "PUT", "nextcloud/by/unsupported-charset", 415, "UnsupportedMediaType",
            "The store keeps text in another encoding."
        ),
    ])
    func entry76NextcloudHasExceptionsOfItsOwn(
        method: String, target: String, status: Int, exception: String, message: String
    ) throws {
        let text = try ask(method, target)
        #expect(text.hasPrefix("HTTP/1.1 \(status) "))
        #expect(
            text.hasSuffix(Self.element(of: #"OCA\DAV\Connector\Sabre\Exception\\#(exception)"#, message)), "\(text)")
    }

    @Test(arguments: [
        ("PUT", "sabre/by/locked", 423, "Locked", "", condition("lock-token-submitted", "by/locked")),
        ("LOCK", "sabre/by/locked", 423, "ConflictingLock", "", condition("no-conflicting-lock", "by/locked")),
        ("PUT", "full/b/c.txt", 423, "Locked", "", condition("lock-token-submitted", "b/c.txt")),
        (
            "PROPFIND", "full/", 403, "Forbidden", "a collection is listed with Depth 0 or 1",
            "  <d:propfind-finite-depth/>\n"
        ),
    ])
    func aConditionStandsBehindTheMessage(
        method: String, target: String, status: Int, exception: String, message: String, condition: String
    ) throws {
        let text = try ask(method, target)
        #expect(text.hasPrefix("HTTP/1.1 \(status) "))
        #expect(
            text.hasSuffix(Self.element(of: #"Sabre\DAV\Exception\\#(exception)"#, message, condition)), "\(text)")
    }

    private static func page(_ title: String) -> String {
        "<html>\r\n<head><title>\(title)</title></head>\r\n<body>\r\n<center><h1>\(title)</h1></center>\r\n"
            + "<hr><center>nginx/1.22.1</center>\r\n</body>\r\n</html>\r\n"
    }

    @Test(arguments: [
        ("MKCOL", "nginx/new", 409, "Conflict"), ("MKCOL", "nginx/a.txt/", 405, "Not Allowed"),
        ("MOVE", "nginx/a.txt", 400, "Bad Request"), ("PUT", "nginx/new.txt", 500, "Internal Server Error"),
        ("COPY", "nginx/a.txt?copy", 507, "Insufficient Storage"), ("GET", "nginx/none", 404, "Not Found"),
        ("PUT", "nginx/by/out-of-space", 500, "Internal Server Error"),
        ("PUT", "nginx/by/forbidden", 403, "Forbidden"),
        ("GET", "nginx/by/unauthorized", 401, "Authorization Required"),
        ("GET", "nginx/told", 404, "Not &lt;here&gt;"),
    ])
    func entry80NginxHasPages(method: String, target: String, status: Int, title: String) throws {
        let destination = "Destination: " + (method == "COPY" ? "/@nginx/b.txt" : "http://other.example.com/b.txt")
        let text = try ask(method, target, [destination], method == "PUT" ? "body" : "")
        #expect(text.hasPrefix("HTTP/1.1 \(status) "))
        #expect(text.contains("\r\nContent-Type: text/html\r\n"))
        #expect(text.hasSuffix("\r\n\r\n" + Self.page("\(status) \(title)")), "\(text)")
        // As many bytes as were captured.
        if method == "MOVE" { #expect(text.contains("\r\nContent-Length: 157\r\n")) }
    }

    @Test func entry80WithASlashTheCollectionIsMade() throws {
        #expect(try ask("MKCOL", "nginx~made/new/").hasPrefix("HTTP/1.1 201 "))
        #expect(try ask("MKCOL", "text~made/new").hasPrefix("HTTP/1.1 201 "))
    }

    @Test(arguments: ["nginx/b/c.txt", "nginx/by/locked"]) func nginxHasNoPageOfALock(target: String) throws {
        let text = try ask("PUT", target)
        #expect(text.hasPrefix("HTTP/1.1 423 ") && text.hasSuffix("\r\nContent-Length: 0\r\n\r\n"))
        #expect(!text.contains("Content-Type"))
    }

    /// 78, 79 and 81: what a scenario says in its own words.
    @Test func entry78And79And81AreShipped() throws {
        let gateway = try RunningGateway.shipped.get()
        func ask(_ method: String, _ target: String) throws -> String {
            let connection = try gateway.connect()
            connection.send(
                "\(method) /@documents/other-servers~payloads/\(target) HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n"
            )
            return connection.receiveResponse().text
        }
        let ocis = try ask("PUT", "ocis/locked.txt")
        #expect(ocis.hasPrefix("HTTP/1.1 500 ") && ocis.hasSuffix("\r\nContent-Length: 0\r\n\r\n"))
        let apache = try ask("PUT", "apache/none/a.txt")
        #expect(apache.hasPrefix("HTTP/1.1 409 "))
        #expect(
            apache.contains(
                "\r\n\r\n<!DOCTYPE HTML PUBLIC \"-//IETF//DTD HTML 2.0//EN\">\n<html><head>\n<title>409 Conflict</title>"
            ))
        let wsgi = try ask("MKCOL", "wsgidav/there")
        #expect(wsgi.hasPrefix("HTTP/1.1 405 ") && wsgi.contains("\r\nContent-Type: text/html\r\n"))
        #expect(wsgi.contains("MKCOL can only be executed on an unmapped URL."))
        #expect(try ask("MKCOL", "bitrix24/there").hasPrefix("HTTP/1.1 409 "))
    }

    // MARK: Settings

    @Test func aVolumeThatIsReadOnlyListsNoMethodThatWrites() throws {
        let allow = "\r\nAllow: OPTIONS, GET, HEAD, PROPFIND\r\n"
        let options = try ask("OPTIONS", "read-only/")
        #expect(options.hasPrefix("HTTP/1.1 200 ") && options.contains(allow))
        let other = try ask("BREW", "read-only/")
        #expect(other.hasPrefix("HTTP/1.1 405 ") && other.contains(allow))
        #expect(try ask("OPTIONS", "text/").contains(", PUT, DELETE, "))
        for method in ["PUT", "DELETE", "PROPPATCH", "MKCOL", "COPY", "MOVE", "LOCK"] {
            #expect(try ask(method, "read-only/a.txt").hasPrefix("HTTP/1.1 403 "), "\(method)")
        }
    }
}
