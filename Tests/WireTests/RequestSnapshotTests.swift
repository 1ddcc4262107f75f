import Testing
import Wire

struct RequestSnapshotTests {
    /// Differs in everything from a request that is new.
    private static func request() -> Request {
        let request = Request.make(
            "PATCH", "http://host:1/@a/b%20c?d=e",
            fields: [("X-a", "1"), ("Host", "h"), ("x-A", ""), ("Content-Type", "text/plain")], body: Array("body".utf8)
        )
        request.removePathPrefix(3)
        request.version = .http10
        request.scheme = .https
        request.bodyCount = 99
        return request
    }

    /// All that can be asked of a request, as text.
    private static func text(_ request: Request) -> [String] {
        let fields = (0..<request.fieldCount).map { index in
            request.text(request.fieldName(index)) + "=" + request.text(request.fieldValue(index))
        }
        return [
            request.text(0..<request.head.count), request.text(request.target), request.text(request.method),
            request.text(request.path), request.text(request.pathPrefix),
            request.authority.map(request.text) ?? "none", request.query.map(request.text) ?? "none",
            "\(request.scheme)", "\(request.version)", "\(request.announcesBody)",
            String(decoding: request.body, as: UTF8.self), "\(request.bodyCount)", "\(request.isBodyComplete)",
        ] + fields
    }

    @Test func allOfTheRequestIsInItsSnapshot() {
        let request = Self.request()
        let expected = [
            "http://host:1/@a/b%20c?d=ePATCHX-a1Hosthx-AContent-Typetext/plain", "http://host:1/@a/b%20c?d=e", "PATCH",
            "/b%20c", "/@a", "host:1", "d=e", "https", "http10", "true", "body", "99", "true", "X-a=1", "Host=h",
            "x-A=", "Content-Type=text/plain",
        ]
        #expect(Self.text(request) == expected)
        let copy = Request(request.snapshot())
        #expect(Self.text(copy) == expected)
    }

    @Test func aBodyThatIsStillComingIsNotComplete() {
        let request = Self.request()
        request.isBodyComplete = false
        request.announcesBody = false
        let copy = Request(request.snapshot())
        #expect(!copy.isBodyComplete)
        #expect(!copy.announcesBody)
    }

    @Test func whatBecomesOfTheRequestDoesNotChangeItsSnapshot() async {
        let request = Self.request()
        let snapshot = request.snapshot()
        let expected = Self.text(request)
        Array("/other".utf8).withUnsafeBufferPointer { request.begin(target: $0) }
        request.body += [1, 2, 3]
        // On another thread, as is its purpose.
        #expect(await Task.detached { Self.text(Request(snapshot)) }.value == expected)
        #expect(request.text(request.target) == "/other")
    }

    @Test func aRequestOfASnapshotIsOneOfItsOwn() {
        let request = Self.request()
        let expected = Self.text(request)
        let copy = Request(request.snapshot())
        copy.removeFields()
        copy.body = []
        #expect(Self.text(request) == expected)
        #expect(copy.fieldCount == 0)
    }
}
