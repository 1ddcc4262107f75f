internal import Bytes
internal import Engine
internal import GatewayServer
internal import Rules
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
    private struct State: Sendable {
        var requests: [LoggedRequest] = []
        var missed = 0
        /// Those that the thread has taken and not written yet.
        var beingWritten = 0
        var isWriting = false
        /// True once no more is to be written.
        var hasGivenUp = false
    }

    private let state = Monitor(State())
    /// Whether as many wait as may, so that none is made in vain.
    private let isFull = Atomic<Bool>(false)
    private let worker = Worker()
    private let write: @Sendable ([LoggedRequest], Int) -> Void

    /// The most that wait.
    private static let most = 4_096
    /// The most that are written at once.
    private static let piece = 32

    /// `write` gets requests in the order in which they ended on their shard, and how many were left out after them. It is
    /// called on one thread at a time.
    public init(_ write: @escaping @Sendable (_ requests: [LoggedRequest], _ missed: Int) -> Void) {
        self.write = write
    }

    /// The request is made only if there is room for it, and not under the lock, since a batch has many calls.
    func add(_ request: @autoclosure () -> LoggedRequest) {
        let request = isFull.load(ordering: .relaxed) ? nil : request()
        let mustStart = state.withLock { state in
            if let request, state.requests.count < Self.most {
                state.requests.append(request)
                if state.requests.count == Self.most { isFull.store(true, ordering: .relaxed) }
            } else {
                state.missed += 1
            }
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if mustStart { worker.submit { [self] in writeAll() } }
    }

    private func writeAll() {
        while true {
            let (requests, missed) = state.withLock { state in
                defer {
                    state.beingWritten = state.requests.count + state.missed
                    (state.requests, state.missed) = ([], 0)
                    isFull.store(false, ordering: .relaxed)
                }
                if state.requests.isEmpty, state.missed == 0 { state.isWriting = false }
                return (state.requests, state.missed)
            }
            if requests.isEmpty, missed == 0 { return state.wakeAll() }
            for start in stride(from: 0, to: requests.count, by: Self.piece) {
                write(Array(requests[start..<min(start + Self.piece, requests.count)]), 0)
                if !countWritten(min(Self.piece, requests.count - start)) { return }
            }
            if missed > 0 {
                write([], missed)
                if !countWritten(missed) { return }
            }
        }
    }

    /// False if no more is to be written.
    private func countWritten(_ count: Int) -> Bool {
        state.withLock { state in
            state.beingWritten -= count
            return !state.hasGivenUp
        }
    }

    /// Waits until all is written, for that many milliseconds at most. Returns whether it was.
    func flush(within milliseconds: Int) -> Bool {
        state.wait(until: Self.time(in: milliseconds)) {
            $0.isWriting ? nil : true
        } else: { _ in
            false
        }
    }

    /// Waits until all is written, for that many milliseconds at most, and calls `last` with the number of requests that
    /// were not written. It counts those whose writing has begun, some of which may be read after all. If there are any,
    /// `last` has a third of that time, since it may have to wait, too.
    public func end(within milliseconds: Int, _ last: @escaping @Sendable (_ missed: Int) -> Void) {
        if flush(within: milliseconds) { return last(0) }
        let missed = state.withLock { state in
            state.hasGivenUp = true
            return state.requests.count + state.missed + state.beingWritten
        }
        let isDone = Monitor(false)
        Worker().submit {
            last(missed)
            isDone.withLock { $0 = true }
            isDone.wakeOne()
        }
        isDone.wait(until: Self.time(in: milliseconds / 3)) {
            $0 ? () : nil
        } else: { _ in
        }
    }

    private static func time(in milliseconds: Int) -> Nanoseconds {
        SystemClock.monotonic + Nanoseconds(milliseconds) * 1_000_000
    }
}
