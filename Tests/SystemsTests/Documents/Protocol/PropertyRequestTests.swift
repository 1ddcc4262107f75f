@testable import XMLText
@testable import Systems
@testable import Catalogue
import Testing

/// What a PROPFIND asks for, and what of its body is refused.
struct PropertyRequestTests {
    private func read(_ body: String, charset: String? = nil) -> Result<PropertyRequest, BodyProblem> {
        PropertyRequest.read(Array(body.utf8), charset: charset)
    }

    private static let color = PropertyName(namespace: Array("urn:z".utf8), name: Array("color".utf8))
    private static let plain = PropertyName(namespace: [], name: Array("plain".utf8))

    @Test(arguments: [
        ("", PropertyRequest.all(including: [])), ("<propfind xmlns='DAV:'><allprop/></propfind>", .all(including: [])),
        ("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<D:propfind xmlns:D='DAV:'><D:propname/></D:propfind>\n", .names),
        ("<D:propfind xmlns:D='DAV:'><D:prop><D:getetag/></D:prop></D:propfind>", .these([.dav("getetag")])),
        (
            "<D:propfind xmlns:D='DAV:'><D:prop><z:color xmlns:z='urn:z'/><plain/></D:prop></D:propfind>",
            .these([color, plain])
        ),
        (
            "<propfind xmlns='DAV:'><prop><plain xmlns=''>x<y/></plain><a/></prop></propfind>",
            .these([plain, .dav("a")])
        ),
        ("<D:propfind xmlns:D='DAV:'><D:prop/></D:propfind>", .these([])),
        (
            "<D:propfind xmlns:D='DAV:'><D:allprop/><D:include><D:a/></D:include></D:propfind>",
            .all(including: [.dav("a")])
        ),
        // Asked for twice, answered once.
        (
            "<D:propfind xmlns:D='DAV:'><D:prop><D:a/><D:b/><D:a/></D:prop></D:propfind>",
            .these([.dav("a"), .dav("b")])
        ),
        // What nobody knows is skipped with all that is in it.
        ("<D:propfind xmlns:D='DAV:'><x><D:prop/></x><D:new/>text<D:propname/><prop/></D:propfind>", .names),
    ])
    func oneOfThree(body: String, request: PropertyRequest) throws { #expect(try read(body).get() == request) }

    @Test(arguments: [
        ("x", BodyProblem.notWellFormed), (" ", .notWellFormed), ("<propfind xmlns='DAV:'>", .notWellFormed),
        ("<D:propfind/>", .notWellFormed), ("<D:propfind xmlns:D=''><D:propname/></D:propfind>", .notWellFormed),
        ("<D:propfind xmlns:D='DAV:'><D:propname/><bar:foo xmlns:bar=''/></D:propfind>", .notWellFormed),
        ("<D:propfind xmlns:D='DAV:'><D:propname/></D:propfind>x", .notWellFormed),
        ("<D:propfind xmlns:D='DAV:'><D:propname a='1' a='1'/></D:propfind>", .notWellFormed),
        ("<foo xmlns='DAV:'><bar></foo>", .notWellFormed), ("<foo>&bar;</foo>", .notWellFormed),
        ("<propfind/>", .notConforming), ("<propfind><propname/></propfind>", .notConforming),
        ("<D:propertyupdate xmlns:D='DAV:'><D:propname/></D:propertyupdate>", .notConforming),
        ("<D:propfind xmlns:D='DAV:'/>", .notConforming),
        ("<D:propfind xmlns:D='DAV:'><D:new/></D:propfind>", .notConforming),
        ("<D:propfind xmlns:D='DAV:'><D:allprop/><D:propname/></D:propfind>", .notConforming),
        ("<D:propfind xmlns:D='DAV:'><D:prop/><D:prop/></D:propfind>", .notConforming),
        ("<D:propfind xmlns:D='DAV:'><D:propname/><D:include/></D:propfind>", .notConforming),
        ("<!DOCTYPE x [<!ENTITY a 'b'>]><D:propfind xmlns:D='DAV:'><D:propname/></D:propfind>", .documentType),
        ("<!DOCTYPE x SYSTEM 'file:///etc/passwd'><D:propfind xmlns:D='DAV:'/>", .documentType),
        (
            "<?xml version='1.0' encoding='utf-7'?><D:propfind xmlns:D='DAV:'><D:propname/></D:propfind>",
            .unsupportedEncoding
        ),
    ])
    func whatIsRefused(body: String, problem: BodyProblem) {
        #expect(throws: problem) { try read(body).get() }
    }

    @Test func aBombIsADocumentTypeAndNothingMore() {
        var bomb = "<?xml version='1.0'?><!DOCTYPE lolz [<!ENTITY lol 'lol'>"
        for level in 1..<10 {
            bomb += "<!ENTITY lol\(level) '" + String(repeating: "&lol\(level - 1);", count: 10) + "'>"
        }
        #expect(throws: BodyProblem.documentType) { try read(bomb + "]><lolz>&lol9;</lolz>").get() }
        #expect(BodyProblem.documentType.status == 400)
    }

    @Test func theBodyIsBounded() throws {
        let levels = 100_000
        let deep = String(repeating: "<a>", count: levels) + String(repeating: "</a>", count: levels)
        #expect(throws: BodyProblem.tooLarge) { try read(deep).get() }
        let body = "<D:propfind xmlns:D='DAV:'><D:propname/><!--"
        func padded(to count: Int) -> String {
            let end = "--></D:propfind>"
            return body + String(repeating: "x", count: count - body.utf8.count - end.utf8.count) + end
        }
        #expect(try read(padded(to: 65_536)).get() == .names)
        #expect(throws: BodyProblem.tooLarge) { try read(padded(to: 65_537)).get() }
        func names(_ count: Int) -> String {
            "<propfind xmlns='DAV:'><prop>" + (0..<count).map { "<a\($0)/>" }.joined() + "</prop></propfind>"
        }
        guard case .these(let found) = try read(names(128)).get() else {
            Issue.record("it asks for something else")
            return
        }
        #expect(found.count == 128)
        #expect(throws: BodyProblem.tooLarge) { try read(names(129)).get() }
    }

    @Test func encodingsAreThoseOfSmallServers() throws {
        let name = [UInt8]("<propfind xmlns='DAV:'><prop><a xmlns='".utf8) + [0xE9] + "'/></prop></propfind>".utf8
        #expect(throws: BodyProblem.notWellFormed) { try PropertyRequest.read(name).get() }
        let expected = PropertyName(namespace: Array("é".utf8), name: Array("a".utf8))
        #expect(try PropertyRequest.read(name, charset: "iso-8859-1").get() == .these([expected]))
        #expect(throws: BodyProblem.unsupportedEncoding) { try PropertyRequest.read([0xFF, 0xFE, 0x3C, 0]).get() }
    }

    @Test(arguments: [
        (BodyProblem.notWellFormed, 400, "the body is not well-formed XML with namespaces"),
        (.documentType, 400, "the body has a document type, which the store does not read"),
        (
            .unsupportedEncoding, 415,
            "the body is in an encoding that the store does not read; UTF-8 is one that it does"
        ),
        (.tooLarge, 413, "the body asks for more than the store takes in one request"),
        (.notConforming, 422, "the body is XML, but not what this method needs"),
    ])
    func itSaysWhatIsWrong(problem: BodyProblem, status: Int, words: String) {
        #expect(problem.status == status)
        #expect(problem.message == words)
    }
}
