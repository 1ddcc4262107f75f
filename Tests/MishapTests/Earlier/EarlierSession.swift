import Bytes
import HTTP1
import Rules
import TLS
import Wire

@testable import Mishap

/// A scenario on one shard without a server: all that comes between a request that was read and the bytes and silences of
/// its answer, at times that are passed in.
final class EarlierSession {
    private let scenario: CompiledScenario
    private let sessions: SessionStore
    private let responder: GatewayShardResponder
    private var requests: UInt64 = 0
    private var passed: Nanoseconds = 0
    /// 2026-01-01T00:00:00Z in milliseconds since 1970.
    private static let beginning: Int64 = 1_767_225_600_000
    /// Bytes of an answer that are followed. Of larger ones, the length that the script has is compared as well.
    private static let most = 1 << 17
    /// Bytes of an answer that are written down.
    private static let mostShown = 1500

    init(_ scenario: CompiledScenario) {
        let configuration = GatewayConfiguration()
        let (scenarios, responders) = (ScenarioStore(), ShardResponders())
        sessions = SessionStore(main: scenario.name, configuration.sessions, shardCount: 1, responders)
        let sessions = sessions
        scenarios.replaceAll([scenario], ScenarioStore.Files()) { sessions.apply($0) }
        let control = ControlAPI(
            ControlGuard(.any), scenarios, sessions, responders, numbering: ScriptNumbering(),
            certificates: Certificates(now: { 0 }))
        // Only the request that is being answered is looked up.
        var bounds = configuration.journal
        bounds.entries = 1
        responder = GatewayShardResponder(0, scenarios, sessions, ShardJournals(bounds), control: control)
        self.scenario = scenario
    }

    /// What comes back, as lines of an `EarlierFile`.
    func ask(_ request: EarlierRequest, after seconds: Int?) -> [String] {
        advance(by: seconds.map { UInt64($0) * 1_000_000_000 } ?? 1_000_000)
        let exchange = exchange(request)
        defer { responder.ended(exchange) }
        var decision = responder.decide(exchange)
        exchange.request.body = request.body
        exchange.request.bodyCount = request.body.count
        exchange.request.isBodyComplete = true
        if case .needsBody = decision { decision = responder.decide(exchange) }
        guard case .plan(let plan) = decision else { return ["! \(decision)"] }
        return [who()] + lines(of: plan, exchange, keepAlive: request.keepsAlive)
    }

    private func advance(by time: Nanoseconds) {
        passed += time
        _ = sessions.main?.advance(by: time)
    }

    private func exchange(_ request: EarlierRequest) -> Exchange {
        let exchange = Exchange(ConnectionInfo(id: 1, peer: ConnectionInfo.Peer(isLoopback: true)))
        requests += 1
        exchange.id.stream = requests
        exchange.arrived = passed
        exchange.arrivedAt = Self.beginning + Int64(passed / 1_000_000)
        Array(request.target.utf8).withUnsafeBufferPointer { exchange.request.begin(target: $0) }
        Array(request.method.utf8).withUnsafeBufferPointer { exchange.request.setMethod($0) }
        for (name, value) in request.fields {
            Array(name.utf8).withUnsafeBufferPointer { name in
                Array(value.utf8).withUnsafeBufferPointer { exchange.request.append(name: name, value: $0) }
            }
        }
        exchange.request.version = request.minorVersion == 0 ? .http10 : .http11
        exchange.request.announcesBody = !request.body.isEmpty
        exchange.request.isBodyComplete = request.body.isEmpty
        return exchange
    }

    /// Who answers, as the journal has it.
    private func who() -> String {
        guard let session = sessions.main else { return "= no session" }
        let bytes = responder.window(of: session, JournalWindow.Wanted(order: .arrivals(endedAfter: .max))).bytes
        let all = JournalBlock.Written(copying: bytes).map(\.facts)
        guard let facts = all.last(where: { $0.flags.contains(.inFlight) }) else {
            return "= no session"
        }
        guard let rule = scenario.rule(numbered: facts.rule) else {
            return facts.rule == JournalRecord.noRule ? "= no rule" : "= Mishap by itself"
        }
        let failure = scenario.failureName(rule: facts.rule, step: facts.step, choice: facts.choice)
        let number = facts.rule < 0 ? "otherwise" : "\(facts.rule) \"\(rule.name)\""
        return "= \(number) step \(facts.step) hit \(facts.hit)" + (failure.map { " " + $0 } ?? "")
    }

    // MARK: On the wire

    private func lines(of plan: WirePlan, _ exchange: Exchange, keepAlive: Bool) -> [String] {
        let date = HTTPDate.format(epochSeconds: plan.date ?? exchange.arrivedAt / 1000)
        var encoder = HTTP1Encoder(
            script: plan.script, isHead: exchange.request.isHead,
            setting: HTTP1Head.Setting(date: date, minorVersion: exchange.request.minorVersion, keepAlive: keepAlive))
        var (bytes, silences) = ([UInt8](), EarlierSilences())
        var ending = words(plan.script.ending) + ", not followed to its end"
        if plan.delay > 0 { silences.add(plan.delay, at: 0) }
        while bytes.count < Self.most, silences.count < 5000 {
            let output = encoder.fill(&bytes)
            if case .wait(let time) = output { silences.add(time, at: bytes.count) }
            if case .end(let end) = output {
                ending = words(end)
                break
            }
            if case .starved = output { break }
        }
        return shown(bytes, plan.script) + silences.lines + ["! \(ending)\(words(plan.script.upload))"]
    }

    private func words(_ ending: Ending) -> String {
        switch (ending.act, ending.scope) {
        case (.finish, .exchange): "kept"
        case (.finish, .connection): "closed"
        case (.reset, .connection): "reset"
        case (.hold, .connection): "held"
        case (let act, let scope): "\(act) \(scope)"
        }
    }

    private func words(_ upload: Upload) -> String {
        switch upload {
        case .read: ""
        case .readWithoutContinue: ", no 100 Continue"
        case .paced, .pause, .pauseAtShare: ", \(upload)"
        case .interrupt(let after): ", after \(after) bytes of the request's body"
        case .interruptAtShare(let percent): ", after \(percent)% of the request's body"
        }
    }

    private func shown(_ bytes: [UInt8], _ script: WireScript) -> [String] {
        let isWhole = bytes.count <= Self.mostShown
        let lines = bytes.prefix(Self.mostShown).split(separator: 0x0A, omittingEmptySubsequences: false)
        let shown = lines.enumerated().compactMap { number, line in
            let isLast = number == lines.count - 1
            return isLast && line.isEmpty ? nil : "< " + EarlierText.shown(line) + (isLast ? "" : "\\n")
        }
        if isWhole { return shown }
        let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return shown + [
            "… \(bytes.count) bytes of \(script.contentCount) of content, FNV-1a \(String(hash, radix: 16))"
        ]
    }
}

/// The silences of an answer: those that come again and again, as many bytes apart, are one line.
struct EarlierSilences {
    private var runs: [(time: Nanoseconds, first: Int, step: Int, count: Int)] = []
    private(set) var count = 0

    mutating func add(_ time: Nanoseconds, at place: Int) {
        count += 1
        if let last = runs.last, last.time == time {
            if last.count == 1 {
                runs[runs.count - 1].step = place - last.first
                runs[runs.count - 1].count = 2
                return
            }
            if place == last.first + last.step * last.count {
                runs[runs.count - 1].count += 1
                return
            }
        }
        runs.append((time, place, 0, 1))
    }

    var lines: [String] {
        runs.map { run in
            "~ \(run.time.durationText) at byte \(run.first)"
                + (run.count > 1 ? " and every \(run.step), \(run.count) times" : "")
        }
    }
}
