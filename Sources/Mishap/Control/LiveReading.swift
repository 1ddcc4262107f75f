internal import GatewayServer
internal import Synchronization
internal import Wire

/// One who watches. It holds no thread while it waits.
final class LiveReading: Sendable {
    private struct State {
        var buffer: LiveBuffer
        /// Whether a part is being written, or about to be made.
        var isBusy = true
        /// Entries that were sent at the beginning, and may be told again.
        var known: Set<String> = []
        /// When the last part was written.
        var written: Nanoseconds = 0
        /// When the last number of missed events was sent.
        var gapSent: Nanoseconds = 0
        /// Events that were skipped, of which the buffer knows.
        var skipped: Int
    }

    private let state: Mutex<State>
    private let feed: ControlFeed
    private let workers: GatewayWorkers
    private let skipped: SkippedEvents

    /// Nanoseconds between an event and its part of the answer, so that a part has several.
    private static let pause: Nanoseconds = 20_000_000
    /// Nanoseconds between numbers of missed events, where no event comes with them.
    private static let pauseOfGaps: Nanoseconds = 250_000_000
    /// Nanoseconds by which the clock of an event may be late.
    private static let lateness: Nanoseconds = 100_000_000
    /// Nanoseconds without a part after which a comment is sent, so that a reader that is gone is noticed.
    private static let silence: Nanoseconds = 15_000_000_000

    init(rate: Int, _ feed: ControlFeed, _ workers: GatewayWorkers, _ skipped: SkippedEvents) {
        (self.feed, self.workers, self.skipped) = (feed, workers, skipped)
        state = Mutex(State(buffer: LiveBuffer(rate: rate), skipped: skipped.count))
    }

    /// Begins to answer, with what has ended before.
    func begin(_ latest: [LatestEntries.Entry], with head: WireAction) {
        state.withLock { $0.known = Set(latest.map(\.key)) }
        append([head, .content(.bytes(Self.comment + latest.flatMap(\.event)))])
        listen()
    }

    private static let comment = Array(":\n\n".utf8)

    /// On a shard's thread, as `add`: whether it takes an event now. One that it does not take is counted.
    func hasRoom(at now: Nanoseconds) -> Bool {
        change(at: now) { $0.hasRoom(at: now) }
    }

    /// It takes nothing before that.
    var closedUntil: Nanoseconds { state.withLock { $0.buffer.closedUntil } }

    func add(_ event: LiveEvent, at now: Nanoseconds) {
        change(at: now) { $0.add(event, at: now) }
    }

    private func change<Result: Sendable>(at now: Nanoseconds, _ change: (inout LiveBuffer) -> Result) -> Result {
        let (mustWake, result) = state.withLock { state in
            let result = change(&state.buffer)
            guard !state.buffer.isEmpty else { return (false, result) }
            defer { state.isBusy = true }
            return (!state.isBusy, result)
        }
        if mustWake { goOn(at: now + Self.pause) }
        return result
    }

    private func goOn(at time: Nanoseconds) {
        _ = workers.alarms.set(at: time) { [workers, self] in workers.reading.submit { self.send() } }
    }

    private func send() {
        let now = SystemClock.monotonic
        let skipped = skipped.count
        let (part, known, next) = state.withLock {
            state -> ((events: [LiveEvent], missed: Int)?, Set<String>, Nanoseconds?) in
            state.buffer.miss(skipped - state.skipped)
            state.skipped = skipped
            // Where only the number grows, it is sent now and then.
            if !state.buffer.hasEvents, state.buffer.missed > 0, now < state.gapSent + Self.pauseOfGaps {
                return (nil, [], state.gapSent + Self.pauseOfGaps)
            }
            guard let part = state.buffer.take() else {
                // Of what is skipped until then nobody tells.
                let end = state.buffer.closedUntil + Self.lateness
                state.isBusy = now < end
                return (nil, [], state.isBusy ? end : nil)
            }
            if part.missed > 0 { state.gapSent = now }
            defer { state.known = [] }
            return (part, state.known, nil)
        }
        guard let part else {
            if let next { goOn(at: next) }
            return
        }
        let events = part.events.filter { known.isEmpty || !($0.endedEntry.map(known.contains) ?? false) }
        let gap = part.missed > 0 ? LiveEvent.gap(part.missed) : []
        append([.content(.bytes(events.flatMap(\.text) + gap + (events.isEmpty ? Self.comment : [])))])
    }

    private func append(_ actions: [WireAction]) {
        feed.append(actions) { [self] in
            let now = SystemClock.monotonic
            state.withLock { $0.written = now }
            goOn(at: now + Self.pause)
        }
    }

    /// Sends a comment whenever nothing has come for a while.
    private func listen() {
        _ = workers.alarms.set(at: SystemClock.monotonic + Self.silence) { [workers, weak self] in
            guard let self else { return }
            workers.reading.submit { self.breakSilence() }
        }
    }

    private func breakSilence() {
        guard !feed.isOver else { return }
        let now = SystemClock.monotonic
        let isSilent = state.withLock { state in
            guard !state.isBusy, now >= state.written + Self.silence / 2 else { return false }
            state.isBusy = true
            return true
        }
        if isSilent { append([.content(.bytes(Self.comment))]) }
        listen()
    }
}
