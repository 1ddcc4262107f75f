import Testing
import Wire

struct RequestTests {
    @Test func theTargetFallsIntoPathAndQuery() {
        let request = Request.make("GET", "/a%20b?x=1?2")
        #expect(request.text(request.target) == "/a%20b?x=1?2")
        #expect(request.text(request.path) == "/a%20b")
        #expect(request.query.map(request.text) == "x=1?2")
        #expect(Request.make("GET", "/a").query == nil)
        #expect(Request.make("GET", "/a?").query.map { $0.isEmpty } == true)
    }

    @Test func aPrefixIsLeftOutOfThePathAndKeptInTheTarget() {
        let request = Request.make("GET", "/@http/html/rpc?x")
        request.removePathPrefix(11)
        #expect(request.text(request.path) == "/rpc")
        #expect(request.text(request.target) == "/@http/html/rpc?x")
        request.removePathPrefix(99)
        #expect(request.path.isEmpty)
        #expect(request.query.map(request.text) == "x")
    }

    @Test func theSchemeIsTheConnectionsForAllItsRequests() {
        let exchange = Exchange(
            ConnectionInfo(id: 7, listener: 3, peer: ConnectionInfo.Peer(isLoopback: false), scheme: .https))
        #expect(exchange.id == ExchangeID(connection: 7, stream: 0))
        #expect(!exchange.isLoopback)
        Array("/".utf8).withUnsafeBufferPointer { exchange.request.begin(target: $0) }
        #expect(exchange.request.scheme == .https)
        exchange.connection.scheme = .http
        #expect(exchange.request.scheme == .http)
        #expect(Scheme.allCases.map(\.prefix) == ["http://", "https://"])
    }

    @Test func fieldsKeepOrderSpellingAndDuplicates() {
        let request = Request.make("GET", "/", fields: [("X-a", "1"), ("Host", "h"), ("x-A", "2")])
        #expect((0..<3).map { request.text(request.fieldName($0)) } == ["X-a", "Host", "x-A"])
        #expect(request.first(Array("x-a".utf8)).map(request.text) == "1")
        #expect(request.first(Array("x-b".utf8)) == nil)
        #expect(request.isField(2, named: Array("x-a".utf8)))
    }

    @Test func onlyHeadInCapitalsIsHead() {
        #expect(Request.make("HEAD", "/").isHead)
        #expect(!Request.make("head", "/").isHead)
        #expect(!Request.make("HEADS", "/").isHead)
    }

    @Test func theFirstsOfThreeNamesAreFoundInOnePass() {
        let fields = [
            ("X-Y", "0"), ("hOSt", "1"), ("Host", "2"), ("LONGER", "3"), ("longes", "4"), ("longer", "5"),
            ("Third", "6"),
            ("third", "7"),
        ]
        func firsts(_ count: Int) -> [String?] {
            let request = Request.make("GET", "/", fields: Array(fields.prefix(count)))
            let found = request.firsts(Array("longer".utf8), Array("host".utf8), Array("third".utf8))
            return [found.0, found.1, found.2].map { $0.map(request.text) }
        }
        #expect(firsts(8) == ["3", "1", "6"])
        #expect(firsts(6) == ["3", "1", nil])
        #expect(firsts(3) == [nil, "1", nil])
        #expect(firsts(1) == [nil, nil, nil])
    }

    @Test func aRequestIsRefilledWithoutALeftover() {
        let request = Request.make("POST", "/long/target", fields: [("A", "1")], body: [1, 2, 3])
        unsafe [UInt8]("/".utf8).withUnsafeBufferPointer { unsafe request.begin(target: $0) }
        unsafe [UInt8]("GET".utf8).withUnsafeBufferPointer { unsafe request.setMethod($0) }
        #expect(request.fieldCount == 0)
        #expect(request.body.isEmpty && request.bodyCount == 0 && !request.announcesBody)
        #expect(!request.isBodyComplete)
        #expect(request.text(request.target) == "/")
        #expect(Array(request.head[request.method]) == Array("GET".utf8))
    }

    @Test(arguments: [
        ("http://a.b:80/c/d?e", "/c/d"), ("http://a.b", ""), ("http://a?x=/y", ""), ("*", "*"),
        ("/http://a/b", "/http://a/b"),
    ])
    func anAbsoluteTargetHasItsPathBehindTheAuthority(target: String, path: String) {
        let request = Request.make("GET", target)
        #expect(request.text(request.path) == path)
        #expect(request.text(request.target) == target)
    }

    @Test func fieldsInLinesAreReadAsThoseAppendedOneByOne() {
        let request = Request.make("GET", "/", fields: [("A", "1")])
        let lines = Array("Host:  h \r\nx-B:\n\n".utf8)
        let start = unsafe lines.withUnsafeBufferPointer { unsafe request.appendLines($0) }
        request.appendField(name: start..<start + 4, value: start + 7..<start + 8)
        request.appendField(name: start + 11..<start + 14, value: start + 15..<start + 15)
        let fields = (0..<request.fieldCount).map { index in
            [request.text(request.fieldName(index)), request.text(request.fieldValue(index))]
        }
        #expect(fields == [["A", "1"], ["Host", "h"], ["x-B", ""]])
        #expect(request.fieldBytes == 10)
        let found = request.firsts(Array("host".utf8), Array("a".utf8), Array("x-b".utf8))
        #expect([found.0, found.1, found.2].map { $0.map(request.text) } == ["h", "1", ""])
        let copy = Request(request.snapshot())
        #expect(copy.first(Array("host".utf8)).map(copy.text) == "h" && copy.fieldBytes == 10)
        request.removeFields()
        #expect(request.fieldCount == 0 && request.fieldBytes == 0 && request.text(0..<request.head.count) == "/GET")
    }

    /// The last byte is the lowest of the number.
    @Test(
        arguments: [
            ("GET", 0x47_4554), ("OPTIONS", 0x4F_5054_494F_4E53), ("get", 0x67_6574), ("PROPFIND", 0), ("", 0),
            ("\0GET", 0), ("G\0", 0x4700),
        ] as [(String, UInt64)])
    func aShortMethodIsANumber(method: String, word: UInt64) {
        let request = Request.make(method, "/")
        #expect(request.methodWord == word)
        #expect(Request(request.snapshot()).methodWord == word)
        unsafe [UInt8]("/".utf8).withUnsafeBufferPointer { unsafe request.begin(target: $0) }
        #expect(request.methodWord == 0)
    }
}
