internal import Wire

/// What a connection is to do, as what speaks on it says.
enum CarrierAction {
    /// Nothing, but for what was asked for before.
    case nothing

    // MARK: The request

    /// Read what the peer has sent.
    case read
    /// Read the rest in another turn: the connection has had its part of this one.
    case awaitTurn
    /// Read the body; a 100 (Continue) may be denied. Said by an exchange, and put into its protocol's terms by the carrier.
    case readBody(deniesContinue: Bool)
    /// The next bytes of the body are to come in time.
    case expectBody
    /// The client may take its time: it waits for a 100 (Continue) that it does not get.
    case expectNothing
    /// Send a 100 (Continue), if there is room for it.
    case sendContinue
    /// Read no more of the body until there is room for so many bytes.
    case awaitRoom(Int)
    /// What came is no request: say so, and end the connection.
    case endUnread(UnreadStart)

    // MARK: The decision

    /// Ask the responder.
    case decide
    /// Have a worker do this.
    case judge(PendingWork)
    /// Set the exchange's timer to this moment.
    case timer(Nanoseconds)
    /// Begin a wait, after which the responder is asked.
    case wait(atMost: Nanoseconds)
    /// Ask the responder: the wait is over.
    case waitIsOver

    // MARK: The answer

    /// Answer with this, after its delay.
    case answer(WirePlan)
    /// Answer with this, read no more of the request, and close.
    case refuse(WireScript)
    /// Begin an answer that is fed, and is written in parts.
    case stream
    /// Write as much as there is room for.
    case write
    /// Write on as soon as there is room, and see in time whether the peer takes any more.
    case awaitRoomToWrite
    /// Write on in the exchange's next turn.
    case awaitTurnToWrite
    /// Set the exchange's timer: so much time passes between two pieces.
    case pause(Nanoseconds)
    /// Everything is written: ask for the next part.
    case make
    /// Everything is written that has come: tell who feeds the answer.
    case drained
    /// Send no more; the peer's end is awaited.
    case hold
    /// Send the RST if it is due.
    case reset
    /// End the exchange if the peer takes no more of the answer.
    case checkProgress

    // MARK: The end

    /// The peer is gone, or has finished in a state that ends with that. Said by an exchange, as `readBody` is.
    case peerIsGone
    /// End the exchange, then the connection or not.
    case end(Outcome.End, then: Sequel)
    /// End the connection as the scenario says: no request has come in time.
    case keepAliveIsOver

    /// What follows an exchange.
    enum Sequel {
        case nextRequest
        /// A FIN; what the peer still sends is read and dropped. The end of TLS is one of these.
        case finish(Ending.CloseNotify)
        /// The same, and a request that comes nevertheless is noted.
        case finishAndNote(Ending.CloseNotify)
        /// The end that the scenario says.
        case keepAliveIsOver
        case reset
        /// The peer is gone.
        case close
    }
}

/// The first bytes of what was not read as a request.
struct UnreadStart {
    let bytes: [UInt8]
    /// Bytes that came.
    let count: Int
    let kind: ForeignProtocolStart.Kind
    /// What is answered; nil where the peer listens no more.
    let answer: WireScript?

    init(_ unread: (start: [UInt8], count: Int), _ kind: ForeignProtocolStart.Kind, _ answer: WireScript? = nil) {
        (bytes, count) = unread
        self.kind = kind
        self.answer = answer
    }

    /// The rest of a head has not come in time. A client that has sent nothing asks for nothing (RFC 9112, 9.8).
    static func overdue(_ unread: (start: [UInt8], count: Int)) -> UnreadStart {
        UnreadStart(unread, .cutOff, unread.count > 0 ? BuiltInReplies.headTimeout : nil)
    }
}
