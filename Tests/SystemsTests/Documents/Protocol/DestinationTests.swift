@testable import Systems
@testable import Catalogue
import TestSupport
import Testing
import Wire

/// Where a Destination leads.
struct DestinationTests {
    private func read(
        _ destination: String?, target: String = "/from", prefix: Int = 0, host: String? = "localhost:8080",
        session: String? = nil
    ) -> Result<Destination, DestinationProblem> {
        var fields: [(String, String)] = []
        if let host { fields.append(("Host", host)) }
        if let session { fields.append(("Mishap-Session", session)) }
        if let destination { fields.append(("Destination", destination)) }
        let request = Request.make("MOVE", target, fields: fields)
        request.removePathPrefix(prefix)
        return Destination.read(request)
    }

    private func tell(_ result: Result<Destination, DestinationProblem>) -> String {
        switch result {
        case .success(let destination): String(decoding: destination.path.bytes, as: UTF8.self)
        case .failure(let problem): "\(problem.status) \(problem.message)"
        }
    }

    @Test(arguments: [
        ("/to", "/to"), ("http://localhost:8080/to", "/to"), ("HTTP://LOCALHOST:8080/a%20b/", "/a b"),
        (" /to ", "/to"), ("http://localhost:8080", "/"), ("http://localhost:8080?x", "/"), ("/to?x=1", "/to"),
        ("http://bea:secret@localhost:8080/to", "/to"),
        ("", "400 the Destination is neither an http URI nor a path"),
        ("to", "400 the Destination is neither an http URI nor a path"),
        ("//localhost:8080/to", "400 the Destination is neither an http URI nor a path"),
        ("http:/to", "400 the Destination is neither an http URI nor a path"),
        ("http:///to", "400 the Destination is neither an http URI nor a path"),
        ("/to#part", "400 the Destination is neither an http URI nor a path"),
        ("/a b", "400 the Destination is neither an http URI nor a path"),
        ("1http://localhost:8080/to", "400 the Destination is neither an http URI nor a path"),
        ("https://localhost:8080/to", "502 the Destination is on another server"),
        ("file:///etc/passwd", "502 the Destination is on another server"),
        ("http://localhost/to", "502 the Destination is on another server"),
        ("http://localhost:8081/to", "502 the Destination is on another server"),
        ("http://other/to", "502 the Destination is on another server"),
        ("/a/../b", "400 in the Destination, the path has a segment . or .., which the store does not resolve"),
        ("/a%2Fb", "400 in the Destination, the path has %2F, which is no separator and cannot be in a name"),
        ("/" + String(repeating: "n", count: 300), "414 in the Destination, a name in the path is over 255 bytes"),
    ])
    func itIsReadAsASimpleReference(destination: String, told: String) { #expect(tell(read(destination)) == told) }

    @Test func withoutOneThereIsNowhereToGo() { #expect(tell(read(nil)) == "400 there is no Destination") }

    @Test func thePortOfHTTPNeedNotBeSaid() {
        #expect(tell(read("http://store.example/to", host: "store.example:80")) == "/to")
        #expect(tell(read("http://store.example:80/to", host: "store.example")) == "/to")
        #expect(tell(read("http://store.example:/to", host: "store.example")) == "/to")
    }

    @Test func theAuthorityOfAnAbsoluteTargetGoesBeforeTheHost() {
        #expect(tell(read("http://one/to", target: "http://one/from", host: "two")) == "/to")
        #expect(tell(read("http://two/to", target: "http://one/from", host: "two")).hasPrefix("502"))
        #expect(tell(read("http://one/to", host: nil)).hasPrefix("502"))
    }

    @Test(arguments: [
        ("/@notes/-/to", "/to"), ("/@notes/to", "/to"), ("/@notes/-/", "/"), ("/@notes", "/"),
        ("/%40notes/to", "/to"), ("/@notes/a/-/b", "403"), ("/@notesx/to", "403"), ("/@other/-/to", "403"),
        ("/to", "403"),
        ("/@notes/../@other/-/to", "403"), ("/@notes/../to", "400"), ("/", "403"),
        ("http://localhost:8080/@notes/-/to", "/to"),
    ])
    func itStaysBehindThePrefixOfTheSession(destination: String, told: String) {
        for (target, prefix) in [("/@notes/-/from", 9), ("/@notes/from", 7)] {
            let result = tell(read(destination, target: target, prefix: prefix))
            #expect(result == told || result.hasPrefix(told + " "), "\(target)")
        }
    }

    @Test func aSessionWithoutAPrefixIsNotLeftByOne() {
        #expect(tell(read("/@other/-/to")) == "403 the Destination is outside of this session's store")
        #expect(tell(read("/@other/to", session: "notes")) == "/@other/to")
        #expect(tell(read("/@a/b/to", target: "/@a/b/from", prefix: 5)) == "/to")
    }
}
