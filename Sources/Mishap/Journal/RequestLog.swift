internal import Bytes
internal import Engine
internal import Glibc
internal import Scenario
internal import Synchronization
internal import Wire

/// A request that has ended, for a log: what its journal entry says, shortly.
public struct LoggedRequest: Sendable {
    /// When it arrived: milliseconds since 1970.
    public let arrivedAt: Int64
    /// Name of its session.
    public let session: String
    /// Nil where no request could be read.
    public let method: String?
    /// At most 1,000 bytes of it.
    public let target: String?
    /// The rule that answered.
    public let rule: String?
    /// Nil if nothing was sent.
    public let status: Int?
    /// As in a journal entry: complete, closed, reset and so on.
    public let ending: String
    /// From the complete head to the end, with three decimals.
    public let milliseconds: String

    init(
        _ facts: JournalRecord.Facts, _ request: Request, _ extras: JournalExtras, session: String,
        _ scenario: CompiledScenario
    ) {
        let hasRequest = facts.flags.isDisjoint(with: [.refused, .noRequest])
        arrivedAt = facts.arrivedAt
        self.session = session
        method = hasRequest ? request.head[request.method].prefix(Self.longestMethod).text : nil
        target = hasRequest ? request.head[request.target].prefix(Self.longestTarget).text : nil
        rule = JournalExtras.Content(extras).rule ?? facts.ruleName(scenario)
        status = facts.status == 0 ? nil : Int(facts.status)
        ending = facts.ending ?? ""
        milliseconds = facts.milliseconds ?? "0.000"
    }

    private static let longestMethod = 64
    private static let longestTarget = 1_000
}

/// Hands requests that have ended to a thread of its own, which may be slow. If it is too slow, requests are left out and
/// counted: shards never wait for it.
public final class RequestLog: Sendable {
    private struct State {
        var requests: [LoggedRequest] = []
        var missed = 0
        var isWriting = false
    }

    private let state = Mutex(State())
    private let worker = Worker()
    private let write: @Sendable ([LoggedRequest], Int) -> Void

    /// The most that wait.
    private static let most = 4_096

    /// `write` gets requests in the order in which they ended on their shard, and how many were left out after them. It is
    /// called on one thread at a time.
    public init(_ write: @escaping @Sendable (_ requests: [LoggedRequest], _ missed: Int) -> Void) {
        self.write = write
    }

    /// The request is made only if there is room for it.
    func add(_ request: @autoclosure () -> LoggedRequest) {
        let mustStart = state.withLock { state in
            guard state.requests.count < Self.most else {
                state.missed += 1
                return false
            }
            state.requests.append(request())
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if mustStart { worker.submit { [self] in writeAll() } }
    }

    private func writeAll() {
        while true {
            let (requests, missed) = state.withLock { state in
                defer { (state.requests, state.missed) = ([], 0) }
                if state.requests.isEmpty, state.missed == 0 { state.isWriting = false }
                return (state.requests, state.missed)
            }
            if requests.isEmpty, missed == 0 { return }
            write(requests, missed)
        }
    }

    /// Waits until all is written, for that many milliseconds at most. Returns whether it was.
    public func flush(within milliseconds: Int) -> Bool {
        for _ in 0..<milliseconds {
            if !state.withLock({ $0.isWriting }) { return true }
            usleep(1_000)
        }
        return !state.withLock { $0.isWriting }
    }
}
