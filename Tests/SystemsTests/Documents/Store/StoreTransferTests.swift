@testable import Systems
@testable import Catalogue
import Testing
import Wire

/// COPY and MOVE.
struct StoreTransferTests {
    private let shelf = Shelf([
        .document("/a.txt", "one"), .document("/c/b.txt", "two"), .document("/c/d/e.txt", "three"),
        .document("/x.txt", "four"), .collection(path: Array("/old".utf8)),
    ])

    @Test func aCopyIsAnotherDocument() {
        var shelf = shelf
        #expect(shelf.send("COPY", "/a.txt", [("Destination", "/new.txt")]).status == 201)
        let (one, other) = (shelf.send("GET", "/a.txt"), shelf.send("GET", "/new.txt"))
        #expect(one.text == other.text && one.field("etag") != other.field("etag"))
        #expect(one.field("content-type") == other.field("content-type"))
        #expect(other.field("last-modified") == "Tue, 01 Jan 2030 00:00:00 GMT")
        #expect(shelf.send("COPY", "/a.txt", [("Destination", "http://127.0.0.1:8080/x.txt")]).status == 204)
        #expect(shelf.text("/x.txt") == "one")
    }

    @Test func whatMovesStaysWhatItIs() {
        var shelf = shelf
        let before = shelf.send("GET", "/a.txt")
        #expect(shelf.send("MOVE", "/a.txt", [("Destination", "/c/a%25.txt")]).status == 201)
        #expect(shelf.send("GET", "/c/a%25.txt") == before)
        #expect(shelf.send("GET", "/a.txt").status == 404)
        #expect(shelf.send("GET", "/c").text == "/c/a%25.txt\n/c/b.txt\n/c/d/\n")
    }

    @Test func collectionsGoWhole() {
        var shelf = shelf
        let bytes = shelf.store.tree.bytes
        #expect(shelf.send("COPY", "/c", [("Destination", "/copy/")]).status == 201)
        #expect(shelf.text("/copy/d/e.txt") == "three" && shelf.text("/c/d/e.txt") == "three")
        #expect(shelf.store.tree.bytes == bytes + 8)
        #expect(shelf.send("MOVE", "/c/", [("Destination", "/copy/d/c")]).status == 201)
        #expect(shelf.text("/copy/d/c/d/e.txt") == "three" && shelf.text("/c/b.txt") == nil)
        #expect(shelf.store.tree.bytes == bytes + 8)
    }

    @Test func aCollectionIsCopiedWithoutItsMembersWhereNobodyWantsThem() {
        var shelf = shelf
        #expect(shelf.send("COPY", "/c", [("Destination", "/c/inner"), ("Depth", "0")]).status == 201)
        #expect(shelf.send("GET", "/c/inner").text.isEmpty && shelf.text("/c/inner/b.txt") == nil)
    }

    @Test func whatIsReplacedGoesWhole() {
        var shelf = shelf
        #expect(shelf.send("COPY", "/a.txt", [("Destination", "/c"), ("Overwrite", "T")]).status == 204)
        #expect(shelf.text("/c") == "one" && shelf.text("/c/b.txt") == nil)
        #expect(shelf.send("MOVE", "/old", [("Destination", "/c")]).status == 204)
        #expect(shelf.send("GET", "/").text == "/a.txt\n/c/\n/x.txt\n")
    }

    @Test func nothingIsReplacedWhereNobodyWantsThat() {
        var shelf = shelf
        for method in ["COPY", "MOVE"] {
            let reply = shelf.send(method, "/a.txt", [("Destination", "/x.txt"), ("Overwrite", "F")])
            #expect(reply.status == 412)
            #expect(reply.text == "there is something at the Destination, and Overwrite is F\n")
            #expect(shelf.text("/x.txt") == "four" && shelf.text("/a.txt") == "one")
        }
        #expect(shelf.send("COPY", "/a.txt", [("Destination", "/y.txt"), ("Overwrite", "f")]).status == 201)
    }

    @Test(arguments: [
        ("/a.txt", "/a.txt", 403, "source and Destination are the same"),
        ("/c", "/c/", 403, "source and Destination are the same"),
        ("/c", "/c/d/f", 403, "the Destination is inside of the source"),
        ("/c/d", "/c", 403, "the source is inside of the Destination"),
        ("/c/d/e.txt", "/", 403, "the source is inside of the Destination"),
        ("/a.txt", "/n/m", 409, "there is no collection for it to be in"),
        ("/a.txt", "/x.txt/m", 409, "there is no collection for it to be in"),
        ("/nothing", "/n", 404, "there is nothing at this path"),
        ("/a.txt", "http://elsewhere.example/n", 502, "the Destination is on another server"),
        ("/a.txt", "/@other/n", 403, "the Destination is outside of this session's store"),
        (
            "/a.txt", "/../n", 400,
            "in the Destination, the path has a segment . or .., which the store does not resolve"
        ),
    ])
    func whatCannotBeIsRefused(source: String, target: String, status: Int, words: String) {
        for method in ["COPY", "MOVE"] {
            var shelf = shelf
            let reply = shelf.send(method, source, [("Destination", target)])
            #expect(reply.status == status && reply.text == words + "\n", "\(method)")
            #expect(shelf.send("GET", "/").text == "/a.txt\n/c/\n/old/\n/x.txt\n")
        }
    }

    @Test(arguments: [
        ("COPY", [("Destination", "/n"), ("Overwrite", "yes")], "Overwrite is T or F (RFC 4918, 10.6)"),
        ("COPY", [], "there is no Destination"),
        ("COPY", [("Destination", "/n"), ("Depth", "2")], "Depth is 0, 1 or infinity (RFC 4918, 10.2)"),
        (
            "COPY", [("Destination", "/n"), ("Depth", "1")],
            "a collection is copied with Depth 0 or infinity (RFC 4918, 9.8.3)"
        ),
        (
            "MOVE", [("Destination", "/n"), ("Depth", "0")],
            "a collection is moved whole, with Depth infinity (RFC 4918, 9.9.2)"
        ),
    ])
    func whatIsMalformedIsRefused(method: String, fields: [(String, String)], words: String) {
        var shelf = shelf
        let reply = shelf.send(method, "/c", fields)
        #expect(reply.status == 400 && reply.text == words + "\n")
    }

    @Test func theRootStays() {
        var shelf = shelf
        let reply = shelf.send("MOVE", "/", [("Destination", "/n")])
        #expect(reply.status == 403 && reply.text == "the root cannot be moved\n")
        #expect(shelf.send("COPY", "/", [("Destination", "/n")]).status == 403)
    }

    @Test func aTreeThatWouldBeTooDeepStaysWhereItIs() {
        let name = String(repeating: "n", count: 250)
        let deep = String(repeating: "/" + name, count: 10)
        var shelf = Shelf([.document(deep + "/leaf", "x"), .collection(path: Array((deep + "2").utf8))])
        let target = deep + "2/" + name
        let reply = shelf.send("MOVE", "/" + name, [("Destination", target)])
        #expect(reply.status == 403)
        #expect(
            reply.text == "a path below the Destination would be over 4096 bytes\n"
                || reply.text == "the Destination is inside of the source\n")
        #expect(shelf.text(deep + "/leaf") == "x")
    }

    @Test func copiesOfCopiesEndAtTheLimit() {
        var shelf = Shelf([.document("/c0/a.txt", "one")]) { $0.maximumDocuments = 1_000 }
        var number = 0
        while true {
            let reply = shelf.send("COPY", "/c0", [("Destination", "/c\(number + 1)")])
            guard reply.status == 201 else {
                #expect(reply.status == 507)
                break
            }
            number += 1
        }
        #expect(shelf.store.tree.count == 1_000)
    }
}
