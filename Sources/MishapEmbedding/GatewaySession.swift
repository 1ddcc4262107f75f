internal import Bytes
internal import JSONText
public import Mishap

/// A session of a gateway in this process: rules, hits and a journal of its own, so that tests can run at once.
public struct GatewaySession: Sendable {
    private let gateway: Gateway
    /// As the control API calls it, such as `~k3j9x01`.
    public let id: String
    /// The address for the client under test.
    public let url: String
    /// The same in TLS.
    public let httpsURL: String

    init(of gateway: Gateway, _ node: JSONNode) {
        func text(_ name: String) -> String { node[name]?.string ?? "" }
        self.gateway = gateway
        (id, url, httpsURL) = (text("id"), text("url"), text("httpsUrl"))
    }

    /// Puts a rule above all others of the session, or in the place of the one that was put by that name.
    ///
    ///     try await session.put("orders", #"{ "match": { "path": "/orders" }, "steps": [ { "fail": 503 }, { "reply": {} } ] }"#)
    public func put(_ name: String, _ rule: String) async throws(GatewayCallError) {
        let name = PercentCoding.encode(name.utf8).text
        _ = try await call("PUT", "rules/\(name)", rule)
    }

    /// Adds an expectation, or a list of them, to those that the client is judged by.
    public func expect(_ expectations: String) async throws(GatewayCallError) {
        _ = try await call("POST", "expect", expectations)
    }

    /// Adds an answer, or a list of them, for the next requests that no rule takes.
    public func enqueue(_ answers: String) async throws(GatewayCallError) {
        _ = try await call("POST", "enqueue", answers)
    }

    /// What came, in the order in which it came.
    ///
    /// - Throws: Also if the journal has dropped some for room.
    public func requests() async throws(GatewayCallError) -> [JournalRequest] {
        var entries: [JSONNode] = []
        var after = ""
        while true {
            let page = try await call("GET", "journal?limit=\(Self.pageSize)\(after)").json()
            if let evicted = page["evicted"]?.number?.int, evicted > 0 {
                throw GatewayCallError(
                    status: 200, message: "the journal has dropped \(evicted) requests for room", text: "")
            }
            let more = page["entries"]?.elements ?? []
            entries += more
            guard more.count == Self.pageSize, let next = page["next"]?.string else { break }
            after = "&after=\(next)"
        }
        return entries.compactMap { JournalRequest($0) }.sorted { $0.number < $1.number }
    }

    /// The most that a page may have.
    private static let pageSize = 10_000

    /// How the client has behaved so far. `settle` waits until no request has come for so long.
    public func verdict(settle: Duration = .zero) async throws(GatewayCallError) -> GatewayVerdict {
        GatewayVerdict(try await call("GET", "verdict?settle=\(settle.milliseconds)ms").json())
    }

    /// Begins anew: hits, variables and journal. Requests that wait for an answer end with an RST.
    public func reset() async throws(GatewayCallError) {
        _ = try await call("POST", "reset")
    }

    /// Takes the session away, and judges its client. Requests that are open have a second to end by themselves.
    public func end(settle: Duration = .zero) async throws(GatewayCallError) -> GatewayVerdict {
        let settle = settle > .zero ? "&settle=\(settle.milliseconds)ms" : ""
        let (gateway, path) = (gateway, "sessions/\(id)?journal=1\(settle)")
        // A test that has run out of time is cancelled, and its session ends all the same.
        let answer = await Task { await gateway.answer("DELETE", path) }.value
        let given = try answer.get()
        guard !given.text.isEmpty else {
            throw GatewayCallError(status: given.status, message: "the session has expired", text: "")
        }
        return GatewayVerdict(try given.json())
    }

    /// A call of the control API on this session: `path` is below `sessions/{id}/`.
    @discardableResult
    public func call(
        _ method: String, _ path: String, _ body: String? = nil
    ) async throws(GatewayCallError) -> ControlAnswerText {
        try await gateway.call(method, "sessions/\(id)/\(path)", body)
    }
}

/// How the client of a session behaved.
public struct GatewayVerdict: Sendable, Hashable {
    public typealias Outcome = SessionVerdict.Outcome

    /// Nil if nothing is expected.
    public let outcome: Outcome?
    public let items: [SessionVerdict.Item]
    /// How many requests no rule took.
    public let unmatched: Int
    /// As lines: what failed and why; of a session's end with an excerpt of its journal.
    public let text: String

    init(_ node: JSONNode) {
        outcome = Self.outcome(node["outcome"])
        items = (node["expectations"]?.elements ?? []).map { item in
            let source = item["expectation"].map { JSONValue($0).bytes().text } ?? ""
            return SessionVerdict.Item(
                title: item["name"]?.string ?? source, outcome: Self.outcome(item["outcome"]) ?? .undecided,
                reason: item["reason"]?.string ?? "")
        }
        unmatched = node["unmatchedCount"]?.number?.int ?? 0
        let lines = items.map { "\($0.outcome): \($0.title): \($0.reason)" }
        text = node["text"]?.string ?? lines.joined(separator: "\n")
    }

    private static func outcome(_ node: JSONNode?) -> Outcome? {
        switch node?.string {
        case "passed": .passed
        case "failed": .failed
        case "undecided": .undecided
        default: nil
        }
    }
}

/// A request as it came, and what became of it.
public struct JournalRequest: Sendable, Hashable {
    public struct Field: Sendable, Hashable {
        public let name: String
        public let value: String
    }

    /// Its number in the session, from 1.
    public let number: Int
    public let method: String
    /// As it was sent, without the session's prefix.
    public let target: String
    public let headers: [Field]
    /// The body as text, as far as the journal has kept it; base64 where it is none.
    public let body: String
    /// Whether the journal has kept all of it.
    public let isBodyWhole: Bool
    /// The rule that answered; nil if none did.
    public let rule: String?
    /// The name of the failure that it got, if any.
    public let failure: String?
    /// Nil if none was sent.
    public let status: Int?
    /// Such as `complete`, `reset` or `held`; nil while it is in flight.
    public let ending: String?
    /// The whole entry, as JSON.
    public let entry: String

    /// Nil of an entry without a request.
    init?(_ node: JSONNode) {
        guard let method = node["method"]?.string else { return nil }
        self.method = method
        number = node["seq"]?.number?.int ?? 0
        target = node["target"]?.string ?? ""
        headers = (node["headers"]?.elements ?? []).compactMap { field in
            guard let pair = field.elements, pair.count == 2, let name = pair[0].string, let value = pair[1].string
            else { return nil }
            return Field(name: name, value: value)
        }
        body = node["body"]?.string ?? ""
        isBodyWhole = node["truncated"] == nil
        rule = node["rule"]?.string
        failure = node["failure"]?.string
        status = node["sent"]?["status"]?.number?.int
        ending = node["ending"]?.string
        entry = JSONValue(node).bytes().text
    }
}

extension Duration {
    fileprivate var milliseconds: Int64 {
        components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
    }
}
