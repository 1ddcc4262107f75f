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
                { "match": { "document": "/unsupported" }, "fail": "unsupported", "with": { "by": "not-allowed" } } ] }
            """#,
            "text": #"""
            { "system": "documents", "settings": { "store": { "/a.txt": { "text": "A" } } }, "rules": [
                { "match": { "document": "/missing" }, "fail": "missing", "with": { "errors": "sabre" } } ] }
            """#,
        ])
    }

    private func ask(_ method: String, _ target: String, _ fields: [String] = []) throws -> String {
        let connection = try RawConnection(port: Self.gateway.get().port)
        let head = ["\(method) /@\(target) HTTP/1.1", "Host: a", "Content-Length: 0"] + fields + ["", ""]
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
        ("GET", "text/missing", 404, "NotFound", "There is no document here."),
        ("GET", "sabre/four", 404, "NotFound", "There is no document here."),
        ("GET", "sabre/none", 404, "NotFound", "there is nothing at this path"),
        ("PUT", "sabre/none/b", 409, "Conflict", "there is no collection for it to be in"),
        ("MKCOL", "sabre/a.txt", 405, "MethodNotAllowed", "there is something at this path"),
        ("BREW", "sabre/a.txt", 405, "MethodNotAllowed", "the store does not know this method"),
        ("PUT", "sabre/conflict", 409, "Conflict", "Somebody else has saved a newer version."),
        ("PUT", "sabre/exists", 409, "Conflict", "There is something of this name already."),
        ("PUT", "sabre/read-only", 405, "MethodNotAllowed", "The store can only be read."),
        ("PUT", "sabre/unsupported", 405, "MethodNotAllowed", "This cannot be done to the document."),
        (
            "PUT", "sabre/maintained", 503, "ServiceUnavailable",
            "The store is being looked after, and takes no changes."
        ),
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
}
