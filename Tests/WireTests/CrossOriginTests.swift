import Testing
import TestSupport
import Wire

struct CrossOriginTests {
    private static let origin = ("Origin", "https://page.example")

    private static func opened(_ fields: [HeaderField], _ request: [(String, String)] = [origin]) -> [String] {
        opened(ResponseHead(fields: fields), request)
    }

    private static func opened(_ head: ResponseHead, _ request: [(String, String)] = [origin]) -> [String] {
        let script = Reply(head).script(number: 1)
        let opened = CrossOrigin.open(script, to: Request.make("GET", "/", fields: request))
        guard case .head(let head, _, _, _)? = opened.actions.first else { return [] }
        return head.fields.map(\.description)
    }

    @Test func thePageMayReadTheAnswer() {
        #expect(
            Self.opened([HeaderField("X-ID", "1"), HeaderField("Content-Type", "text/plain")]) == [
                "X-ID: 1", "Content-Type: text/plain", "Vary: Origin",
                "Access-Control-Allow-Origin: https://page.example", "Access-Control-Allow-Credentials: true",
                "Access-Control-Expose-Headers: X-ID, Date",
            ])
    }

    @Test func noPageNothingAdded() {
        let script = Reply.text("hello").script(number: 1)
        for fields in [[], [("Origin", "")]] as [[(String, String)]] {
            #expect(CrossOrigin.open(script, to: Request.make("GET", "/", fields: fields)) === script)
        }
    }

    @Test func whatTheReplySaysHolds() {
        #expect(
            Self.opened([
                HeaderField("access-control-allow-origin", "*"), HeaderField("Access-Control-Expose-Headers", "X"),
            ]) == [
                "access-control-allow-origin: *", "Access-Control-Expose-Headers: X",
                "Access-Control-Allow-Credentials: true",
            ])
        #expect(
            Self.opened([HeaderField("Access-Control-Allow-Credentials", "false")]).filter { $0.contains("Cred") }
                == ["Access-Control-Allow-Credentials: false"])
    }

    @Test(arguments: [("Accept, ORIGIN", 1), ("*", 1), ("Accept", 2)])
    func itVariesByTheOrigin(vary: String, count: Int) {
        #expect(Self.opened([HeaderField("Vary", vary)]).count { $0.hasPrefix("Vary: ") } == count)
    }

    @Test func eachNameThatNeedsItIsExposedOnce() {
        let fields =
            [
                "X-A", "x-a", "Set-Cookie", "cache-control", "Content-Language", "Expires", "Last-Modified", "Pragma",
                "Content-Length", "Retry-After", "Date",
            ].map { HeaderField($0, "1") } + [.malformedLine(Array("no field".utf8)), HeaderField("not a token", "1")]
        #expect(Self.opened(fields).last == "Access-Control-Expose-Headers: X-A, Retry-After, Date")
    }

    @Test func aFieldThatWasTakenAwayIsNotAdded() {
        var head = ResponseHead()
        head.replace([Array("access-control-allow-origin".utf8)], with: [])
        let script = Reply(head).script(number: 1)
        #expect(CrossOrigin.open(script, to: Request.make("GET", "/", fields: [Self.origin])) === script)
        head.replace(
            [Array("access-control-allow-origin".utf8)], with: [HeaderField("Access-Control-Allow-Origin", "x")])
        #expect(
            Self.opened(head) == [
                "Access-Control-Allow-Origin: x", "Access-Control-Allow-Credentials: true",
                "Access-Control-Expose-Headers: Date",
            ])
    }

    @Test(arguments: ["Vary", "Access-Control-Allow-Credentials", "Access-Control-Expose-Headers"])
    func noneOfTheOthersIsAddedWhereItWasTakenAway(name: String) {
        var head = ResponseHead()
        head.replace([name.utf8.map(\.asciiLowercased)], with: [])
        let all = Self.opened([])
        #expect(Self.opened(head) == all.filter { !$0.hasPrefix(name) })
        #expect(all.contains { $0.hasPrefix(name) })
    }

    @Test func cachesAreToldWhereNoPageAsks() {
        let anybody = Request.make("GET", "/")
        func varies(_ head: ResponseHead) -> Bool {
            transcript(CrossOrigin.open(Reply(head).script(), to: anybody)).contains("\r\nVary: Origin\r\n")
        }
        #expect(varies(ResponseHead()))
        #expect(varies(ResponseHead(fields: [HeaderField("Vary", "Accept")])))
        #expect(!varies(ResponseHead(fields: [HeaderField("Vary", "*")])))
        #expect(!varies(ResponseHead(fields: [HeaderField("Access-Control-Allow-Origin", "*")])))
        #expect(!varies(ResponseHead(isExact: true)))
        for name in ["access-control-allow-origin", "vary"] {
            var head = ResponseHead()
            head.replace([Array(name.utf8)], with: [])
            #expect(!varies(head))
        }
    }

    @Test func aScriptOfTheLoadVariesFromTheLoadOn() {
        let script = Reply.text("hello").script(number: 7)
        #expect(CrossOrigin.open(script, to: Request.make("GET", "/")) === script)
        let varying = CrossOrigin.varies(script)
        #expect(varying.number == 7)
        #expect(transcript(varying).contains("\r\nVary: Origin\r\n"))
        #expect(CrossOrigin.varies(varying) === varying)
        // No page is told of it.
        let opened = CrossOrigin.open(varying, to: Request.make("GET", "/", fields: [Self.origin]))
        #expect(
            transcript(opened)
                == transcript(CrossOrigin.open(script, to: Request.make("GET", "/", fields: [Self.origin]))))
    }

    @Test func onlyWhatAValueCanHaveIsRepeated() throws {
        let fields = [
            ("Origin", "a\rX: 1\u{7f}"), ("Access-Control-Request-Method", "P\rU\nT"),
            ("Access-Control-Request-Headers", "x\u{1}\ty é\0"),
        ]
        let preflight = try #require(CrossOrigin.preflight(Request.make("OPTIONS", "/", fields: fields)))
        #expect(transcript(preflight).contains("\r\nAccess-Control-Allow-Origin: aX: 1\r\n"))
        #expect(transcript(preflight).contains("\r\nAccess-Control-Allow-Methods: PUT\r\n"))
        guard case .head(let head, _, _, _)? = preflight.actions.first else {
            Issue.record("it has no head")
            return
        }
        #expect(head.first("access-control-allow-headers") == Array("x\ty é".utf8))
        #expect(Self.opened([], [fields[0]]).contains("Access-Control-Allow-Origin: aX: 1"))
    }

    @Test func exactHeadsAndRawBytesStayAsTheyAre() {
        let exact = Reply(ResponseHead(fields: [], isExact: true)).script(number: 1)
        let raw = WireScript(actions: [.raw([0x41])], ending: .close)
        for script in [exact, raw] {
            #expect(CrossOrigin.open(script, to: Request.make("GET", "/", fields: [Self.origin])) === script)
        }
    }

    private static let asked = [origin, ("Access-Control-Request-Method", "PUT")]

    @Test func aPreflightIsAllowedWhatItAsksFor() {
        let fields = Self.asked + [("Access-Control-Request-Headers", "content-type,x-id")]
        #expect(
            CrossOrigin.preflight(Request.make("OPTIONS", "/", fields: fields)).map { transcript($0) }
                == """
                HTTP/1.1 204 No Content\r
                Access-Control-Allow-Origin: https://page.example\r
                Access-Control-Allow-Credentials: true\r
                Access-Control-Allow-Methods: PUT\r
                Access-Control-Allow-Headers: content-type,x-id\r
                Access-Control-Max-Age: 600\r
                Vary: Origin\r
                \r
                <finish exchange>
                """)
    }

    @Test(arguments: [("true", true), ("TRUE", true), ("false", false)])
    func aPrivateNetworkIsOpenToThoseWhoAsk(value: String, isOpen: Bool) throws {
        let fields = Self.asked + [("Access-Control-Request-Private-Network", value)]
        let script = try #require(CrossOrigin.preflight(Request.make("OPTIONS", "/", fields: fields)))
        #expect(transcript(script).contains("\r\nAccess-Control-Allow-Private-Network: true\r\n") == isOpen)
        #expect(!transcript(script).contains("Allow-Headers"))
    }

    @Test func nothingElseIsAPreflight() {
        #expect(CrossOrigin.preflight(Request.make("GET", "/", fields: Self.asked)) == nil)
        #expect(CrossOrigin.preflight(Request.make("OPTIONS", "/", fields: [Self.origin])) == nil)
        #expect(CrossOrigin.preflight(Request.make("OPTIONS", "/", fields: Array(Self.asked.dropFirst()))) == nil)
    }
}
