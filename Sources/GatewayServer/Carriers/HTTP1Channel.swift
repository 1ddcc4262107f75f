internal import HTTP1
internal import Wire

/// Sends the answers of a connection of HTTP/1, one after the other.
final class HTTP1Channel: AnswerChannel {
    private let transport: any Transport
    private let isBuffered: Bool
    private var framing = HTTP1Framing(HTTP1Head.Setting())
    private var output: [UInt8] = []
    private var offset = 0
    /// Whether others have the output as well: emptying the array would first copy it.
    private var isShared = false
    /// Whether all output is taken, and the transport has a part of it still.
    private var isFlushing = false

    init(_ transport: any Transport) {
        self.transport = transport
        isBuffered = transport.isBuffered
    }

    /// Begins an answer, whose pieces follow.
    func begin(_ setting: HTTP1Head.Setting) {
        framing = HTTP1Framing(setting)
        drop()
    }

    /// Begins an answer that is rendered already.
    func begin(rendered bytes: [UInt8]) {
        output = bytes
        offset = 0
        isShared = true
    }

    func put(_ piece: AnswerPiece) { framing.append(piece, to: &output) }

    func encoded(_ head: AnswerPiece) -> [UInt8] {
        var bytes: [UInt8] = []
        framing.append(head, to: &bytes)
        return bytes
    }

    var unsent: Int { output.count - offset }

    func send(most: Int, wrote: (_ bytes: UnsafeBufferPointer<UInt8>) -> Void) -> ChannelProgress {
        var left = most
        while offset < output.count {
            guard left > 0 else { return .enough }
            switch transport.write(output, from: offset, most: left) {
            case .some(let count):
                output.withUnsafeBufferPointer { wrote(UnsafeBufferPointer(rebasing: $0[offset..<offset + count])) }
                offset += count
                left -= count
            case .wouldBlock: return .full
            case .broken: return .broken
            }
        }
        if isBuffered, let progress = flush(wrote) { return progress }
        drop()
        return .sent(left: left)
    }

    /// Everything is taken. Returns how far it has come, if it has not left.
    private func flush(_ wrote: (_ bytes: UnsafeBufferPointer<UInt8>) -> Void) -> ChannelProgress? {
        switch transport.flush() {
        case .some: break
        case .wouldBlock:
            isFlushing = true
            return .full
        case .broken: return .broken
        }
        // Only now has the last of it left.
        if isFlushing { wrote(UnsafeBufferPointer(start: nil, count: 0)) }
        isFlushing = false
        return nil
    }

    func drop() {
        if isShared { output = [] } else { output.removeAll(keepingCapacity: true) }
        isShared = false
        offset = 0
    }

    func ending(of ending: Ending) -> Ending { framing.ending(of: ending) }
}
