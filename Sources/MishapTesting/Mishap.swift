public import Foundation

/// A session of a gateway: rules, hits, variables and a journal of its own, so that tests can run at once.
///
/// In a test with the trait `.mishap` it is `Mishap.current`, and its client is judged when the test has ended;
/// `withMishap` gives one elsewhere.
public final class Mishap: Sendable {
    /// The session of the test that runs, if it has the trait `.mishap`, or is within `withMishap`.
    public static var current: Mishap? { ofTask }

    @TaskLocal static var ofTask: Mishap?

    /// As the control API calls it, such as `~k3j9x01`.
    public let id: String
    /// The address for the client under test.
    public let url: URL
    /// The same in TLS; `/__mishap/ca.pem` of the gateway is the certificate to trust.
    public let httpsURL: URL?
    /// Its own port, if it has one.
    public let port: Int?

    private let gateway: Gateway
    private let settle: Duration?
    private let unmatchedFail: Bool
    private let state = Locked(State())

    private struct State {
        var isOpen = true
        var names: Set<String> = []
        var rules: [(name: String, rule: JSON)] = []
        var expectations: [JSON] = []
    }

    private static let longestName = 180
    /// Requests of a page of the journal, the most that there may be.
    private static let pageSize = 10_000

    // MARK: Beginning and end

    init(_ gateway: Gateway, _ options: SessionOptions) async throws {
        try options.check()
        // A cancelled test must not leave one behind whose number nobody knows.
        let made = try await Task {
            try await (options.scenario ?? .empty).send(with: try options.members(life: gateway.life)) {
                try await gateway.openSession($0)
            }
        }.value
        guard let id = made["id"]?.string, let url = made["url"]?.string.flatMap(URL.init(string:)) else {
            throw MishapError("what answers at \(gateway.client.control) is no mishap: \(made)")
        }
        self.id = id
        self.url = url
        httpsURL = made["httpsUrl"]?.string.flatMap(URL.init(string:))
        port = made["port"]?.int
        self.gateway = gateway
        settle = options.settle
        unmatchedFail = options.unmatched == .fail
        let expectations = options.expect.isEmpty ? [] : [try MishapExpectation.json(of: options.expect)]
        state.withLock { $0.expectations = expectations }
    }

    /// A session for as long as you like, such as one that several tests share: whoever opened it ends it by `close`,
    /// which judges the client. In a test the trait `.mishap` does both.
    ///
    /// - Parameters:
    ///   - settle: The time without a request after which no more is expected; without it the client is judged at once.
    ///   - bodies: How much of each body the journal keeps, such as `"1MiB"`.
    ///   - port: 0: a port of its own.
    public static func open(
        _ scenario: Scenario? = nil, seed: Int? = nil, settle: Duration? = nil, unmatched: Unmatched = .fail,
        variables: JSON.Members = [:], expect: [MishapExpectation] = [], bodies: String? = nil,
        clock: SessionClock? = nil,
        port: Int? = nil, label: String = "", gateway: MishapGateway? = nil
    ) async throws -> Mishap {
        let options = SessionOptions(
            scenario: scenario, seed: seed, settle: settle, unmatched: unmatched, variables: variables, expect: expect,
            bodies: bodies, clock: clock, port: port, label: label)
        return try await Mishap((gateway ?? MishapGateway.current).gateway(), options)
    }

    /// Takes the session away, and judges its client. Throws `VerdictFailed`. Later calls do nothing.
    ///
    /// Without `judging` it waits for nothing.
    ///
    /// - Returns: The verdict and an excerpt of the journal, as text.
    @discardableResult
    public func close(judging: Bool = true) async throws -> String {
        let isFirst = state.withLock { state in
            defer { state.isOpen = false }
            return state.isOpen
        }
        guard isFirst else { return "" }
        let query = judging ? settle.map { "journal=1&settle=\($0.words)" } ?? "journal=1" : "journal=1&wait=0"
        let (gateway, id) = (gateway, id)
        // A test that has run out of time is cancelled, and its session ends all the same.
        let verdict = Verdict(try await Task { try await gateway.closeSession(id, query) }.value)
        let text = verdict.excerpt
        guard judging else { return text }
        if verdict.json["outcome"] == nil {
            throw MishapError("the session \(id) has expired, and its client was not judged")
        }
        if !verdict.hasPassed { throw VerdictFailed(description: text, verdict: verdict) }
        if unmatchedFail, verdict.unmatchedCount > 0 {
            let first = verdict.json["unmatched"]?[0]
            let request = "\(first?["method"]?.string ?? "") \(first?["target"]?.string ?? "")"
            let more = verdict.unmatchedCount == 1 ? "" : " and \(verdict.unmatchedCount - 1) more"
            throw VerdictFailed(description: "no rule takes \(request)\(more)\n\(text)", verdict: verdict)
        }
        return text
    }

    /// Gives the session another scenario. Hits and variables begin anew, and the rules of this test stand above it.
    public func load(_ scenario: Scenario) async throws {
        _ = try await scenario.send(with: [:]) { try await gateway.call("PUT", "sessions/\(id)/scenario", $0) }
        // Another scenario takes them away.
        let (rules, expectations) = state.withLock { ($0.rules, $0.expectations) }
        for (name, rule) in rules { try await call("PUT", "rules/\(name.asSegment)", rule) }
        if !expectations.isEmpty { try await call("POST", "expect", .array(expectations)) }
    }

    /// Answers for the next requests that no rule takes.
    public func enqueue(_ answers: Answer...) async throws {
        try await call("POST", "enqueue", .array(answers.map { .object($0.step) }))
    }

    // MARK: What came

    /// All requests, in the order in which they came.
    public var requests: [MishapRequest] { get async throws { try await requests("") } }

    /// Those that no rule and no system has taken.
    public var unmatched: [MishapRequest] { get async throws { try await requests("&unmatched=1") } }

    /// Expects this of the client, whichever rules it is about: `.order("login", "pay")`, or
    /// `.match(.path("/token")), .requests(1)`. It is judged when the test has ended.
    public func expect(_ expectation: MishapExpectation...) async throws {
        try await expect(try MishapExpectation.json(of: expectation))
    }

    /// Judges the client now, by these parts of one expectation, or else by those of the session. It waits for the
    /// verdict for so long. Throws `VerdictFailed`.
    @discardableResult
    public func verify(
        _ expectation: MishapExpectation..., wait: Duration? = nil, settle: Duration? = nil
    ) async throws -> Verdict {
        try await verify(try MishapExpectation.json(of: expectation), wait: wait, settle: settle)
    }

    /// By those of the session, if it is empty.
    func verify(_ expectation: JSON, wait: Duration?, settle: Duration?) async throws -> Verdict {
        let times = [("wait", wait?.words), ("settle", settle?.words)].compactMap { name, value in
            value.map { (name, $0) }
        }
        let answer: JSON
        if expectation != [:] {
            var body: JSON.Members = ["expect": expectation]
            for (name, value) in times { body[name] = .string(value) }
            answer = try await call("POST", "verify", .object(body), within: Gateway.slack + 60)
        } else {
            let query = times.map { "\($0)=\($1)" }.joined(separator: "&")
            answer = try await call("GET", query.isEmpty ? "verdict" : "verdict?\(query)", within: Gateway.slack + 60)
        }
        let verdict = Verdict(answer)
        guard !verdict.hasPassed else { return verdict }
        let lines = verdict.expectations.filter { $0.outcome != .passed }.map {
            "\($0.outcome): \($0.name ?? $0.expectation.description): \($0.reason)"
        }
        throw VerdictFailed(description: lines.joined(separator: "\n"), verdict: verdict)
    }

    /// All that the catalogue knows about a failure.
    public func explain(_ name: String) async throws -> JSON {
        let path = name.split(separator: "/", omittingEmptySubsequences: false).map { String($0).asSegment }
        return try await gateway.call("GET", "catalogue/\(path.joined(separator: "/"))")
    }

    // MARK: Variables and time

    /// The session's variables, which its scenario declares.
    public var variables: [String: JSON] {
        get async throws {
            let pairs = try await call("GET", "")["variables"]?.object?.pairs ?? []
            return Dictionary(pairs.map { ($0.name, $0.value) }) { $1 }
        }
    }

    /// Sets some of them: `setVariables(["token": "t2"])`.
    public func setVariables(_ variables: JSON.Members) async throws {
        try await call("PATCH", "variables", .object(variables))
    }

    /// Moves the clock of a session with `clock: .manual` on.
    public func advanceClock(by time: Duration) async throws {
        try await call("POST", "clock", ["advance": .string(time.words)])
    }

    // MARK: Calls

    @discardableResult
    private func call(
        _ method: String, _ path: String, _ body: JSON? = nil, within seconds: TimeInterval = Gateway.slack
    ) async throws -> JSON {
        let whole = path.isEmpty ? "sessions/\(id)" : "sessions/\(id)/\(path)"
        return try await gateway.call(method, whole, body?.data, within: seconds)
    }

    func add(_ rule: JSON, name: String) async throws {
        try await call("PUT", "rules/\(name.asSegment)", rule)
        state.withLock { $0.rules.append((name, rule)) }
    }

    /// A name that no other rule of this test has.
    func name(for wanted: String, isGiven: Bool) throws -> String {
        try state.withLock { state in
            if isGiven {
                guard state.names.insert(wanted).inserted else {
                    throw MishapError("there is a rule \"\(wanted)\" already")
                }
                return wanted
            }
            let base = wanted.cut(toBytes: Self.longestName)
            var (name, number) = (base, 1)
            while !state.names.insert(name).inserted {
                number += 1
                name = "\(base) \(number)"
            }
            return name
        }
    }

    func expect(_ expectation: JSON) async throws {
        try await call("POST", "expect", expectation)
        state.withLock { $0.expectations.append(expectation) }
    }

    func hits(of rule: String) async throws -> Int {
        let rules = try await call("GET", "")["rules"]?.array ?? []
        return rules.filter { $0["name"]?.string == rule }.reduce(0) { $0 + ($1["hits"]?.int ?? 0) }
    }

    func requests(_ query: String) async throws -> [MishapRequest] {
        var entries: [JSON] = []
        var after = ""
        while true {
            let page = try await call("GET", "journal?limit=\(Self.pageSize)\(query)\(after)")
            if let evicted = page["evicted"]?.int, evicted > 0 {
                throw MishapError("the journal has dropped \(evicted) requests for room; see --journal-bytes")
            }
            let more = page["entries"]?.array ?? []
            entries += more
            guard more.count == Self.pageSize, let next = page["next"]?.string else { break }
            after = "&after=\(next.asSegment)"
        }
        return try entries.sorted { $0["seq"]?.int ?? 0 < $1["seq"]?.int ?? 0 }.compactMap(MishapRequest.init)
    }
}

extension Mishap: CustomStringConvertible {
    public var description: String { "Mishap(\(url))" }
}
