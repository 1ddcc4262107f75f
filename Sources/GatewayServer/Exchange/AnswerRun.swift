internal import HTTP1
internal import Wire

/// An answer on its way out: bytes that are made and not written yet, and the encoder that makes more of them.
///
/// It waits for nothing and ends nothing: it goes on as far as the transport takes it, and says what it needs then. One
/// at a time on a connection of HTTP/1; nothing in here knows of another.
struct AnswerRun {
    /// What it needs before it can go on.
    enum Need: Equatable {
        /// Room in the transport.
        case writable
        /// Its share of the shard's next turn.
        case turn
        /// So much silence.
        case time(Nanoseconds)
        /// The next part, of an answer that is fed bit by bit.
        case parts
        /// Nothing more: all is written, and the exchange is to end so.
        case end(Ending)
        /// Nothing any more: the peer is gone.
        case peer
    }

    private var encoder: HTTP1Encoder?
    private var output: [UInt8] = []
    private var offset = 0
    private var after = HTTP1Encoder.Output.more

    /// Whether bytes are made that the transport has not taken.
    var hasUnwritten: Bool { offset < output.count }
    /// Whether parts can be added: of an answer that is fed, until the last one has been.
    private(set) var takesParts = false

    /// Begins with what an encoder makes, of a script or of parts that are added.
    mutating func begin(_ encoder: HTTP1Encoder, isFed: Bool = false) {
        self.encoder = encoder
        takesParts = isFed
        output.removeAll(keepingCapacity: true)
        offset = 0
        after = .more
    }

    /// Begins with a whole answer that lives on with its connection, and is rendered already.
    mutating func begin(rendered bytes: [UInt8]) {
        encoder = nil
        takesParts = false
        output = bytes
        offset = 0
        after = .end(.complete)
    }

    /// A part of an answer that is fed. Behind the last one nothing is taken any more.
    mutating func add(_ script: WireScript, isLast: Bool) {
        guard takesParts else { return }
        takesParts = !isLast
        if isLast { encoder?.finish(script) } else { encoder?.append(script.actions) }
    }

    /// Writes at most `most` bytes, and says what is needed then; `wrote` is told of each piece that was taken.
    mutating func goOn(
        on transport: inout some Transport, most: Int, wrote: (_ count: Int) -> Void
    ) -> Need {
        var left = most
        while true {
            while offset < output.count {
                guard left > 0 else { return .turn }
                switch transport.write(output, from: offset, most: left) {
                case .some(let count):
                    offset += count
                    left -= count
                    wrote(count)
                case .wouldBlock: return .writable
                case .broken: return .peer
                }
            }
            // What was rendered is somebody else's, too: a copy of it would be made to be emptied.
            if encoder == nil { output = [] } else { output.removeAll(keepingCapacity: true) }
            offset = 0
            switch after {
            case .more: after = encoder?.fill(&output) ?? .end(.close)
            case .wait(let time):
                after = .more
                return .time(time)
            case .starved:
                after = .more
                return .parts
            case .end(let ending):
                encoder = nil
                return .end(ending)
            }
        }
    }
}
