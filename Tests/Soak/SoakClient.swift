import CLinux

/// One client of the load: chooses what to do by seeded draws, and counts what came of it.
final class SoakClient {
    /// What one client counted in an interval.
    struct Counts: Sendable {
        var requests = 0
        var surprises = 0
        /// Private sessions that were opened.
        var sessions = 0
        /// Latencies of plain requests in nanoseconds.
        var latencies: [UInt64] = []
        /// The first surprise, in words.
        var example: String?
    }

    private var counts = Counts()
    private let port: UInt16
    private let number: Int
    private var random: SeededGenerator
    private var connection: SoakConnection?
    private var keys = 0

    private static let large = Array(repeating: UInt8(ascii: "x"), count: 300_000)

    init(_ port: UInt16, number: Int, seed: UInt64) {
        self.port = port
        self.number = number
        random = SeededGenerator(seed &* 1_000 &+ UInt64(number))
    }

    /// What it has counted since the last call.
    func takeCounts() -> Counts {
        defer { counts = Counts() }
        return counts
    }

    /// Ends its connection.
    func rest() { connection = nil }

    /// One thing to do, of a random kind.
    func act() {
        switch Int.random(in: 0..<10_000, using: &random) {
        case ..<6_000: plain()
        case ..<6_700: ask("form", "POST", "/form", form, "a=17&b=x", expecting: "17")
        case ..<7_400: ask("json", "POST", "/json", "application/json", #"{"a":1,"b":"x"}"#, expecting: #"{"b":"x"}"#)
        case ..<7_800: ask("set", "GET", "/set", expecting: "set")
        case ..<8_100: ask("slow", "GET", "/slow", expecting: "slow")
        case ..<8_300: ask("changing", "GET", "/@changing/v")
        case ..<8_900: visitNewSession()
        case ..<9_100: visitStore()
        case ..<9_150: largeBody()
        case ..<9_600: breakOff()
        case ..<9_999: leave()
        default: readJournal()
        }
    }

    private var form: String { "application/x-www-form-urlencoded" }

    /// Requests with nothing around them: theirs is the latency.
    private func plain() {
        let begin = clinux_monotonic_nanoseconds()
        ask("plain", "GET", "/plain", expecting: "plain")
        counts.latencies.append(clinux_monotonic_nanoseconds() - begin)
    }

    /// A session of its own, used for a few requests and never again.
    func visitNewSession() {
        keys += 1
        counts.sessions += 1
        let prefix = "/@main~c\(number)-\(keys)"
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            ask("session", "GET", prefix + "/plain", expecting: "plain")
        }
    }

    private func visitStore() {
        keys += 1
        counts.sessions += 1
        let path = "/@store~s\(number)-\(keys)/a.txt"
        ask("put", "PUT", path, "text/plain", String(repeating: "d", count: 1_000), status: 201)
        ask("get", "GET", path)
        ask("delete", "DELETE", path, status: 204)
    }

    /// Large enough to be decided in steps.
    private func largeBody() {
        guard let answer = exchange(Self.request("POST", "/echo", "text/plain", Self.large)) else {
            return surprise("large: no answer")
        }
        if answer.body.count != Self.large.count { surprise("large: \(answer.status) of \(answer.body.count) bytes") }
    }

    /// A failure, on a connection of its own, which it may end.
    private func breakOff() {
        counts.requests += 1
        guard let connection = SoakConnection(port) else { return surprise("fault: no connection") }
        guard connection.send(Self.request("GET", "/fault", nil, [], closes: true)) else { return }
        _ = connection.drain()
    }

    /// A client that goes away: with half a head, half a body, or before it has read its answer.
    private func leave() {
        counts.requests += 1
        guard let connection = SoakConnection(port) else { return surprise("leave: no connection") }
        let whole = Self.request("POST", "/echo", "text/plain", Self.large)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: break
        case 1: _ = connection.send(whole.prefix(20))
        case 2: _ = connection.send(whole.prefix(Int.random(in: 100..<whole.count, using: &random)))
        case 3: _ = connection.send(Self.request("GET", "/slow", nil, []))
        default:
            _ = connection.send(whole)
            _ = connection.drain(most: 1_000)
        }
        if Bool.random(using: &random) { connection.resetOnClose() }
    }

    /// The journal of the default session, on a connection of its own: it has a few megabytes.
    private func readJournal() {
        counts.requests += 1
        guard let connection = SoakConnection(port) else { return surprise("journal: no connection") }
        let path = "/__mishap/sessions/default/journal?limit=10000"
        guard connection.send(Self.request("GET", path, nil, [], closes: true)), connection.drain() > 1_000 else {
            return surprise("journal: nothing came")
        }
    }

    /// Asks on the client's connection; a second time on a new one if the first has ended.
    private func exchange(_ request: [UInt8]) -> (status: Int, body: [UInt8])? {
        counts.requests += 1
        for _ in 0..<2 {
            if connection == nil { connection = SoakConnection(port) }
            if connection?.send(request) == true, let answer = connection?.answer() { return answer }
            connection = nil
        }
        return nil
    }

    private func ask(
        _ what: String, _ method: String, _ path: String, _ type: String? = nil, _ body: String = "",
        expecting text: String? = nil, status: Int = 200
    ) {
        guard let answer = exchange(Self.request(method, path, type, Array(body.utf8))) else {
            return surprise("\(what): no answer")
        }
        let isRight = answer.status == status && (text.map { answer.body.elementsEqual($0.utf8) } ?? true)
        if !isRight {
            surprise("\(what): \(answer.status) \(String(decoding: answer.body.prefix(200), as: UTF8.self))")
        }
    }

    private func surprise(_ words: String) {
        counts.surprises += 1
        if counts.example == nil { counts.example = words }
    }

    private static func request(
        _ method: String, _ path: String, _ type: String?, _ body: [UInt8], closes: Bool = false
    ) -> [UInt8] {
        var head = "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n"
        if let type { head += "Content-Type: \(type)\r\n" }
        if !body.isEmpty { head += "Content-Length: \(body.count)\r\n" }
        if closes { head += "Connection: close\r\n" }
        return Array((head + "\r\n").utf8) + body
    }
}

/// SplitMix64: the same numbers for the same seed.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
