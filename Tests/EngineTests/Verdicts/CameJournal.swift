import Bytes
import Engine
import Rules
import Wire

/// A request of a journal that a test makes up. Times are in milliseconds.
struct Came {
    var at: Double
    /// How long it took; nil if it is still open.
    var took: Double? = 1
    var rule: String? = "pay"
    /// Nil: the next one of its rule.
    var hit: UInt64?
    var status = 200
    var connection: UInt64 = 1
    var gaveUp = false
    var failure: String?
    /// From the arrival to the first and the last byte; nil: when it ended.
    var headAfter: Double?
    var lastByteAfter: Double?
    var method = "GET"
    var target = "/pay"
    var fields: [String] = []
    var body = ""
    /// Whether its body is still to come, and the rule that answers it not known yet.
    var isUndecided = false
    /// Whether the body broke off.
    var brokeOff = false
    /// Bytes of body that the journal does not have.
    var lacks = 0
    var answer: [String] = []
    /// Whether its answer's head was longer than what the journal keeps.
    var isHeadCut = false
    /// Microseconds.
    var clockAge: Double = 0
    var endAge: Double = 0
    /// Whether there were more of them.
    var hasMoreCalls = false
    /// Rules that took the calls of a batch.
    var calls: [String] = []
    /// The connection that was accepted last when it ended; unknown by itself.
    var lastConnection = UInt64.max
}

/// A journal of them.
struct CameJournal: JudgedJournal {
    let came: [Came]
    private(set) var entries: [JudgedEntry] = []
    private var calls: [[JudgedEntry.Call]] = []
    var evicted: UInt64 = 0
    var connections: [JudgedConnection] = []

    init(_ came: [Came], _ scenario: CompiledScenario) {
        self.came = came
        var hits: [String: UInt64] = [:]
        func number(_ rule: String) -> Int32 {
            rule == "otherwise" ? EngineAnswer.otherwise : scenario.rule(named: rule).map { Int32($0) } ?? .min
        }
        for (index, came) in came.enumerated() {
            var entry = JudgedEntry()
            entry.sequence = UInt64(index + 1)
            entry.connection = came.connection
            entry.rule = came.rule.map(number) ?? .min
            if came.rule == nil, came.calls.isEmpty, !came.isUndecided { entry.traits.insert(.unmatched) }
            if let rule = came.rule, came.calls.isEmpty {
                hits[rule, default: 0] += 1
                entry.hit = came.hit ?? hits[rule] ?? 0
            }
            if came.isUndecided { entry.traits.insert(.undecided) }
            if !came.calls.isEmpty { entry.traits.insert(.batch) }
            if came.hasMoreCalls { entry.traits.insert(.cutBatch) }
            calls.append(
                came.calls.map { rule in
                    hits[rule, default: 0] += 1
                    return JudgedEntry.Call(rule: number(rule), hit: hits[rule] ?? 0)
                })
            entry.arrived = Self.time(came.at)
            entry.ended = came.took.map { Self.time(came.at + $0) }
            if came.status != 0 {
                entry.firstByte = (came.headAfter ?? came.took).map { Self.time(came.at + $0) }
                entry.lastByte = (came.lastByteAfter ?? came.took).map { Self.time(came.at + $0) }
            }
            entry.clockAge = UInt64(came.clockAge * 1000)
            entry.endAge = UInt64(came.endAge * 1000)
            if came.gaveUp { entry.traits.insert(.gaveUp) }
            entry.status = came.status
            entries.append(entry)
        }
    }

    /// A second from the beginning of the clock.
    static func time(_ milliseconds: Double) -> Nanoseconds { 1_000_000_000 + UInt64(milliseconds * 1_000_000) }

    func body(_ index: Int) -> JudgedBody {
        let body = Array(came[index].body.utf8)
        var digest = BodyDigest()
        digest.update(body.span)
        return JudgedBody(
            count: UInt64(body.count), digest: digest.value, isWhole: came[index].lacks == 0,
            isComplete: !came[index].brokeOff)
    }

    func headers(_ name: [UInt8], _ index: Int) -> [[UInt8]] {
        let request = request(index, readsBody: true)
        return (0..<request.fieldCount).filter { request.isField($0, named: name) }
            .map { Array(request.head[request.fieldValue($0)]) }
    }

    func firstWithout(_ name: [UInt8], _ value: [UInt8], among indices: ArraySlice<Int>) -> Int {
        indices.indices.first { headers(name, indices[$0]) != [value] } ?? indices.endIndex
    }

    func request(_ index: Int, readsBody: Bool) -> Request {
        let came = came[index]
        let body = Array(came.body.utf8)
        return completeRequest(came.method, came.target, came.fields, body: Array(body.dropLast(came.lacks)))
    }

    func calls(_ index: Int) -> [JudgedEntry.Call] { calls[index] }

    func failures(_ index: Int) -> [String] { came[index].failure.map { [$0] } ?? [] }

    func lastConnection(atEndOf index: Int) -> UInt64 { came[index].lastConnection }

    func nearMiss(_ index: Int) -> (nearest: String?, differences: [String]) { (nil, []) }

    func answerHead(_ index: Int) -> (bytes: [UInt8], isWhole: Bool) {
        let lines = ["HTTP/1.1 \(came[index].status) x"] + came[index].answer
        return (Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8), !came[index].isHeadCut)
    }
}

/// A complete request; each field is `Name: value`.
func completeRequest(_ method: String, _ target: String, _ fields: [String], body: [UInt8]) -> Request {
    let request = Request()
    Array(target.utf8).withUnsafeBufferPointer { request.begin(target: $0) }
    Array(method.utf8).withUnsafeBufferPointer { request.setMethod($0) }
    for field in fields {
        let parts = field.split(separator: ":", maxSplits: 1)
        Array(parts[0].utf8).withUnsafeBufferPointer { name in
            Array(parts[1].trimmingPrefix(" ").utf8).withUnsafeBufferPointer { request.append(name: name, value: $0) }
        }
    }
    request.body = body
    request.bodyCount = body.count
    request.isBodyComplete = true
    return request
}
