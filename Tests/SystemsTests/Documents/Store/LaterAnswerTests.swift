import Testing
import Wire

@testable import Catalogue
@testable import Systems

/// What the store leaves for later, so that a session's lock is not held while it is written.
struct LaterAnswerTests {
    private let shelf = Shelf([.document("/c/a.txt", "one"), .document("/c/b.txt", "two")])

    private func isLater(_ answer: StateAnswer) -> Bool { if case .later = answer { true } else { false } }

    @Test(arguments: [("PROPFIND", "/c"), ("PROPFIND", "/c/a.txt"), ("GET", "/c")])
    func aListIsLeftForLater(method: String, path: String) {
        var shelf = shelf
        #expect(isLater(shelf.prepare(shelf.request(method, path, [("Depth", "1")]))))
    }

    /// Their answers are short, or made of what is stored without a copy of it.
    @Test(arguments: ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "MKCOL"])
    func aChangeOrADocumentIsAnsweredAtOnce(method: String) {
        var shelf = shelf
        #expect(!isLater(shelf.prepare(shelf.request(method, "/c/a.txt"))))
    }

    /// In turn: what there is, what is in it, what clients say of it, who locked it.
    @Test(arguments: [("PROPFIND", [("Depth", "1")]), ("GET", [])])
    func aListIsThatOfItsMoment(method: String, fields: [(String, String)]) {
        var shelf = shelf
        _ = shelf.patch("/c/a.txt", set: "<x>before</x>")
        let request = shelf.request(method, "/c", fields)
        var untouched = shelf
        let expected = untouched.prepare(request).reply(in: shelf.context(request))

        let answer = shelf.prepare(request)
        _ = shelf.put("/c/a.txt", "another")
        _ = shelf.patch("/c/a.txt", set: "<x>after</x>")
        _ = shelf.put("/c/0.txt", "new")
        _ = shelf.send("DELETE", "/c/b.txt")
        _ = shelf.lock("/c")
        #expect(answer.reply(in: shelf.context(request)) == expected)
        #expect(expected.text.contains("/c/b.txt") && !expected.text.contains("/c/0.txt"))

        let after = shelf.prepare(request).reply(in: shelf.context(request))
        #expect(!after.text.contains("/c/b.txt") && after.text.contains("/c/0.txt"))
    }

    /// What is refused is refused as before, whenever it is found out.
    @Test func aRefusalOfAListIsForItsRequest() {
        var shelf = shelf
        shelf.prefix = "/@notes"
        _ = shelf.lock("/c")
        let request = shelf.request("PROPFIND", "/c", [("Depth", "1"), ("If-None-Match", "*")])
        #expect(shelf.prepare(request).reply(in: shelf.context(request)).status == 412)
    }

    /// Names may be long, and are said again.
    @Test func whatBecameOfPropertiesIsSaidLater() {
        var shelf = shelf
        let set = #"<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop><x>1</x></D:prop></D:set></D:propertyupdate>"#
        let request = shelf.request("PROPPATCH", "/c", [], Array(set.utf8))
        let answer = shelf.prepare(request)
        #expect(isLater(answer))
        _ = shelf.send("DELETE", "/c")
        let reply = answer.reply(in: shelf.context(request))
        #expect(reply.status == 207 && reply.text.contains("<D:href>/c/</D:href><D:propstat><D:prop><x/></D:prop>"))
    }

    /// Before the lock of the session is taken: the store does not look at the bytes again.
    @Test(arguments: ["PROPPATCH", "LOCK"])
    func whatABodySaysIsReadWhereTheCallIsPrepared(method: String) throws {
        var shelf = shelf
        let text =
            method == "LOCK"
            ? Shelf.lockInfo()
            : #"<D:propertyupdate xmlns:D="DAV:"><D:remove><D:prop><x/></D:prop></D:remove></D:propertyupdate>"#
        let request = shelf.request(method, "/c", [], Array(text.utf8))
        guard case .call(var call) = Documents().read(request) else {
            Issue.record("it is no call")
            return
        }
        Documents().prepare(&call, of: request)
        request.body = Array("<x/>".utf8)
        let status = shelf.store.answer(call, in: shelf.context(request)).reply(in: shelf.context(request)).status
        #expect(status == (method == "LOCK" ? 200 : 207))
    }

    /// At the head of a request there is nothing to be read yet.
    @Test func aBodyThatComesLaterIsReadThen() {
        var shelf = shelf
        let request = shelf.request("LOCK", "/c", [], [])
        request.isBodyComplete = false
        guard case .call(let call) = Documents().read(request) else {
            Issue.record("it is no call")
            return
        }
        request.body = Array(Shelf.lockInfo().utf8)
        request.isBodyComplete = true
        let reply = shelf.store.answer(call, in: shelf.context(request)).reply(in: shelf.context(request))
        #expect(reply.status == 200 && shelf.store.locks.all.count == 1)
    }
}
