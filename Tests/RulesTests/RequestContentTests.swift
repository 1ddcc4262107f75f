import Bytes
import Catalogue
import JSONText
@testable import Rules
import Testing
import Wire

/// What is found in a request by those who look closer.
@Suite struct RequestContentTests {
    private func content(_ target: String = "/", _ fields: [(String, String)] = [], body: String = "") -> RequestContent
    {
        RequestContent(.make("POST", target, fields: fields, body: Array(body.utf8)))
    }

    private func form(_ type: String, _ body: String, _ name: String) -> [String] {
        content("/", [("content-TYPE", type)], body: body).formValues(Array(name.utf8)).map(\.text)
    }

    @Test func cookiesOfAllLinesAreThere() {
        let content = content(
            "/", [("Cookie", "a=1; b=\"x y\";c = z=z ; lone; =none;a="), ("x", "c=no"), ("COOKIE", "d=4")])
        func values(_ name: String) -> [String] { content.cookieValues(Array(name.utf8)).map(\.text) }
        #expect(values("a") == ["1", ""])
        #expect(values("b") == ["\"x y\""])
        #expect(values("c") == ["z=z"])
        #expect(values("d") == ["4"])
        #expect(values("lone") == [])
        #expect(values("") == [])
        #expect(content.cookie(Array("a".utf8))?.text == "1")
    }

    /// What the calls of a request share belongs to its content, and does not keep it.
    @Test func aConditionOnTheBodyDoesNotKeepTheRequest() throws {
        var match = MatchProgram()
        let equals: @Sendable ([TemplateValue]) -> ValueMatcher.Test = { .equals($0.first?.bytes ?? []) }
        match.conditions = [.test(.body(ValueMatcher([], substitutedTests: [equals])))]
        weak var whole: RequestContent?
        do {
            let content = content(body: "[1]")
            whole = content
            _ = content.bodyJSON
            let call = Call(text: Array("1".utf8))
            var budget = MatchBudget()
            let condition = match.residualCondition(content.request, call, content.of(call), &budget)
            var (same, other) = (MatchBudget(), MatchBudget())
            let holds = (
                condition.holds([.text(Array("[1]".utf8))], &same), condition.holds([.text(Array("[2]".utf8))], &other)
            )
            #expect(holds == (true, false))
            #expect(whole?.residualConditions.count == 1)
        }
        #expect(whole == nil)
    }

    @Test func theQueryIsDecoded() {
        #expect(
            content("/?a+b=%41+&x&a%20b=2").request.decodedQuery.values(Array("a b".utf8)).map(\.text) == ["A ", "2"])
        #expect(content("/").request.decodedQuery.values(Array("a".utf8)).isEmpty)
    }

    @Test func aURLEncodedFormIsDecoded() {
        let type = "application/X-WWW-form-urlencoded ; charset=utf-8"
        #expect(form(type, "a=1&b=x+y%21&a=2&=e", "a") == ["1", "2"])
        #expect(form(type, "a=1&b=x+y%21&a=2", "b") == ["x y!"])
        #expect(form("text/plain", "a=1", "a") == [])
        #expect(content("/", body: "a=1").formValues(Array("a".utf8)).isEmpty)
    }

    private static let parts = """
        preamble
        --b d
        Content-Disposition: form-data; name="a"

        1
        --b d
        content-type: text/plain
        CONTENT-DISPOSITION: form-data; filename="c:\\x; name=no"; NAME="f \\"%22%0d%0A%41"

        one
        --b dx
        two

        --b d\u{20}\u{9}
        Content-Disposition: attachment; name="a"

        no
        --b d
        Content-Disposition: form-data; name=a

        \("")
        --b d--
        Content-Disposition: form-data; name="a"

        behind the end
        """.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")

    @Test func aFormInPartsIsReadPartByPart() {
        let type = "multipart/form-data; charset=x; Boundary=\"b d\""
        #expect(form(type, Self.parts, "a") == ["1", ""])
        #expect(form(type, Self.parts, "f \"\"\r\n%41") == ["one\r\n--b dx\r\ntwo\r\n"])
        #expect(form("multipart/form-data; boundary=b", Self.parts, "a") == [])
        #expect(form("multipart/form-data", Self.parts, "a") == [])
        #expect(form("multipart/form-data; boundary=\"\"", Self.parts, "a") == [])
        #expect(form("multipart/form-data; boundary=" + String(repeating: "b", count: 71), Self.parts, "a") == [])
    }

    @Test(arguments: [
        "", "--x", "--x\r\n", "--x--", "--x\r\n--x--", "--x\r\n\r\n\r\n--x",
        "--x\r\nContent-Disposition: form-data; name=\"a",
        "\r\n\r\n--x\r\nContent-Disposition\r\n\r\n--x\r\n\r\n",
        "--x\r\nContent-Disposition: form-data; name=a\r\n\r\n1",
    ])
    func aBrokenFormHasNoValues(_ body: String) {
        #expect(form("multipart/form-data; boundary=x", body, "a") == [])
    }

    @Test func theLastOfRepeatedKeysWins() {
        #expect(content(body: #"{"a": 1, "a": "x"}"#).json?["a"]?.string == "x")
    }

    @Test func brokenOrDeepJSONHasNoValues() {
        let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        for body in ["", "{", #"{"a":"\ud800"}"#, "\u{FEFF}1", deep] { #expect(content(body: body).json == nil) }
        #expect(RequestContent(.make("POST", "/", body: [0x22, 0xFF, 0x22])).json == nil)
        let long = "1" + String(repeating: "0", count: 1_000_000)
        #expect(content(body: long).json?.number?.text.utf8.count == 1_000_001)
    }

    @Test func moreThanAnyClientMeansIsNotRead() {
        #expect(content(body: "[1" + String(repeating: ",1", count: 999_998) + "]").json != nil)
        #expect(content(body: "[1" + String(repeating: ",1", count: 999_999) + "]").json == nil)
        let many = String(repeating: "a&", count: 100_000) + "b"
        #expect(form("application/x-www-form-urlencoded", many, "a").count == 100_000)
        #expect(form("application/x-www-form-urlencoded", many, "b") == [])
        #expect(form("application/x-www-form-urlencoded", String(many.dropFirst(2)), "b") == [""])
    }

    @Test func aCallHasItsOwnJSONAndTheRequestsRest() {
        let content = content("/?q=1", [("Cookie", "c=2")], body: "[1,2]")
        let element = content.of(Call(text: Array("2".utf8)))
        #expect(element.json?.number?.int == 2)
        #expect(element.bodyJSON?.elements?.count == 2)
        #expect(element.cookie(Array("c".utf8))?.text == "2")
        #expect(element.request.decodedQuery.values(Array("q".utf8)).map(\.text) == ["1"])
        #expect(element.of(Call(text: Array("1".utf8))).json?.number?.int == 1)
        #expect(element.of(nil) === content)
        #expect(content.of(Call()) === content)
    }
}
