@testable import Systems
import Bytes
import Testing
import Wire

@testable import Catalogue

/// What small requests could make too much of, and what they could leave behind.
struct StoreBoundsTests {
    private static func wanted(_ names: String) -> String {
        #"<D:propfind xmlns:D="DAV:"><D:prop>\#(names)</D:prop></D:propfind>"#
    }

    @Test func whatIsNotThereLeavesNothingBehindWhenItGoes() {
        var shelf = Shelf([.document("/a.txt", "one"), .document("/c/b.txt", "two")])
        let changed = shelf.store.tree.collections[.root]?.modified
        shelf.apply(["/x/y", "/x", "/a.txt/b", "/c/d/e"].map { .removal(path: Array($0.utf8)) })
        #expect(shelf.send("PROPFIND", "/x", [("Depth", "0")]).status == 404)
        #expect(shelf.put("/a.txt", "two").status == 204)
        #expect(shelf.store.tree.count == 3)
        #expect(shelf.store.tree.collections[.root]?.modified == changed)
    }

    @Test func manyLocksOnManyDocumentsAreNoAnswerOfGigabytes() throws {
        var shelf = Shelf((0..<100).map { .document("/\($0)", "x") })
        for _ in 0..<DocumentLocks.maximumCount {
            _ = shelf.lock("/", scope: "shared", owner: String(repeating: "x", count: 900))
        }
        let all = shelf.send("PROPFIND", "/", [("Depth", "1")])
        #expect(all.status == 507 && all.text == "the list would be over 64 MiB; ask for fewer properties\n")
        let some = shelf.send("PROPFIND", "/", [("Depth", "1")], text: Self.wanted("<D:getetag/>"))
        #expect(some.status == 207)
        #expect(shelf.send("PROPFIND", "/7", [("Depth", "0")]).status == 207)
    }

    @Test func aTypeIsText() {
        var shelf = Shelf([.document("/a", "one")])
        let reply = shelf.put("/a", "two", type: Array("text/".utf8) + [0xFF])
        #expect(reply.status == 400 && reply.text == "Content-Type is not UTF-8, as the XML that tells it is\n")
        #expect(shelf.text("/a") == "one")
        #expect(shelf.put("/a", "two", type: Array("text/é".utf8)).status == 204)
        let list = shelf.send("PROPFIND", "/a", [("Depth", "0")])
        #expect(UTF8Text.firstInvalid(in: list.content) == nil && list.text.contains("text/é"))
    }

    @Test func aDocumentHasSoManyProperties() {
        var shelf = Shelf([.document("/a.txt", "one")])
        func names(_ range: Range<Int>) -> String { range.map { "<p\($0)/>" }.joined() }
        #expect(shelf.patch("/a.txt", set: names(0..<1_000)).status == 207)
        let reply = shelf.patch("/a.txt", set: "<x/>")
        #expect(reply.status == 507 && reply.text == "there are at most 1000 properties of clients at a path\n")
        #expect(shelf.store.tree.properties(at: Self.document).all.count == 1_000)
        #expect(shelf.patch("/a.txt", set: "<p7>other</p7>").status == 207)
        #expect(shelf.patch("/a.txt", set: "<x/>", remove: "<p0/>").status == 207)
        #expect(shelf.patch("/a.txt", set: "<p0/>").status == 507)
    }

    private static let document = DocumentPath(decoded: Array("/a.txt".utf8)) ?? .root

    // MARK: A final slash

    @Test(arguments: [
        ("GET", 404), ("HEAD", 404), ("PROPFIND", 404), ("PROPPATCH", 404), ("DELETE", 404), ("COPY", 404),
        ("MOVE", 404), ("UNLOCK", 404), ("PUT", 409), ("LOCK", 409), ("MKCOL", 405),
    ])
    func aDocumentIsNotAtItsPathWithASlash(method: String, status: Int) {
        var shelf = Shelf([.document("/a.txt", "one")])
        let token = shelf.lock("/a.txt").token
        let fields = [
            ("Depth", "0"), ("Destination", "/b.txt"), ("Lock-Token", "<\(token)>"), ("If", "(<\(token)>)"),
        ]
        let body = method == "LOCK" ? Shelf.lockInfo("shared") : ""
        #expect(shelf.send(method, "/a.txt/", fields, text: body).status == status)
        #expect(shelf.text("/a.txt") == "one" && shelf.store.tree.count == 1 && shelf.store.locks.all.count == 1)
    }

    /// As clients spell it that copy a document over a collection.
    @Test func aDestinationIsSpeltEitherWay() {
        var shelf = Shelf([.document("/a.txt", "one"), .collection(path: Array("/c".utf8))])
        #expect(shelf.send("COPY", "/a.txt", [("Destination", "/c/")]).status == 204)
        #expect(shelf.text("/c") == "one")
    }
}
