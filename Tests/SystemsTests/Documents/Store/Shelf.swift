@testable import Catalogue
@testable import Systems
import Bytes
import Wire

/// A document store without a server: requests in, replies out, and a clock that moves when it is told to.
struct Shelf {
    var store: DocumentStore
    var seed: Int64
    /// 2030-01-01T00:00:00Z, as the manual clock of a session begins.
    var milliseconds: Int64 = 1_893_456_000_000
    var monotonic: UInt64 = 5_000_000_000
    /// What chose the session, such as `/@notes`.
    var prefix = ""

    init(_ changes: [StoreChange] = [], seed: Int64 = 0, _ change: (inout StoreOptions) -> Void = { _ in }) {
        var options = StoreOptions()
        change(&options)
        store = DocumentStore(changes, options)
        self.seed = seed
    }

    mutating func send(
        _ method: String, _ path: String, _ fields: [(String, String)] = [], body: [UInt8] = []
    ) -> Reply {
        answer(request(method, path, fields, body))
    }

    private mutating func answer(_ request: Request) -> Reply { prepare(request).reply(in: context(request)) }

    /// What the store makes of a request under the lock of a session.
    mutating func prepare(_ request: Request) -> StateAnswer {
        guard case .call(let call) = Documents().read(request) else { return .ready(Reply(ResponseHead(status: 599))) }
        return store.answer(call, in: context(request))
    }

    mutating func send(_ method: String, _ path: String, _ fields: [(String, String)] = [], text: String) -> Reply {
        send(method, path, fields, body: Array(text.utf8))
    }

    mutating func put(_ path: String, _ text: String, _ fields: [(String, String)] = []) -> Reply {
        send("PUT", path, fields, text: text)
    }

    /// With a Content-Type that need not be text.
    mutating func put(_ path: String, _ text: String, type: [UInt8]) -> Reply {
        let request = request("PUT", path, [], Array(text.utf8))
        let name = Array("Content-Type".utf8)
        name.withUnsafeBufferPointer { name in
            type.withUnsafeBufferPointer { request.append(name: name, value: $0) }
        }
        return answer(request)
    }

    func text(_ path: String) -> String? {
        var copy = self
        let reply = copy.send("GET", path)
        return reply.head.status == 200 ? reply.text : nil
    }

    mutating func advance(seconds: UInt64) {
        monotonic += seconds * 1_000_000_000
        milliseconds += Int64(seconds) * 1_000
    }

    /// Locks a path and returns the token.
    mutating func lock(
        _ path: String, _ fields: [(String, String)] = [], scope: String = "exclusive", owner: String = "Ada"
    ) -> (reply: Reply, token: String) {
        let reply = send("LOCK", path, fields, text: Self.lockInfo(scope, owner: owner))
        return (reply, String((reply.field("lock-token") ?? "").dropFirst().dropLast()))
    }

    mutating func apply(_ changes: [StoreChange]) { store.apply(changes, in: context(request("GET", "/"))) }

    static func lockInfo(_ scope: String = "exclusive", owner: String = "Ada") -> String {
        #"<?xml version="1.0" encoding="utf-8"?><D:lockinfo xmlns:D="DAV:"><D:lockscope><D:\#(scope)/></D:lockscope>"#
            + "<D:locktype><D:write/></D:locktype><D:owner>\(owner)</D:owner></D:lockinfo>"
    }

    func request(
        _ method: String, _ path: String, _ fields: [(String, String)] = [], _ body: [UInt8] = []
    ) -> Request {
        let request = Request.make(
            method, prefix + path, fields: [("Host", "127.0.0.1:8080")] + fields, body: body)
        request.removePathPrefix(prefix.utf8.count)
        return request
    }

    func context(_ request: Request) -> AnswerContext {
        AnswerContext(
            request, wallMilliseconds: milliseconds, monotonic: monotonic, key: DrawKey(seed: seed, rule: []))
    }
}

extension Reply {
    var status: Int { head.status }
    var text: String { content.text }

    func field(_ lowercased: StaticString) -> String? { head.first(lowercased)?.text }
}

extension StoreChange {
    static func document(_ path: String, _ text: String, type: String = "text/plain; charset=utf-8") -> StoreChange {
        .document(path: Array(path.utf8), content: Array(text.utf8), type: type)
    }

    static func lock(_ path: String, by owner: String, seconds: Int? = nil) -> StoreChange {
        .lock(path: Array(path.utf8), owner: Array(owner.utf8), seconds: seconds)
    }
}
