@testable import Systems
@testable import Catalogue
import Testing
import Wire

/// GET, HEAD and OPTIONS of the store.
struct StoreReadingTests {
    private static let plan = StoreChange.document("/notes/plan.txt", "Buy milk.")

    @Test func aDocumentOfTheScenarioIsThere() {
        var shelf = Shelf([Self.plan])
        let reply = shelf.send("GET", "/notes/plan.txt")
        #expect(reply.status == 200 && reply.text == "Buy milk.")
        #expect(reply.field("content-type") == "text/plain; charset=utf-8")
        #expect(reply.field("last-modified") == "Thu, 01 Jan 2026 00:00:00 GMT")
        #expect(reply.field("accept-ranges") == "bytes")
        #expect(reply.field("etag")?.wholeMatch(of: /"[0-9a-f]{16}"/) != nil)
        #expect(shelf.send("HEAD", "/notes/plan.txt").head == reply.head)
        #expect(shelf.send("GET", "/notes/plan.txt") == reply)
    }

    @Test func anotherSeedHasOtherTags() {
        var (one, other) = (Shelf([Self.plan], seed: 1), Shelf([Self.plan], seed: 2))
        let tags = [one.send("GET", "/notes/plan.txt"), other.send("GET", "/notes/plan.txt")].map { $0.field("etag") }
        #expect(tags[0] != tags[1])
    }

    @Test(arguments: ["/notes/plan", "/notes/plan.txt/", "/nothing", "/notes/plan.txt/more"])
    func whatIsNotThereIsA404(path: String) {
        var shelf = Shelf([Self.plan])
        let reply = shelf.send("GET", path)
        #expect(reply.status == 404 && reply.text == "there is nothing at this path\n")
    }

    @Test func aCollectionListsItsMembers() {
        var shelf = Shelf([Self.plan, .document("/notes/a b%.txt", ""), .collection(path: Array("/notes/old".utf8))])
        shelf.prefix = "/@notes"
        for path in ["/notes", "/notes/"] {
            let reply = shelf.send("GET", path)
            #expect(reply.status == 200 && reply.field("content-type") == "text/plain; charset=utf-8")
            #expect(reply.text == "/@notes/notes/a%20b%25.txt\n/@notes/notes/old/\n/@notes/notes/plan.txt\n")
        }
        #expect(shelf.send("GET", "").text == "/@notes/notes/\n")
    }

    @Test(arguments: [
        ("bytes=0-2", 206, "Buy", "bytes 0-2/9"), ("bytes=-5", 206, "milk.", "bytes 4-8/9"),
        ("bytes=20-", 416, "", "bytes */9"), ("lines=1-2", 200, "Buy milk.", nil),
    ])
    func partsAreForThoseWhoAsk(range: String, status: Int, text: String, contentRange: String?) {
        var shelf = Shelf([Self.plan])
        let reply = shelf.send("GET", "/notes/plan.txt", [("Range", range)])
        #expect(reply.status == status && reply.text == text && reply.field("content-range") == contentRange)
    }

    @Test func severalPartsStandBetweenBoundaries() {
        var shelf = Shelf([Self.plan])
        let reply = shelf.send("GET", "/notes/plan.txt", [("Range", "bytes=0-2,4-7")])
        #expect(
            reply.status == 206 && reply.field("content-type")?.hasPrefix("multipart/byteranges; boundary=") == true)
    }

    @Test func aPartIsOnlyThatOfTheSameDocument() {
        var shelf = Shelf([Self.plan])
        let tag = shelf.send("GET", "/notes/plan.txt").field("etag") ?? ""
        let range = ("Range", "bytes=0-2")
        #expect(shelf.send("GET", "/notes/plan.txt", [range, ("If-Range", tag)]).status == 206)
        #expect(shelf.put("/notes/plan.txt", "Buy wine.").status == 204)
        #expect(shelf.send("GET", "/notes/plan.txt", [range, ("If-Range", tag)]).status == 200)
    }

    @Test func optionsTellWhatItIs() {
        var shelf = Shelf()
        for path in ["/", "*", "/nothing/here"] {
            let reply = shelf.send("OPTIONS", path)
            #expect(reply.status == 200 && reply.field("dav") == "1, 2" && reply.field("ms-author-via") == "DAV")
            #expect(
                reply.field("allow")
                    == "OPTIONS, GET, HEAD, PUT, DELETE, PROPFIND, PROPPATCH, MKCOL, COPY, MOVE, LOCK, UNLOCK")
        }
    }

    @Test(arguments: ["POST", "PATCH", "TRACE", "BREW", "get"]) func otherMethodsAreRefused(method: String) {
        var shelf = Shelf([Self.plan])
        let reply = shelf.send(method, "/notes/plan.txt")
        #expect(reply.status == 405 && reply.text == "the store does not know this method\n")
        #expect(reply.field("allow")?.hasPrefix("OPTIONS, GET") == true)
    }

    @Test(arguments: [
        ("/a/../b", 400, "the path has a segment . or .., which the store does not resolve"),
        ("/a%2Fb", 400, "the path has %2F, which is no separator and cannot be in a name"),
        ("/a%00", 400, "the path has %00"),
        ("/" + String(repeating: "n", count: 10_240), 414, "the path is over 4096 bytes"),
        ("/" + String(repeating: "n", count: 256), 414, "a name in the path is over 255 bytes"),
    ])
    func aPathThatIsNoneIsRefused(path: String, status: Int, words: String) {
        for method in ["GET", "PUT", "DELETE", "PROPFIND", "MKCOL", "LOCK"] {
            var shelf = Shelf()
            let reply = shelf.send(method, path)
            #expect(reply.status == status && reply.text == words + "\n")
            #expect(shelf.store.tree.count == 0)
        }
    }
}
