/// Whoever waits for something, and may go away before it is there.
struct WaitingClient: Sendable {
    let isGone: @Sendable () -> Bool
    /// Calls a function once when it goes; at once if it has gone already.
    let whenGone: @Sendable (@escaping @Sendable () -> Void) -> Void

    /// One that waits for as long as it takes.
    static let staying = WaitingClient(isGone: { false }, whenGone: { _ in })

    private init(
        isGone: @escaping @Sendable () -> Bool, whenGone: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
    ) {
        self.isGone = isGone
        self.whenGone = whenGone
    }

    /// The client of a call.
    init(_ feed: ControlFeed) { self.init(isGone: { feed.isOver }, whenGone: { feed.whenOver($0) }) }
}
