@testable import Systems
@testable import Catalogue
import Testing
import Wire

/// The `If` field, rule by rule (RFC 4918, 10.4).
struct IfHeaderTests {
    /// `/a` has the tag "1" and the lock `urn:a`; `/b` the tag "2" and no lock; `/c` is not there, but locked by `urn:c`.
    private func state(_ path: DocumentPath) -> IfHeader.State {
        switch String(decoding: path.bytes, as: UTF8.self) {
        case "/a": (Array(#""1""#.utf8), [Array("urn:a".utf8)])
        case "/b": (Array(#""2""#.utf8), [])
        case "/c": (nil, [Array("urn:c".utf8)])
        default: (nil, [])
        }
    }

    private func header(_ value: String, target: String = "/a") -> IfHeader? {
        IfHeader(Array(value.utf8)[...], of: .make("PUT", target, fields: [("Host", "here")]))
    }

    private func holds(_ value: String, target: String = "/a") throws -> Bool? {
        let path = try DocumentPath(target: Array(target.utf8)[...])
        return header(value, target: target)?.holds(for: path, state)
    }

    @Test(arguments: [
        // One list: all of it.
        ("(<urn:a>)", true), ("(<urn:x>)", false), (#"(["1"])"#, true), (#"(["2"])"#, false),
        (#"(<urn:a> ["1"])"#, true), (#"(<urn:a>["1"])"#, true), (#"(<urn:a> ["2"])"#, false),
        (#"(<urn:x> ["1"])"#, false), ("(<urn:a> <urn:x>)", false), ("( <urn:a> )", true),
        // Several: one of them.
        ("(<urn:x>) (<urn:a>)", true), ("(<urn:x>)(<urn:y>)", false), (#"(<urn:x>) (["1"])"#, true),
        // Not.
        ("(Not <urn:x>)", true), ("(Not <urn:a>)", false), ("(not<urn:x>)", true), (#"(Not ["2"])"#, true),
        (#"(Not ["1"])"#, false), (#"(<urn:a> Not <urn:x>)"#, true), (#"(Not <urn:x> <urn:y>)"#, false),
        ("(<urn:x>) (Not <DAV:no-lock>)", true), (#"(<DAV:no-lock> ["1"])"#, false),
        // Weak tags are not the strong ones of the store.
        (#"([W/"1"])"#, false), (#"(Not [W/"1"])"#, true),
    ])
    func listsWithoutATagAreOfTheTarget(value: String, isTrue: Bool) throws { #expect(try holds(value) == isTrue) }

    @Test(arguments: [
        ("</a> (<urn:a>)", true), (#"</b> (["2"])"#, true), (#"</b> (["1"])"#, false), ("</b> (<urn:a>)", false),
        ("<http://here/a> (<urn:a>)", true), ("<http://here/c> (<urn:c>)", true),
        // A tag is of all lists behind it, up to the next.
        (#"</b> (<urn:x>) (["2"])"#, true), ("</b> (<urn:x>) (<urn:a>)", false),
        ("</b> (<urn:x>) </a> (<urn:a>)", true),
        // Of what is not there or not here, nothing is true, and so everything that is denied.
        (#"</none> (["1"])"#, false), ("</none> (Not <urn:a>)", true), ("<http://there/a> (<urn:a>)", false),
        ("<http://there/a> (Not <urn:a>)", true), (#"</c> (Not ["1"])"#, true), ("</../a> (<urn:a>)", false),
    ])
    func listsBehindATagAreOfThat(value: String, isTrue: Bool) throws {
        #expect(try holds(value, target: "/elsewhere") == isTrue)
    }

    @Test(arguments: [
        "", "(", ")", "()", "( )", "<urn:a>", "urn:a", "(urn:a)", "(<urn:a>", "(<urn:a)", "(<>)", "(<nothing>)",
        "(<:x>)",
        "(<urn:>)", "(<urn:a b>)", "([1])", #"(["1")"#, #"(["1)"#, "([])", "(Not)", "(Not Not <urn:a>)", "(<urn:a>) x",
        "(<urn:a>) </b> (<urn:b>)", "</a>", "</a> </b> (<urn:a>)", "<a> (<urn:a>)", "<> (<urn:a>)", "</a (<urn:a>)",
        #"(["1"] "2")"#, "(<urn:a>), (<urn:b>)", #"(["1", "2"])"#, "</a> (<urn:a>) </b>",
    ])
    func whatIsNone(value: String) { #expect(header(value) == nil) }

    @Test func everyTokenIsSubmittedWhateverIsSaidOfIt() {
        let header = header(#"</a> (<urn:a> ["1"]) (Not <urn:x>) </b> (<urn:b>)"#)
        #expect(header?.tokens.map { String(decoding: $0, as: UTF8.self) } == ["urn:a", "urn:x", "urn:b"])
    }

    @Test func itIsReadOffTheRequest() throws {
        #expect(IfHeader.read(.make("GET", "/a")) == nil)
        let found = IfHeader.read(.make("GET", "/a", fields: [("IF", "(<urn:a>)")]))
        #expect(try found?.get().tokens.count == 1)
        guard case .failure(.malformed)? = IfHeader.read(.make("GET", "/a", fields: [("If", "x")])) else {
            Issue.record("it was read")
            return
        }
    }

    @Test func aFieldOfManyListsIsReadInOnePass() {
        let value = String(repeating: "(<urn:x>) ", count: 20_000)
        #expect(header(value)?.tokens.count == 20_000)
        #expect(header(String(repeating: "(", count: 200_000)) == nil)
    }
}
