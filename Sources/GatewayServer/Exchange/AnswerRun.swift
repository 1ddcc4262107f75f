internal import HTTP1
internal import Wire

/// All bytes of an answer that keeps the connection open, and its head among them.
struct RenderedAnswer {
    let bytes: [UInt8]
    let head: SentHead

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var head = SentHead()
        bytes.withUnsafeBufferPointer { head.append($0) }
        self.head = head
    }
}

/// An answer that is being written: bytes that were made and are not written yet, and the encoder that makes more of
/// them.
///
/// It neither waits nor ends anything: it writes as far as the transport takes bytes, then returns what it needs. A
/// connection of HTTP/1 has one at a time; answers know nothing of each other.
struct AnswerRun {
    /// What it needs before it can go on.
    enum Need: Equatable {
        /// Room in the transport.
        case writable
        /// Its share of the shard's next turn.
        case turn
        /// A pause of this length.
        case time(Nanoseconds)
        /// Nothing, but from now on a time limit holds.
        case limit(Nanoseconds, Interruption)
        /// The next part of an answer that is fed.
        case parts
        /// Nothing more: everything is written, and the exchange is to end like this.
        case end(Ending)
        /// Nothing more: the peer is gone.
        case peer
    }

    private var encoder: HTTP1Encoder?
    private var output: [UInt8] = []
    private var offset = 0
    private var after = HTTP1Encoder.Output.more

    /// True if there are bytes that the transport has not taken yet.
    var hasUnwritten: Bool { offset < output.count }
    /// True while parts can be added: for an answer that is fed, until its last part.
    private(set) var takesParts = false

    /// Begins with an encoder: of a whole script, or (`isFed`) of parts that are added.
    mutating func begin(_ encoder: HTTP1Encoder, isFed: Bool = false) {
        self.encoder = encoder
        takesParts = isFed
        output.removeAll(keepingCapacity: true)
        offset = 0
        after = .more
    }

    /// Begins with a complete answer that is rendered already and keeps the connection open.
    mutating func begin(rendered bytes: [UInt8]) {
        encoder = nil
        takesParts = false
        output = bytes
        offset = 0
        after = .end(.complete)
    }

    /// Adds a part of an answer that is fed. Parts after the last one are ignored.
    mutating func add(_ script: WireScript, isLast: Bool) {
        guard takesParts else { return }
        takesParts = !isLast
        if isLast { encoder?.finish(script) } else { encoder?.append(script.actions) }
    }

    /// Drops what is not written yet.
    mutating func breakOff() {
        encoder = nil
        output = []
        offset = 0
    }

    /// Writes at most `most` bytes, and returns what is needed next. `wrote` is called for each piece that the
    /// transport took.
    mutating func goOn(
        on transport: any Transport, most: Int, wrote: (_ bytes: UnsafeBufferPointer<UInt8>) -> Void
    ) -> Need {
        var left = most
        while true {
            while offset < output.count {
                guard left > 0 else { return .turn }
                switch transport.write(output, from: offset, most: left) {
                case .some(let count):
                    output.withUnsafeBufferPointer { wrote(UnsafeBufferPointer(rebasing: $0[offset..<offset + count])) }
                    offset += count
                    left -= count
                case .wouldBlock: return .writable
                case .broken: return .peer
                }
            }
            // Rendered bytes are shared with others: emptying the array would first copy it.
            if encoder == nil { output = [] } else { output.removeAll(keepingCapacity: true) }
            offset = 0
            switch after {
            case .more: after = encoder?.fill(&output) ?? .end(.close)
            case .wait(let time):
                after = .more
                return .time(time)
            case .limit(let time, let interruption):
                after = .more
                return .limit(time, interruption)
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
