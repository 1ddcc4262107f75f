internal import Synchronization
internal import Wire

/// Answers a call of the control API from any thread, at once or in parts.
///
/// A next part is made only when the last one was written, so that an answer that is read slowly, or not at all, holds
/// one part.
struct ControlFeed: Sendable {
    private let feed: Feed
    private let progress = FeedProgress()
    /// The page that may read the answer.
    private var origin: [UInt8]?

    /// On the exchange's shard.
    init(for exchange: Exchange) {
        feed = exchange.feed()
        exchange.observer = FeedProgressObserver(progress)
    }

    /// The same, whose answer a page of that origin may read.
    func open(toOrigin origin: [UInt8]) -> ControlFeed {
        var feed = self
        feed.origin = origin
        return feed
    }

    /// True once nothing of the answer would be sent any more.
    var isOver: Bool { progress.isOver }

    /// Appends a part. `then` is called once, on the shard's thread, when everything was passed to the kernel; never if
    /// the exchange ends before that.
    func append(_ actions: [WireAction], then: @escaping @Sendable () -> Void) {
        guard progress.set(then) else { return }
        feed.append(opened(WireScript(actions: actions, ending: .complete)).actions)
    }

    /// `wake` is called once when the exchange has ended, or its client is gone; at once if that has happened already.
    func whenOver(_ wake: @escaping @Sendable () -> Void) { progress.whenOver(wake) }

    /// Appends the last part, which may be the whole answer.
    func finish(_ script: WireScript) { feed.finish(opened(script)) }

    private func opened(_ script: WireScript) -> WireScript {
        origin.map { CrossOrigin.open(script, toOrigin: $0) } ?? script
    }
}

/// What is to be done when the part of an answer was written. Released when the exchange ends.
private final class FeedProgress: Sendable {
    private struct State {
        var then: (@Sendable () -> Void)?
        var atEnd: (@Sendable () -> Void)?
        var isOver = false
    }

    private let state = Mutex(State())

    var isOver: Bool { state.withLock { $0.isOver } }

    /// False if the exchange has ended.
    func set(_ then: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            if !state.isOver { state.then = then }
            return !state.isOver
        }
    }

    func whenOver(_ wake: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            if !state.isOver { state.atEnd = wake }
            return state.isOver
        }
        if isOver { wake() }
    }

    func drained() {
        let then = state.withLock { state in
            defer { state.then = nil }
            return state.then
        }
        then?()
    }

    func end() {
        let unused = state.withLock { state in
            state.isOver = true
            defer { (state.then, state.atEnd) = (nil, nil) }
            return (then: state.then, atEnd: state.atEnd)
        }
        withExtendedLifetime(unused) { unused.atEnd?() }
    }
}

/// Belongs to the exchange alone, so that it goes when the exchange ends, in whatever way.
private final class FeedProgressObserver: FeedObserver {
    private let progress: FeedProgress

    init(_ progress: FeedProgress) { self.progress = progress }

    deinit { progress.end() }

    func drained(_ exchange: Exchange) { progress.drained() }

    func peerGone(_ exchange: Exchange) { progress.end() }
}
