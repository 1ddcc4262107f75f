public import Wire

/// Encodes a whole answer as HTTP/1, piece by piece.
///
/// A state machine without I/O: the caller writes the bytes, waits when it is told to, and calls again.
public struct HTTP1Encoder: Sendable {
    public enum Output: Sendable, Hashable {
        /// Write the buffer, then call again.
        case more
        /// Write the buffer, wait for this time, then call again.
        case wait(Nanoseconds)
        /// Write the buffer, then call again; but once this time is over, interrupt it wherever it is.
        case limit(Nanoseconds, Interruption)
        /// Write the buffer, then wait for `append` or `finish`.
        case starved
        /// Write the buffer, then end the exchange in this way.
        case end(Ending)
    }

    /// The features that it supports.
    public static let features: TransportFeatures = [.rawBytes, .headLines]

    /// The number of bytes after which a call returns, so that bodies of any size are encoded in pieces.
    public static let pieceSize = AnswerSteps.pieceSize

    private var steps: AnswerSteps
    private var framing: HTTP1Framing

    public init(script: WireScript?, isHead: Bool, setting: HTTP1Head.Setting) {
        steps = AnswerSteps(script, isHead: isHead)
        framing = HTTP1Framing(setting)
    }

    public mutating func append(_ more: [WireAction]) { steps.append(more) }

    public mutating func finish(_ script: WireScript) { steps.finish(script) }

    /// Appends the next bytes to `buffer` and returns what the caller does next.
    public mutating func fill(_ buffer: inout [UInt8]) -> Output {
        while true {
            switch steps.next() {
            case .piece(let piece):
                framing.append(piece, to: &buffer)
                if buffer.count >= Self.pieceSize { return .more }
            case .pacedHead(let head, let pace):
                var bytes: [UInt8] = []
                framing.append(head, to: &bytes)
                steps.send(bytes, at: pace)
            case .wait(let time): return .wait(time)
            case .limit(let time, let interruption): return .limit(time, interruption)
            case .starved, .made: return .starved
            case .end(let ending): return .end(framing.ending(of: ending))
            }
        }
    }
}
