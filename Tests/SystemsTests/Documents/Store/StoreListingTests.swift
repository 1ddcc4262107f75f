@testable import Systems
@testable import Catalogue
import Testing
import Wire

/// PROPFIND and PROPPATCH.
struct StoreListingTests {
    private let shelf = Shelf([
        .document("/a b.txt", "one"), .document("/c/d/e.txt", "three"), .document("/c/b.txt", "two"),
    ])

    private static func wanted(_ names: String) -> String {
        #"<D:propfind xmlns:D="DAV:"><D:prop>\#(names)</D:prop></D:propfind>"#
    }

    private static let lock =
        "<D:supportedlock>"
        + ["exclusive", "shared"].map { scope in
            "<D:lockentry><D:lockscope><D:\(scope)/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockentry>"
        }.joined() + "</D:supportedlock><D:lockdiscovery></D:lockdiscovery>"

    @Test func aDocumentTellsAllOfItself() {
        var shelf = shelf
        let tag = shelf.send("GET", "/a%20b.txt").field("etag") ?? ""
        let reply = shelf.send("PROPFIND", "/a%20b.txt", [("Depth", "0")])
        #expect(reply.status == 207 && reply.field("content-type") == "application/xml; charset=utf-8")
        #expect(
            reply.text == """
                <?xml version="1.0" encoding="utf-8"?>
                <D:multistatus xmlns:D="DAV:">
                <D:response><D:href>/a%20b.txt</D:href><D:propstat><D:prop>\
                <D:creationdate>2026-01-01T00:00:00.000Z</D:creationdate><D:getcontentlength>3</D:getcontentlength>\
                <D:getcontenttype>text/plain; charset=utf-8</D:getcontenttype><D:getetag>\(tag)</D:getetag>\
                <D:getlastmodified>Thu, 01 Jan 2026 00:00:00 GMT</D:getlastmodified><D:resourcetype></D:resourcetype>\
                \(Self.lock)</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>
                </D:multistatus>

                """)
    }

    @Test func aCollectionListsItsMembers() {
        var shelf = shelf
        shelf.prefix = "/@notes"
        let reply = shelf.send("PROPFIND", "/c", [("Depth", "1")], text: Self.wanted("<D:resourcetype/>"))
        let hrefs = reply.text.matches(of: /<D:href>([^<]*)<\/D:href>/).map { String($0.1) }
        #expect(hrefs == ["/@notes/c/", "/@notes/c/b.txt", "/@notes/c/d/"])
        #expect(reply.text.matches(of: /<D:collection\/>/).count == 2)
        #expect(shelf.send("PROPFIND", "/c", [("Depth", "0")]).text.matches(of: /<D:href>/).count == 1)
        #expect(shelf.send("PROPFIND", "/c/b.txt", [("Depth", "1")]).text.matches(of: /<D:href>/).count == 1)
    }

    @Test func aWholeTreeIsNotListed() {
        var shelf = shelf
        for fields in [[], [("Depth", "infinity")]] {
            let reply = shelf.send("PROPFIND", "/", fields)
            #expect(reply.status == 403 && reply.text.contains("<D:error xmlns:D=\"DAV:\"><D:propfind-finite-depth/>"))
        }
        #expect(shelf.send("PROPFIND", "/", [("Depth", "2")]).status == 400)
        #expect(shelf.send("PROPFIND", "/nothing", [("Depth", "0")]).status == 404)
    }

    @Test func whatIsNotThereIsSaidToBeMissing() {
        var shelf = shelf
        let names = #"<D:getetag/><D:resourcetype/><x xmlns="urn:x"/>"#
        let reply = shelf.send("PROPFIND", "/c", [("Depth", "0")], text: Self.wanted(names))
        #expect(
            reply.text.contains(
                """
                <D:propstat><D:prop><D:resourcetype><D:collection/></D:resourcetype></D:prop><D:status>HTTP/1.1 200 OK\
                </D:status></D:propstat><D:propstat><D:prop><D:getetag/><x xmlns="urn:x"/></D:prop><D:status>HTTP/1.1 \
                404 Not Found</D:status></D:propstat>
                """))
        let none = shelf.send("PROPFIND", "/c", [("Depth", "0")], text: Self.wanted("<D:getetag/>"))
        #expect(!none.text.contains("200 OK") && none.text.contains("404 Not Found"))
    }

    @Test func namesComeWithoutValues() {
        var shelf = shelf
        _ = shelf.patch("/c", set: #"<x xmlns="urn:x">1</x>"#)
        let body = #"<D:propfind xmlns:D="DAV:"><D:propname/></D:propfind>"#
        let reply = shelf.send("PROPFIND", "/c", [("Depth", "0")], text: body)
        #expect(
            reply.text.contains(
                """
                <D:prop><D:creationdate/><D:getlastmodified/><D:resourcetype/><D:supportedlock/><D:lockdiscovery/>\
                <D:quota-available-bytes/><D:quota-used-bytes/><x xmlns="urn:x"/></D:prop>
                """))
    }

    @Test func theQuotaIsForWhoAsks() {
        var shelf = Shelf([.document("/a.txt", "12345")]) { $0.maximumBytes = 100 }
        let names = "<D:quota-available-bytes/><D:quota-used-bytes/>"
        let reply = shelf.send("PROPFIND", "/", [("Depth", "0")], text: Self.wanted(names))
        #expect(
            reply.text.contains(
                "<D:quota-available-bytes>95</D:quota-available-bytes><D:quota-used-bytes>5</D:quota-used-bytes>"))
        #expect(!shelf.send("PROPFIND", "/", [("Depth", "0")]).text.contains("quota"))
        let more =
            #"<D:propfind xmlns:D="DAV:"><D:allprop/><D:include><D:quota-used-bytes/></D:include></D:propfind>"#
        let all = shelf.send("PROPFIND", "/", [("Depth", "0")], text: more).text
        #expect(all.contains("<D:quota-used-bytes>5</D:quota-used-bytes>") && all.contains("<D:resourcetype>"))
    }

    @Test func whatIsIncludedAndNotThereIsSaidToBeMissing() {
        var shelf = shelf
        let more = #"""
            <D:propfind xmlns:D="DAV:"><D:allprop/><D:include><D:getetag/><D:quota-used-bytes/><x xmlns="urn:x"/>\
            </D:include></D:propfind>
            """#
        let text = shelf.send("PROPFIND", "/c", [("Depth", "0")], text: more).text
        #expect(
            text.contains(
                """
                <D:propstat><D:prop><D:getetag/><x xmlns="urn:x"/></D:prop><D:status>HTTP/1.1 404 Not Found</D:status>\
                </D:propstat>
                """))
        #expect(text.contains("<D:resourcetype>") && text.contains("<D:quota-used-bytes>"))
        _ = shelf.patch("/c", set: #"<x xmlns="urn:x">1</x>"#)
        let there = shelf.send("PROPFIND", "/c", [("Depth", "0")], text: more).text
        #expect(there.contains("<D:prop><D:getetag/></D:prop>") && there.matches(of: /<x xmlns="urn:x"/).count == 1)
    }

    @Test func aMemberSaysWhoLockedIt() {
        var shelf = shelf
        _ = shelf.lock("/c/b.txt")
        _ = shelf.lock("/a%20b.txt")
        let reply = shelf.send("PROPFIND", "/c", [("Depth", "1")], text: Self.wanted("<D:lockdiscovery/>"))
        #expect(reply.text.matches(of: /<D:lockroot><D:href>\/c\/b.txt<\/D:href>/).count == 1)
        #expect(reply.text.matches(of: /<D:activelock>/).count == 1)
        var other = self.shelf
        _ = other.lock("/c", [("Depth", "infinity")])
        let all = other.send("PROPFIND", "/c", [("Depth", "1")], text: Self.wanted("<D:lockdiscovery/>"))
        #expect(all.text.matches(of: /<D:lockroot><D:href>\/c\/<\/D:href>/).count == 3)
    }

    @Test func aLockOfDepthZeroIsNotThatOfMembers() {
        var shelf = shelf
        _ = shelf.lock("/c", [("Depth", "0")])
        let reply = shelf.send("PROPFIND", "/c", [("Depth", "1")], text: Self.wanted("<D:lockdiscovery/>"))
        #expect(reply.text.matches(of: /<D:activelock>/).count == 1)
    }

    @Test(arguments: [
        ("<x", 400, "the body is not well-formed XML with namespaces"),
        ("<x/>", 422, "the body is XML, but not what this method needs"),
        (
            #"<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><a>&b;</a>"#, 400,
            "the body has a document type, which the store does not read"
        ),
    ])
    func aBodyThatAsksForNothingIsRefused(body: String, status: Int, words: String) {
        expectRefusal(of: body, status, words)
    }

    @Test func aLongBodyIsRefused() {
        expectRefusal(
            of: "<a>" + String(repeating: "a", count: 2 << 20) + "</a>", 413,
            "the body asks for more than the store takes in one request")
    }

    private func expectRefusal(of body: String, _ status: Int, _ words: String) {
        for method in ["PROPFIND", "PROPPATCH"] {
            var shelf = shelf
            let reply = shelf.send(method, "/c", [("Depth", "0")], text: body)
            #expect(reply.status == status && reply.text == words + "\n", "\(method)")
        }
    }

    // MARK: Dead properties

    @Test func propertiesOfClientsAreKept() {
        var shelf = shelf
        let set = #"<x:mood xmlns:x="urn:x" xml:lang="en">fine &amp; dandy</x:mood><D:displayname>Ä</D:displayname>"#
        let reply = shelf.patch("/a%20b.txt", set: set)
        #expect(reply.status == 207)
        #expect(
            reply.text.contains(
                """
                <D:response><D:href>/a%20b.txt</D:href><D:propstat><D:prop><mood xmlns="urn:x"/><D:displayname/>\
                </D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>
                """))
        let wanted = Self.wanted(#"<D:displayname/><mood xmlns="urn:x"/>"#)
        for path in ["/a%20b.txt", "/copy.txt", "/moved.txt"] {
            let text = shelf.send("PROPFIND", path, [("Depth", "0")], text: wanted).text
            #expect(text.contains("fine &amp; dandy") && text.contains(">Ä</"), "\(text)")
            #expect(shelf.send("PROPFIND", path, [("Depth", "0")]).text.contains("fine &amp; dandy"))
            if path == "/a%20b.txt" { _ = shelf.send("COPY", path, [("Destination", "/copy.txt")]) }
            if path == "/copy.txt" { _ = shelf.send("MOVE", path, [("Destination", "/moved.txt")]) }
        }
        let tag = shelf.send("GET", "/moved.txt").field("etag")
        _ = shelf.patch("/moved.txt", remove: #"<mood xmlns="urn:x"/>"#)
        #expect(!shelf.send("PROPFIND", "/moved.txt", [("Depth", "0")]).text.contains("mood"))
        #expect(shelf.send("GET", "/moved.txt").field("etag") == tag)
        #expect(shelf.put("/moved.txt", "other").status == 204)
        #expect(shelf.send("PROPFIND", "/moved.txt", [("Depth", "0")]).text.contains(">Ä</"))
        #expect(shelf.send("PROPPATCH", "/nothing", text: "").status == 404)
    }

    @Test func changesAreMadeInTheirOrder() {
        var shelf = shelf
        let body = """
            <D:propertyupdate xmlns:D="DAV:"><D:set><D:prop><x xmlns="u:">1</x></D:prop></D:set><D:remove><D:prop>\
            <x xmlns="u:"/></D:prop></D:remove><D:set><D:prop><y xmlns="u:">2</y></D:prop></D:set></D:propertyupdate>
            """
        #expect(shelf.send("PROPPATCH", "/c", text: body).status == 207)
        #expect(shelf.store.tree.properties(at: DocumentPath(decoded: Array("/c".utf8))!).all.count == 1)
    }

    @Test(arguments: [
        "creationdate", "getcontentlength", "getcontenttype", "getetag", "getlastmodified", "resourcetype",
        "supportedlock", "lockdiscovery", "quota-available-bytes", "quota-used-bytes",
    ])
    func whatTheStoreSaysItselfCannotBeSet(name: String) {
        var shelf = shelf
        let reply = shelf.patch("/c", set: "<D:\(name)>1</D:\(name)><x/>")
        #expect(
            reply.text.contains(
                """
                <D:propstat><D:prop><D:\(name)/></D:prop><D:status>HTTP/1.1 403 Forbidden</D:status><D:error>\
                <D:cannot-modify-protected-property/></D:error></D:propstat><D:propstat><D:prop><x/></D:prop><D:status>\
                HTTP/1.1 424 Failed Dependency</D:status></D:propstat>
                """))
        #expect(shelf.store.tree.properties(at: DocumentPath(decoded: Array("/c".utf8))!).all.isEmpty)
    }

    @Test func propertiesTakeRoom() {
        var shelf = Shelf([.document("/a.txt", "12345")]) { $0.maximumBytes = 200 }
        let reply = shelf.patch("/a.txt", set: "<x>\(String(repeating: "x", count: 100))</x>")
        #expect(reply.status == 507 && reply.text.contains("quota-not-exceeded"))
        #expect(shelf.patch("/a.txt", set: "<x>x</x>").status == 207)
        #expect(shelf.patch("/a.txt", set: "<y>x</y>").status == 507)
        #expect(shelf.patch("/a.txt", remove: "<x/>").status == 207)
        #expect(shelf.store.tree.bytes == 5)
        #expect(shelf.patch("/", set: "<y>x</y>").status == 207)
        #expect(shelf.send("DELETE", "/a.txt").status == 204)
    }

    // MARK: Many

    @Test func manyDocumentsAreListed() {
        let changes = (0..<10_000).map { StoreChange.document("/\($0).txt", "x") }
        var shelf = Shelf(changes)
        let reply = shelf.send("PROPFIND", "/", [("Depth", "1")])
        #expect(reply.text.matches(of: /<D:response>/).count == 10_001)
    }
}

extension Shelf {
    mutating func patch(_ path: String, set: String = "", remove: String = "") -> Reply {
        let parts = [("set", set), ("remove", remove)].filter { !$0.1.isEmpty }.map { name, properties in
            "<D:\(name)><D:prop>\(properties)</D:prop></D:\(name)>"
        }
        return send(
            "PROPPATCH", path, text: #"<D:propertyupdate xmlns:D="DAV:">\#(parts.joined())</D:propertyupdate>"#)
    }
}
