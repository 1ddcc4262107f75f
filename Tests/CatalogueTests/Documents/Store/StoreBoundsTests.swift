import Bytes
import Testing
import Wire

@testable import Catalogue

/// What small requests could make too much of, and what they could leave behind.
struct StoreBoundsTests {
    @Test func whatIsNotThereLeavesNothingBehindWhenItGoes() {
        var shelf = Shelf([.document("/a.txt", "one"), .document("/c/b.txt", "two")])
        let changed = shelf.store.tree.collections[.root]?.modified
        shelf.apply(["/x/y", "/x", "/a.txt/b", "/c/d/e"].map { .removal(path: Array($0.utf8)) })
        #expect(shelf.send("PROPFIND", "/x", [("Depth", "0")]).status == 404)
        #expect(shelf.put("/a.txt", "two").status == 204)
        #expect(shelf.store.tree.count == 3)
        #expect(shelf.store.tree.collections[.root]?.modified == changed)
    }
}
