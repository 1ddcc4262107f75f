@testable import Systems
@testable import Catalogue
import Testing
import Wire

/// Conditional requests to the store (RFC 9110, 13; RFC 4918, 10.4).
struct StoreConditionTests {
    private var shelf = Shelf([.document("/a.txt", "one"), .collection(path: Array("/c".utf8))])
    private let tag: String

    init() { tag = shelf.send("GET", "/a.txt").field("etag") ?? "" }

    @Test func whoHasItAlreadyGetsA304() {
        var shelf = shelf
        let reply = shelf.send("GET", "/a.txt", [("If-None-Match", "\"x\", W/\(tag)")])
        #expect(reply.status == 304 && reply.field("etag") == tag && reply.content.isEmpty)
        #expect(shelf.send("GET", "/a.txt", [("If-None-Match", "\"x\"")]).status == 200)
        #expect(shelf.send("HEAD", "/a.txt", [("If-None-Match", "*")]).status == 304)
    }

    @Test func theDateCountsWhereNoTagDoes() {
        var shelf = shelf
        let then = "Thu, 01 Jan 2026 00:00:00 GMT"
        let before = "Wed, 31 Dec 2025 23:59:59 GMT"
        #expect(shelf.send("GET", "/a.txt", [("If-Modified-Since", then)]).status == 304)
        #expect(shelf.send("GET", "/a.txt", [("If-Modified-Since", before)]).status == 200)
        #expect(shelf.send("GET", "/a.txt", [("If-Modified-Since", "yesterday")]).status == 200)
        #expect(shelf.send("GET", "/a.txt", [("If-Modified-Since", then), ("If-None-Match", "\"x\"")]).status == 200)
        #expect(shelf.send("GET", "/a.txt", [("If-Unmodified-Since", before)]).status == 412)
        #expect(shelf.send("GET", "/a.txt", [("If-Unmodified-Since", then)]).status == 200)
        #expect(shelf.send("GET", "/a.txt", [("If-Unmodified-Since", before), ("If-Match", tag)]).status == 200)
        #expect(shelf.put("/a.txt", "two", [("If-Modified-Since", then)]).status == 204)
    }

    @Test func aSaveThatIsToReplaceNothingDoesNot() {
        var shelf = shelf
        let reply = shelf.put("/a.txt", "two", [("If-None-Match", "*")])
        #expect(reply.status == 412 && reply.text == "a condition of the request does not hold\n")
        #expect(shelf.text("/a.txt") == "one")
        #expect(shelf.put("/b.txt", "two", [("If-None-Match", "*")]).status == 201)
        #expect(shelf.send("MOVE", "/a.txt", [("Destination", "/d.txt"), ("If-None-Match", "*")]).status == 412)
    }

    @Test func aSaveOverWhatOneReadIsDoneOnce() {
        var shelf = shelf
        #expect(shelf.put("/a.txt", "two", [("If-Match", tag)]).status == 204)
        #expect(shelf.put("/a.txt", "three", [("If-Match", tag)]).status == 412)
        #expect(shelf.put("/a.txt", "three", [("If-Match", "\"x\""), ("If-Match", "*")]).status == 400)
        #expect(shelf.put("/new.txt", "x", [("If-Match", "*")]).status == 412)
        #expect(shelf.text("/a.txt") == "two")
    }

    @Test func aWeakTagIsNoneToSaveBy() {
        var shelf = shelf
        #expect(shelf.put("/a.txt", "two", [("If-Match", "W/" + tag)]).status == 412)
    }

    @Test func aCollectionIsThereButHasNoTag() {
        var shelf = shelf
        #expect(shelf.send("DELETE", "/c", [("If-Match", tag)]).status == 412)
        #expect(shelf.send("DELETE", "/c", [("If-None-Match", "*")]).status == 412)
        #expect(shelf.send("DELETE", "/c", [("If-Match", "*")]).status == 204)
    }

    @Test(arguments: [
        ("If-Match", "a", "If-Match is not a list of entity tags (RFC 9110, 8.8.3)"),
        ("If-None-Match", "a", "If-None-Match is not a list of entity tags (RFC 9110, 8.8.3)"),
        ("If", "(", "If is not a list of conditions (RFC 4918, 10.4.2)"),
    ])
    func whatIsNoConditionIsRefused(name: String, value: String, words: String) {
        for method in ["GET", "PUT", "DELETE"] {
            var shelf = shelf
            let reply = shelf.send(method, "/a.txt", [(name, value)])
            #expect(reply.status == 400 && reply.text == words + "\n")
            #expect(shelf.text("/a.txt") == "one")
        }
    }

    @Test func whatFailsAnywayFailsAsItWould() {
        var shelf = shelf
        #expect(shelf.send("GET", "/nothing", [("If-Match", tag)]).status == 404)
        #expect(shelf.put("/c", "x", [("If-Match", tag)]).status == 405)
        #expect(shelf.put("/x/y", "x", [("If-Match", tag)]).status == 409)
    }

    @Test func listsOfTagsHoldForTheDocumentThatTheySpeakOf() {
        var shelf = shelf
        #expect(shelf.put("/a.txt", "two", [("If", "([\"x\"])")]).status == 412)
        #expect(shelf.put("/a.txt", "two", [("If", "([\"x\"]) ([\(tag)])")]).status == 204)
        let now = shelf.send("GET", "/a.txt").field("etag") ?? ""
        #expect(shelf.put("/b.txt", "x", [("If", "<http://127.0.0.1:8080/a.txt> ([\(tag)])")]).status == 412)
        #expect(shelf.put("/b.txt", "x", [("If", "<http://127.0.0.1:8080/a.txt> ([\(now)])")]).status == 201)
        #expect(shelf.send("GET", "/a.txt", [("If", "(Not [\(now)])")]).status == 412)
        #expect(shelf.put("/b.txt", "x", [("If", "(Not <DAV:no-lock>)")]).status == 204)
        #expect(shelf.put("/b.txt", "x", [("If", "(<DAV:no-lock>)")]).status == 412)
    }
}
