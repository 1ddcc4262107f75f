@testable import Systems
@testable import Catalogue
import Testing
import Wire

/// LOCK and UNLOCK (RFC 4918, 6, 7, 9.10 and 9.11).
struct StoreLockTests {
    private let shelf = Shelf([
        .document("/a.txt", "one"), .document("/c/b.txt", "two"), .document("/c/d/e.txt", "three"),
    ])

    /// What a refusal for want of a token at this path says.
    private static func missing(_ path: String) -> String {
        """
        <?xml version="1.0" encoding="utf-8"?>
        <D:error xmlns:D="DAV:"><D:lock-token-submitted><D:href>\(path)</D:href></D:lock-token-submitted></D:error>

        """
    }

    @Test func aLockIsGranted() {
        var shelf = shelf
        shelf.prefix = "/@notes&co"
        let (reply, token) = shelf.lock("/c/", [("Timeout", "Second-60"), ("Depth", "infinity")])
        #expect(reply.status == 200)
        #expect(token.wholeMatch(of: /opaquelocktoken:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/) != nil)
        #expect(
            reply.text == """
                <?xml version="1.0" encoding="utf-8"?>
                <D:prop xmlns:D="DAV:"><D:lockdiscovery><D:activelock><D:locktype><D:write/></D:locktype><D:lockscope>\
                <D:exclusive/></D:lockscope><D:depth>infinity</D:depth><D:owner xmlns:D="DAV:">Ada</D:owner><D:timeout>\
                Second-60</D:timeout><D:locktoken><D:href>\(token)</D:href></D:locktoken><D:lockroot><D:href>\
                /@notes&amp;co/c/</D:href></D:lockroot></D:activelock></D:lockdiscovery></D:prop>

                """)
    }

    @Test func onlyWhoHasTheTokenChangesIt() {
        var shelf = shelf
        let (_, token) = shelf.lock("/a.txt")
        let reply = shelf.put("/a.txt", "two")
        #expect(reply.status == 423 && reply.text == Self.missing("/a.txt"))
        for (method, path) in [("DELETE", "/a.txt"), ("MOVE", "/a.txt"), ("COPY", "/c/b.txt")] {
            let destination = method == "COPY" ? "/a.txt" : "/n.txt"
            #expect(shelf.send(method, path, [("Destination", destination)]).text == Self.missing("/a.txt"))
        }
        let patch = #"<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop><x/></D:prop></D:set></D:propertyupdate>"#
        #expect(shelf.send("PROPPATCH", "/a.txt", text: patch).status == 423)
        #expect(shelf.text("/a.txt") == "one")
        #expect(shelf.send("COPY", "/a.txt", [("Destination", "/n.txt")]).status == 201)
        #expect(shelf.put("/n.txt", "the copy is not locked").status == 204)
        #expect(shelf.put("/a.txt", "two", [("If", "(<\(token)>)")]).status == 204)
        #expect(shelf.put("/a.txt", "three", [("If", "(<opaquelocktoken:x>)")]).status == 412)
        #expect(shelf.put("/a.txt", "three", [("If", "(<opaquelocktoken:x>) (Not <DAV:no-lock>)")]).status == 423)
        #expect(shelf.send("UNLOCK", "/a.txt", [("Lock-Token", "<\(token)>")]).status == 204)
        #expect(shelf.put("/a.txt", "three").status == 204)
    }

    @Test func aLockOnACollectionIsOneOnItsMembers() {
        var shelf = shelf
        let (_, token) = shelf.lock("/c", [("Depth", "infinity")])
        for (method, path) in [("PUT", "/c/b.txt"), ("PUT", "/c/d/e.txt"), ("PUT", "/c/new.txt"), ("MKCOL", "/c/d/f")] {
            #expect(shelf.send(method, path).text == Self.missing("/c/"), "\(method) \(path)")
        }
        #expect(shelf.send("DELETE", "/c/d").status == 423 && shelf.send("DELETE", "/c").status == 423)
        let tokens = [("If", "</c> (<\(token)>)")]
        #expect(shelf.send("PUT", "/c/new.txt", tokens).status == 201)
        #expect(shelf.send("DELETE", "/c/d", tokens).status == 204)
        #expect(shelf.lock("/c/b.txt").reply.status == 423)
    }

    @Test func aLockOfDepthZeroIsOneOnWhichMembersThereAre() {
        var shelf = shelf
        let (reply, token) = shelf.lock("/c", [("Depth", "0")])
        #expect(reply.text.contains("<D:depth>0</D:depth>"))
        #expect(shelf.put("/c/b.txt", "changed").status == 204)
        #expect(shelf.put("/c/d/new.txt", "below").status == 201)
        #expect(shelf.put("/c/new.txt", "new").status == 423)
        #expect(shelf.lock("/c/locked.txt").reply.status == 423)
        #expect(shelf.send("DELETE", "/c/b.txt").status == 423)
        #expect(shelf.send("MOVE", "/a.txt", [("Destination", "/c/a.txt")]).status == 423)
        #expect(shelf.send("DELETE", "/c/b.txt", [("If", "</c> (<\(token)>)")]).status == 204)
    }

    @Test func aCollectionWithALockedMemberStays() {
        var shelf = shelf
        let (_, token) = shelf.lock("/c/d/e.txt")
        for method in ["DELETE", "MOVE"] {
            let reply = shelf.send(method, "/c", [("Destination", "/n")])
            #expect(reply.status == 423 && reply.text == Self.missing("/c/d/e.txt"))
        }
        #expect(shelf.send("COPY", "/a.txt", [("Destination", "/c")]).status == 423)
        #expect(shelf.send("DELETE", "/c", [("If", "</c/d/e.txt> (<\(token)>)")]).status == 204)
        #expect(shelf.store.locks.isEmpty)
    }

    @Test func locksConflict() {
        var shelf = shelf
        #expect(shelf.lock("/c/b.txt").reply.status == 200)
        for scope in ["exclusive", "shared"] {
            let (reply, token) = shelf.lock("/c/b.txt", scope: scope)
            #expect(reply.status == 423 && token.isEmpty)
            #expect(
                reply.text.contains("<D:no-conflicting-lock><D:href>/c/b.txt</D:href></D:no-conflicting-lock>"))
        }
        let (reply, _) = shelf.lock("/c", [("Depth", "infinity")])
        #expect(reply.status == 207)
        #expect(
            reply.text == """
                <?xml version="1.0" encoding="utf-8"?>
                <D:multistatus xmlns:D="DAV:">
                <D:response><D:href>/c/b.txt</D:href><D:status>HTTP/1.1 423 Locked</D:status></D:response>
                <D:response><D:href>/c/</D:href><D:status>HTTP/1.1 424 Failed Dependency</D:status></D:response>
                </D:multistatus>

                """)
        #expect(shelf.lock("/c", [("Depth", "0")]).reply.status == 200)
    }

    @Test func sharedLocksAreHeldTogether() {
        var shelf = shelf
        let one = shelf.lock("/a.txt", scope: "shared").token
        let other = shelf.lock("/a.txt", scope: "shared").token
        #expect(one != other && !one.isEmpty && !other.isEmpty)
        #expect(shelf.lock("/a.txt").reply.status == 423)
        #expect(shelf.put("/a.txt", "x").status == 423)
        #expect(shelf.put("/a.txt", "x", [("If", "(<\(other)>)")]).status == 204)
        #expect(shelf.send("UNLOCK", "/a.txt", [("Lock-Token", "<\(one)>")]).status == 204)
        #expect(shelf.put("/a.txt", "x").status == 423)
    }

    @Test func whatIsLockedBeforeItIsThereIsAnEmptyDocument() {
        var shelf = shelf
        let (reply, token) = shelf.lock("/c/new.txt")
        #expect(reply.status == 201 && shelf.text("/c/new.txt") == "")
        #expect(shelf.put("/c/new.txt", "x", [("If", "(<\(token)>)")]).status == 204)
        #expect(shelf.lock("/n/new.txt").reply.status == 409)
        #expect(shelf.lock("/new/").reply.status == 409)
        #expect(shelf.send("UNLOCK", "/c/new.txt", [("Lock-Token", "<\(token)>")]).status == 204)
        #expect(shelf.text("/c/new.txt") == "x")
    }

    // MARK: Time

    @Test func aLockEndsByItself() {
        var shelf = shelf
        _ = shelf.lock("/a.txt", [("Timeout", "Second-10")])
        shelf.advance(seconds: 4)
        #expect(shelf.send("PROPFIND", "/a.txt", [("Depth", "0")]).text.contains("<D:timeout>Second-6</D:timeout>"))
        shelf.advance(seconds: 5)
        #expect(shelf.put("/a.txt", "x").status == 423)
        shelf.advance(seconds: 1)
        #expect(shelf.put("/a.txt", "x").status == 204 && shelf.store.locks.isEmpty)
    }

    @Test func aLockIsRefreshed() {
        var shelf = shelf
        let (_, token) = shelf.lock("/c", [("Timeout", "Second-10")])
        shelf.advance(seconds: 9)
        let reply = shelf.send("LOCK", "/c/b.txt", [("If", "(<\(token)>)"), ("Timeout", "Second-20")])
        #expect(reply.status == 200 && reply.field("lock-token") == nil)
        #expect(reply.text.contains("<D:timeout>Second-20</D:timeout>"))
        shelf.advance(seconds: 19)
        #expect(shelf.put("/c/b.txt", "x").status == 423)
        #expect(shelf.send("LOCK", "/c", [("If", "(<\(token)>)")]).text.contains("<D:timeout>Infinite</D:timeout>"))
        shelf.advance(seconds: 1_000_000)
        #expect(shelf.put("/c/b.txt", "x").status == 423)
    }

    @Test func onlyALockThatIsThereIsRefreshed() {
        var shelf = shelf
        let (_, token) = shelf.lock("/a.txt")
        let without = shelf.send("LOCK", "/a.txt")
        #expect(without.status == 400)
        #expect(
            without.text == "a LOCK without a body refreshes the lock whose one token is in If (RFC 4918, 9.10.2)\n")
        let elsewhere = shelf.send("LOCK", "/c", [("If", "</a.txt> (<\(token)>)")])
        #expect(elsewhere.status == 412 && elsewhere.text.contains("<D:lock-token-matches-request-uri/>"))
        #expect(shelf.send("LOCK", "/nothing", [("If", "(<\(token)>)")]).status == 404)
        #expect(shelf.send("LOCK", "/a.txt", [("If", "(<\(token)> <\(token)x>)")]).status == 412)
    }

    // MARK: What cannot be

    @Test func onlyItsTokenUnlocks() {
        var shelf = shelf
        let (_, token) = shelf.lock("/c")
        for field in [[], [("Lock-Token", token)], [("Lock-Token", "<>")]] {
            let reply = shelf.send("UNLOCK", "/c", field)
            #expect(reply.status == 400)
            #expect(
                reply.text == "UNLOCK needs the token in Lock-Token, between < and > (RFC 4918, 10.5)\n")
        }
        for (path, token) in [("/c", "opaquelocktoken:x"), ("/a.txt", token)] {
            let reply = shelf.send("UNLOCK", path, [("Lock-Token", "<\(token)>")])
            #expect(reply.status == 409 && reply.text.contains("<D:lock-token-matches-request-uri/>"))
        }
        #expect(shelf.send("UNLOCK", "/c/d/e.txt", [("Lock-Token", "<\(token)>")]).status == 204)
        #expect(shelf.store.locks.isEmpty)
    }

    @Test(arguments: [
        ("1", StoreLockTests.info, 400, "a lock has Depth 0 or infinity (RFC 4918, 9.10.3)"),
        ("2", StoreLockTests.info, 400, "Depth is 0, 1 or infinity (RFC 4918, 10.2)"),
        ("0", "<x", 400, "the body is not well-formed XML with namespaces"),
        ("0", "<x/>", 422, "the body is XML, but not what this method needs"),
        (
            "0", #"<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>"#, 400,
            "the body has a document type, which the store does not read"
        ),
    ])
    func aLockThatIsNoneIsRefused(depth: String, body: String, status: Int, words: String) {
        var shelf = shelf
        let reply = shelf.send("LOCK", "/n.txt", [("Depth", depth)], text: body)
        #expect(reply.status == status && reply.text == words + "\n")
        #expect(shelf.store.tree.count == 5 && shelf.store.locks.isEmpty)
    }

    private static let info = Shelf.lockInfo()

    @Test func aStormOfLocksEnds() {
        var shelf = shelf
        for _ in 0..<DocumentLocks.maximumCount { #expect(shelf.lock("/a.txt", scope: "shared").reply.status == 200) }
        let (reply, _) = shelf.lock("/c/b.txt")
        #expect(reply.status == 507 && reply.text == "there are 1000 locks, and no room for one more\n")
        #expect(shelf.lock("/new.txt").reply.status == 507 && shelf.text("/new.txt") == nil)
        #expect(shelf.store.locks.all.count == 1_000)
        #expect(shelf.send("PROPFIND", "/", [("Depth", "1")]).status == 207)
    }

    @Test func whatALockSaysOfItsOwnerTakesRoom() {
        var shelf = Shelf([.document("/a.txt", "one")]) { $0.maximumBytes = 60 }
        #expect(shelf.lock("/a.txt", scope: "shared").reply.status == 200)
        #expect(shelf.lock("/a.txt", scope: "shared").reply.status == 507)
        #expect(shelf.put("/b.txt", String(repeating: "x", count: 30)).status == 507)
    }

    // MARK: Moving

    @Test func aLockStaysWhereItWas() {
        var shelf = shelf
        let token = shelf.lock("/a.txt").token
        #expect(shelf.send("MOVE", "/a.txt", [("Destination", "/n.txt"), ("If", "(<\(token)>)")]).status == 201)
        #expect(shelf.store.locks.isEmpty)
        let other = shelf.lock("/n.txt").token
        #expect(
            shelf.send("MOVE", "/c/b.txt", [("Destination", "/n.txt"), ("If", "</n.txt> (<\(other)>)")]).status == 204)
        #expect(shelf.put("/n.txt", "x").status == 423)
        #expect(shelf.put("/c/b.txt", "x").status == 201)
    }

    // MARK: Somebody else

    @Test func somebodyElseHoldsALock() {
        var shelf = Shelf([.document("/a.txt", "one"), .lock("/a.txt", by: "Bea & Co", seconds: 600)])
        shelf.monotonic = 7_777_000_000_000
        #expect(shelf.put("/a.txt", "x").text == Self.missing("/a.txt"))
        let listed = shelf.send("PROPFIND", "/a.txt", [("Depth", "0")]).text
        #expect(listed.contains(#"<D:owner xmlns:D="DAV:">Bea &amp; Co</D:owner><D:timeout>Second-600</D:timeout>"#))
        #expect(listed.contains("<D:href>opaquelocktoken:"))
        shelf.advance(seconds: 600)
        #expect(shelf.put("/a.txt", "x").status == 204)
    }

    @Test func somebodyElseTakesALockAndGivesItBack() {
        var shelf = shelf
        let mine = shelf.lock("/a.txt").token
        shelf.apply([.lock("/a.txt", by: "Bea")])
        #expect(shelf.put("/a.txt", "x", [("If", "(<\(mine)>)")]).status == 412)
        #expect(shelf.store.locks.all.count == 1)
        shelf.advance(seconds: 10_000_000)
        #expect(shelf.put("/a.txt", "x").status == 423)
        shelf.apply([.unlock(path: Array("/a.txt".utf8)), .lock("/not/yet.txt", by: "Bea"), .lock("/c", by: "Cy")])
        #expect(shelf.put("/a.txt", "x").status == 204)
        #expect(shelf.text("/not/yet.txt") == "" && shelf.put("/not/yet.txt", "x").status == 423)
        #expect(shelf.put("/c/d/e.txt", "x").status == 423)
        shelf.apply([.document("/c/d/e.txt", "no lock keeps the scenario from anything")])
        #expect(shelf.text("/c/d/e.txt")?.hasPrefix("no lock") == true)
        shelf.apply([.unlock(path: Array("/c/d".utf8))])
        #expect(shelf.put("/c/d/e.txt", "x").status == 204)
    }
}
