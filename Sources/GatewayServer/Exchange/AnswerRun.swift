internal import Wire

/// An answer that is being sent: the steps that are left of it.
///
/// It neither waits nor ends anything: it sends as far as its channel takes bytes, then returns what it needs. Answers know
/// nothing of each other, and of no protocol.
struct AnswerRun {
    /// What it needs before it can go on.
    enum Need: Equatable {
        /// Room in the channel.
        case writable
        /// Its share of the shard's next turn.
        case turn
        /// A pause of this length.
        case time(Nanoseconds)
        /// Nothing, but from now on a time limit holds.
        case limit(Nanoseconds, Interruption)
        /// The next part of an answer that is made while it is sent.
        case made
        /// The next part of an answer that is fed.
        case parts
        /// Nothing more: everything is sent, and the exchange is to end like this.
        case end(Ending)
        /// Nothing more: the peer is gone.
        case peer
    }

    /// Nil for an answer of which the channel has everything, and once all of it is sent.
    private var steps: AnswerSteps?
    /// What is needed once the channel has sent what it has; nil to ask the steps.
    private var after: Need?

    /// True while parts can be added: for an answer that is fed, until its last part.
    private(set) var takesParts = false

    /// Begins an answer, or (`isFed`) one whose parts are added.
    mutating func begin(_ script: WireScript?, isHead: Bool, isFed: Bool = false) {
        steps = AnswerSteps(script, isHead: isHead)
        takesParts = isFed
        after = nil
    }

    /// Begins an answer of which the channel has everything, and that keeps the connection open.
    mutating func beginRendered() {
        dropSteps()
        takesParts = false
        after = .end(.complete)
    }

    /// Adds a part of an answer that is fed. Parts after the last one are ignored.
    mutating func add(_ script: WireScript, isLast: Bool) {
        guard takesParts else { return }
        takesParts = !isLast
        if isLast { steps?.finish(script) } else { steps?.append(script.actions) }
    }

    /// What the next part is asked of.
    var source: AnswerSource? { steps?.source }

    /// Adds the next part of an answer that is made while it is sent.
    mutating func insert(_ part: [WireAction], isLast: Bool) { steps?.insert(part, isLast: isLast) }

    /// Drops what is not sent yet.
    mutating func breakOff(_ channel: any AnswerChannel) {
        dropSteps()
        after = nil
        channel.drop()
    }

    /// They are large, and most answers have none.
    private mutating func dropSteps() { if steps != nil { steps = nil } }

    /// Sends at most `most` bytes, and returns what is needed next. `wrote` is called for each piece that was sent.
    mutating func goOn(
        on channel: any AnswerChannel, most: Int, wrote: (_ bytes: UnsafeBufferPointer<UInt8>) -> Void
    ) -> Need {
        var left = most
        while true {
            switch channel.send(most: left, wrote: wrote) {
            case .sent(let rest): left = rest
            case .enough: return .turn
            case .full: return .writable
            case .broken: return .peer
            }
            if let need = after {
                after = nil
                if case .end = need { dropSteps() }
                return need
            }
            after = fill(channel)
        }
    }

    /// Gives the channel the next pieces. Returns what is needed once they are sent; nil for nothing.
    private mutating func fill(_ channel: any AnswerChannel) -> Need? {
        while true {
            switch steps?.next() {
            case .piece(let piece):
                channel.put(piece)
                if channel.unsent >= AnswerSteps.pieceSize { return nil }
            case .pacedHead(let head, let pace): steps?.send(channel.encoded(head), at: pace)
            case .wait(let time): return .time(time)
            case .limit(let time, let interruption): return .limit(time, interruption)
            case .made: return .made
            case .starved: return .parts
            case .end(let ending): return .end(channel.ending(of: ending))
            case nil: return .end(.close)
            }
        }
    }
}
