internal import TLS

/// A shard's buffers for the sealed bytes of the session that is being read or written.
final class TLSBuffers {
    let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 32 << 10, alignment: 16)
    var output: [UInt8] = []

    deinit { input.deallocate() }
}

/// The sealed side of a session: gathers what is to be sent, and reads many records at once.
final class TLSWire: TLSRecords {
    enum Progress { case whole, full, broken }

    private let lower: any Transport
    let localAddress: [UInt8]
    private let buffers: TLSBuffers
    /// What has come, in the shard's buffer while the session reads, and was not taken yet.
    private var fresh = 0..<0
    /// What was left of that when the session had read.
    private var unread: ArraySlice<UInt8> = []
    /// Whether the lower transport may have more, as far as this reading knows.
    private var mayHaveMore = false
    /// Whether what was read last was all that had come: until an event, nothing is to be read.
    private var isDrained = false
    /// Sealed bytes for which there was no room, from an offset on.
    private var unsent: [UInt8] = []
    private var unsentOffset = 0
    /// Whether the peer is gone, or has ended its side.
    private(set) var isOver = false
    private var isBroken = false
    /// Whether the end of what the peer sends is not shown to the session, which the handshake has established.
    var hidesEnd = false
    /// Whether no more is read than the session asks for.
    var readsExactly = false
    /// Whether our side ends once everything is sent.
    var isFinishDue = false

    init(_ lower: any Transport, _ localAddress: [UInt8], _ buffers: TLSBuffers) {
        self.lower = lower
        self.localAddress = localAddress
        self.buffers = buffers
    }

    // MARK: Reading

    /// Something may have come.
    func mayBeFilled() { isDrained = false }

    func beginReading() {
        fresh = 0..<0
        mayHaveMore = true
    }

    func endReading() {
        guard !fresh.isEmpty else { return }
        unread = ArraySlice(buffers.input[fresh])
        fresh = 0..<0
    }

    /// Whether something has come that the session has not taken.
    var hasUnread: Bool { !unread.isEmpty || !fresh.isEmpty }

    func receive(into buffer: UnsafeMutableRawBufferPointer) -> TLSInput {
        if !unread.isEmpty {
            let count = min(buffer.count, unread.count)
            buffer.copyBytes(from: unread.prefix(count))
            unread = unread.dropFirst(count)
            if unread.isEmpty { unread = [] }
            return .some(count)
        }
        if fresh.isEmpty {
            guard mayHaveMore, !isDrained else { return .wouldBlock }
            let isDirect = readsExactly
            switch lower.read(into: isDirect ? buffer : buffers.input) {
            case .some(let count):
                if isDirect { return .some(count) }
                fresh = 0..<count
                mayHaveMore = false
                isDrained = count < buffers.input.count
            case .wouldBlock: return .wouldBlock
            case .end:
                isOver = true
                // GnuTLS seals nothing more once it has seen an end without a close_notify. The answer may be still to come.
                return hidesEnd ? .wouldBlock : .end
            case .broken:
                (isOver, isBroken) = (true, true)
                return .broken
            }
        }
        let count = min(buffer.count, fresh.count)
        buffer.copyMemory(
            from: UnsafeRawBufferPointer(rebasing: buffers.input[fresh.lowerBound..<fresh.lowerBound + count]))
        fresh = fresh.lowerBound + count..<fresh.upperBound
        return .some(count)
    }

    // MARK: Writing

    /// Nothing more is sent.
    func drop() {
        (unsent, unsentOffset) = ([], 0)
        buffers.output.removeAll(keepingCapacity: true)
    }

    func send(_ bytes: UnsafeRawBufferPointer) { buffers.output.append(contentsOf: bytes) }

    /// Whether something was sealed and not passed on.
    var hasOutput: Bool { !buffers.output.isEmpty }
    var hasUnsent: Bool { !unsent.isEmpty }
    var unsentCount: Int { unsent.count - unsentOffset }

    /// Sends what was sealed, as far as there is room.
    func flush() -> Progress {
        if !unsent.isEmpty {
            unsent += buffers.output
            buffers.output.removeAll(keepingCapacity: true)
            switch pass(unsent, from: &unsentOffset) {
            case .full: return .full
            case let progress:
                (unsent, unsentOffset) = ([], 0)
                return progress
            }
        }
        guard !buffers.output.isEmpty else { return isBroken ? .broken : .whole }
        var offset = 0
        let progress = pass(buffers.output, from: &offset)
        if progress == .full { unsent = Array(buffers.output[offset...]) }
        buffers.output.removeAll(keepingCapacity: true)
        return progress
    }

    private func pass(_ bytes: [UInt8], from offset: inout Int) -> Progress {
        while offset < bytes.count {
            switch lower.write(bytes, from: offset, most: .max) {
            case .some(let count): offset += count
            case .wouldBlock: return .full
            case .broken:
                (isOver, isBroken) = (true, true)
                return .broken
            }
        }
        return .whole
    }
}
