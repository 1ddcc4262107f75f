@testable import Systems
@testable import Catalogue
import Testing
import Wire

/// PUT, MKCOL and DELETE.
struct StoreSavingTests {
    @Test func aSavedDocumentIsThere() {
        var shelf = Shelf()
        let new = shelf.put("/a%20b.txt", "one", [("Content-Type", "text/markdown")])
        #expect(new.status == 201 && new.content.isEmpty)
        let read = shelf.send("GET", "/a%20b.txt")
        #expect(read.text == "one" && read.field("content-type") == "text/markdown")
        #expect(read.field("etag") == new.field("etag"))
        #expect(read.field("last-modified") == "Tue, 01 Jan 2030 00:00:00 GMT")
        shelf.advance(seconds: 61)
        let changed = shelf.put("/a%20b.txt", "two")
        #expect(changed.status == 204 && changed.field("etag") != new.field("etag"))
        let again = shelf.send("GET", "/a%20b.txt")
        #expect(again.text == "two" && again.field("content-type") == "application/octet-stream")
        #expect(again.field("last-modified") == "Tue, 01 Jan 2030 00:01:01 GMT")
    }

    @Test func theSameRequestsGiveTheSameAnswers() {
        func answers(seed: Int64) -> [Reply] {
            var shelf = Shelf([.document("/a.txt", "one"), .lock("/a.txt", by: "Bea")], seed: seed)
            return [
                shelf.put("/b.txt", "two"), shelf.put("/b.txt", "three"), shelf.lock("/b.txt").reply,
                shelf.send("COPY", "/b.txt", [("Destination", "/c.txt")]),
                shelf.send("PROPFIND", "/", [("Depth", "1")]),
                shelf.send("GET", "/c.txt", [("Range", "bytes=0-1,3-4")]),
            ]
        }
        #expect(answers(seed: 7) == answers(seed: 7))
        #expect(answers(seed: 7) != answers(seed: 8))
    }

    @Test(arguments: [
        ("/", 405, "a collection has no content that could be saved"),
        ("/c", 405, "a collection has no content that could be saved"),
        ("/c/", 405, "a collection has no content that could be saved"),
        ("/d/", 409, "the path of a document has no final slash"),
        ("/d/e", 409, "there is no collection for it to be in"),
        ("/a.txt/e", 409, "there is no collection for it to be in"),
    ])
    func aDocumentNeedsAPlace(path: String, status: Int, words: String) {
        var shelf = Shelf([.document("/a.txt", "one"), .collection(path: Array("/c".utf8))])
        let reply = shelf.put(path, "x")
        #expect(reply.status == status && reply.text == words + "\n")
        #expect((reply.field("allow") != nil) == (status == 405))
        #expect(shelf.store.tree.count == 2 && shelf.store.tree.bytes == 3)
    }

    @Test(arguments: [
        ("Content-Range", "bytes 0-1/3", 400, "a part of a document cannot be saved: Content-Range (RFC 9110, 14.5)"),
        ("Content-Type", String(repeating: "a", count: 1_025), 400, "Content-Type is over 1024 bytes"),
    ])
    func whatWouldBeStoredAsSomethingElseIsRefused(name: String, value: String, status: Int, words: String) {
        var shelf = Shelf()
        let reply = shelf.put("/a.txt", "one", [(name, value)])
        #expect(reply.status == status && reply.text == words + "\n" && shelf.store.tree.count == 0)
    }

    @Test(arguments: ["Identity", "gzip", "zstd"])
    func aBodyIsKeptAsItCame(coding: String) {
        var shelf = Shelf()
        #expect(shelf.put("/a.txt", "one", [("Content-Encoding", coding)]).status == 201)
        #expect(shelf.send("GET", "/a.txt").text == "one")
    }

    @Test func collectionsAreMadeOneByOne() {
        var shelf = Shelf([.document("/a.txt", "one")])
        #expect(shelf.send("MKCOL", "/c/d/").status == 409)
        #expect(shelf.send("MKCOL", "/c/").status == 201)
        #expect(shelf.send("MKCOL", "/c/d").status == 201)
        #expect(shelf.send("MKCOL", "/a.txt/d").status == 409)
        for path in ["/c", "/a.txt", "/"] {
            let reply = shelf.send("MKCOL", path)
            #expect(reply.status == 405 && reply.text == "there is something at this path\n")
            #expect(reply.field("allow") != nil)
        }
        let reply = shelf.send("MKCOL", "/e", text: "<x/>")
        #expect(reply.status == 415 && reply.text == "a body of MKCOL means nothing here (RFC 4918, 9.3)\n")
        #expect(shelf.store.tree.count == 3)
    }

    @Test func whatIsDeletedIsGoneWithAllBelow() {
        var shelf = Shelf([.document("/c/d/a.txt", "one"), .document("/ca.txt", "two")])
        #expect(shelf.send("DELETE", "/c/", [("Depth", "0")]).status == 400)
        #expect(shelf.send("DELETE", "/c/", [("Depth", "infinity")]).status == 204)
        #expect(shelf.send("DELETE", "/c").status == 404)
        #expect(shelf.send("GET", "/c/d/a.txt").status == 404)
        #expect(shelf.text("/ca.txt") == "two")
        #expect(shelf.store.tree.count == 1 && shelf.store.tree.bytes == 3)
        #expect(shelf.send("DELETE", "/").status == 403)
        #expect(shelf.send("GET", "/").text == "/ca.txt\n")
    }

    // MARK: Limits

    @Test func whatIsOverALimitIsNotDone() {
        var shelf = Shelf([.document("/a.txt", "12345")]) {
            $0.maximumDocuments = 2
            $0.maximumBytes = 10
        }
        let quota = """
            <?xml version="1.0" encoding="utf-8"?>
            <D:error xmlns:D="DAV:"><D:quota-not-exceeded/></D:error>

            """
        let reply = shelf.put("/b.txt", "123456")
        #expect(reply.status == 507 && reply.text == quota)
        #expect(reply.field("content-type") == "application/xml; charset=utf-8")
        #expect(shelf.put("/a.txt", "12345678901").status == 507 && shelf.text("/a.txt") == "12345")
        #expect(shelf.put("/a.txt", "1234567890").status == 204)
        #expect(shelf.put("/b.txt", "").status == 201)
        #expect(shelf.put("/c.txt", "").text == quota && shelf.send("MKCOL", "/c").text == quota)
        #expect(shelf.lock("/c.txt").reply.status == 507)
        #expect(shelf.send("COPY", "/b.txt", [("Destination", "/c.txt")]).status == 507)
        #expect(shelf.send("COPY", "/a.txt", [("Destination", "/b.txt")]).status == 507)
        #expect(shelf.send("COPY", "/b.txt", [("Destination", "/a.txt")]).status == 204)
        #expect(shelf.send("MOVE", "/b.txt", [("Destination", "/c.txt")]).status == 201)
        #expect(shelf.store.tree.count == 2 && shelf.store.tree.bytes == 0)
        #expect(shelf.send("GET", "/").text == "/a.txt\n/c.txt\n")
    }

    @Test func whatIsOverALimitAlreadyMayShrink() {
        var shelf = Shelf([.document("/a.txt", "12345"), .document("/b.txt", "")]) {
            $0.maximumDocuments = 1
            $0.maximumBytes = 2
        }
        #expect(shelf.put("/a.txt", "1234").status == 204)
        #expect(shelf.put("/b.txt", "1").status == 507)
        #expect(shelf.send("DELETE", "/b.txt").status == 204)
    }

    @Test(arguments: [
        ("PUT", "/a.txt"), ("PUT", "/b.txt"), ("MKCOL", "/c"), ("DELETE", "/a.txt"), ("MOVE", "/a.txt"),
        ("COPY", "/a.txt"), ("PROPPATCH", "/a.txt"), ("LOCK", "/a.txt"),
    ])
    func aReadOnlyVolumeTakesNoChange(method: String, path: String) {
        var shelf = Shelf([.document("/a.txt", "one")]) { $0.isReadOnly = true }
        let reply = shelf.send(method, path, [("Destination", "/z.txt")])
        #expect(reply.status == 403 && reply.text == "this volume is read-only\n")
        #expect(shelf.text("/a.txt") == "one" && shelf.store.tree.count == 1)
        #expect(shelf.send("PROPFIND", path, [("Depth", "0")]).status == (path == "/a.txt" ? 207 : 404))
    }

    // MARK: Somebody else

    @Test func somebodyElseSavesMeanwhile() {
        var shelf = Shelf([.document("/a.txt", "one")])
        let tag = shelf.send("GET", "/a.txt").field("etag") ?? ""
        shelf.apply([.document("/a.txt", "other"), .document("/x/y/z.txt", "new")])
        #expect(shelf.put("/a.txt", "mine", [("If-Match", tag)]).status == 412)
        #expect(shelf.text("/a.txt") == "other" && shelf.text("/x/y/z.txt") == "new")
        #expect(shelf.send("GET", "/a.txt").field("last-modified") == "Tue, 01 Jan 2030 00:00:00 GMT")
        shelf.apply([.removal(path: Array("/x".utf8)), .collection(path: Array("/a.txt/c".utf8))])
        #expect(shelf.send("GET", "/").text == "/a.txt/\n" && shelf.send("GET", "/a.txt").text == "/a.txt/c/\n")
        shelf.apply([.document("/a.txt", "a document again"), .removal(path: Array("/nothing".utf8))])
        #expect(shelf.text("/a.txt") == "a document again")
        shelf.apply([.removal(path: Array("/".utf8))])
        #expect(shelf.store.tree.count == 0 && shelf.store.tree.bytes == 0)
        #expect(shelf.put("/a.txt", "one").status == 201)
    }

    @Test func manyDocumentsAreSavedOneByOne() {
        var shelf = Shelf()
        for number in 0..<2_000 { #expect(shelf.put("/\(number * 7_919 % 2_000).txt", "x").status == 201) }
        let lines = shelf.send("GET", "/").text.split(separator: "\n")
        #expect(lines.count == 2_000 && lines == lines.sorted())
        #expect(shelf.store.tree.bytes == 2_000)
    }
}
