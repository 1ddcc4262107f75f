@testable import Systems
@testable import Catalogue
import Testing

/// What of a body's memory a store holds on to.
struct KeptBodyTests {
    /// What is stored of a body that was given more room than it took.
    private func kept(_ count: Int, in room: Int) throws -> (body: [UInt8], kept: [UInt8]) {
        var body: [UInt8] = []
        body.reserveCapacity(room)
        body += Array(repeating: UInt8(ascii: "a"), count: count)
        var shelf = Shelf()
        #expect(shelf.send("PUT", "/a.txt", body: body).status == 201)
        let path = try #require(DocumentPath(decoded: Array("/a.txt".utf8)))
        return (body, try #require(shelf.store.tree.documents[path]).content)
    }

    @Test func manySmallDocumentsDoNotKeepTheRoomOfALargeRequest() throws {
        let (body, kept) = try kept(100, in: 60_000)
        #expect(kept == body)
        #expect(kept.capacity < 300)
    }

    @Test func aLargeBodyIsKeptWithoutACopy() throws {
        let (body, kept) = try kept(2 << 20, in: 4 << 20)
        #expect(kept.count == body.count)
        #expect(kept.capacity == body.capacity)
    }
}
