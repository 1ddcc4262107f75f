public import Wire

/// Encodes actions as HTTP/1, piece by piece.
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
    public static let pieceSize = 64 * 1024

    private var actions: ArraySlice<WireAction>
    private var ending: Ending?
    private let isHead: Bool
    private let setting: HTTP1Head.Setting
    private var isChunked = false
    private var isHeadOut = false
    private var current: ContentCursor?
    /// Writes at a pace, in all parts of the body.
    private var pacedWrites = 0
    /// The pause that the pace wants before the next bytes of the body.
    private var pacePause: Nanoseconds?
    /// Whether the head or the framing ends the connection.
    private var endsConnection = false

    /// Content that is encoded piece by piece, and never copied as a whole.
    private struct ContentCursor: Sendable {
        let content: Content
        var offset = 0
        /// The pause between pieces; nil for none.
        let pace: Pace?
        let chunked: Bool
        var isBody = true
    }

    public init(script: WireScript?, isHead: Bool, setting: HTTP1Head.Setting) {
        actions = script?.actions[...] ?? []
        ending = script?.ending
        self.isHead = isHead
        self.setting = setting
    }

    public mutating func append(_ more: [WireAction]) {
        actions.append(contentsOf: more)
    }

    public mutating func finish(_ script: WireScript) {
        actions.append(contentsOf: script.actions)
        ending = script.ending
    }

    /// Appends the next bytes to `buffer` and returns what the caller does next.
    public mutating func fill(_ buffer: inout [UInt8]) -> Output {
        while true {
            if current != nil {
                if let output = fillPiece(&buffer) { return output }
                continue
            }
            guard let action = actions.popFirst() else {
                guard let ending else { return .starved }
                return .end(effective(ending))
            }
            // A response to HEAD has no body, and may still have a time.
            if isHead, isHeadOut, ending != nil, !action.isLimit { continue }
            if let output = perform(action, &buffer) { return output }
        }
    }

    private func effective(_ ending: Ending) -> Ending {
        guard ending == .complete, endsConnection || !setting.keepAlive else { return ending }
        return .close
    }

    private mutating func perform(_ action: WireAction, _ buffer: inout [UInt8]) -> Output? {
        switch action {
        case .wait(let time):
            return pause(atLeast: time)
        case .interim(let head, let count):
            guard setting.minorVersion > 0 else { return nil }  // RFC 9110, 15.2
            var bytes: [UInt8] = []
            HTTP1Head.write(head, .none, HTTP1Head.Setting(), into: &bytes)
            for _ in 0..<count { buffer.append(contentsOf: bytes) }
        case .head(let head, let framing, let extent, let pace):
            writeHead(head, framing, extent, pace, &buffer)
        case .content(let content, let pace):
            if !content.isEmpty, !isHead {
                current = ContentCursor(content: content, pace: pace, chunked: isChunked)
                if pace != nil { return pause(atLeast: 0) }
            }
            return nil
        case .endOfContent(let trailers):
            guard isChunked, !isHead else { return nil }
            buffer.append(contentsOf: "0\r\n".utf8)
            for field in trailers {
                buffer.append(contentsOf: field.name)
                buffer.append(contentsOf: ": ".utf8)
                buffer.append(contentsOf: field.value)
                buffer.append(contentsOf: "\r\n".utf8)
            }
            buffer.append(contentsOf: "\r\n".utf8)
        case .limit(let time, let interruption):
            return .limit(time, interruption)
        case .raw(let bytes):
            buffer.append(contentsOf: bytes)
        }
        return buffer.count >= Self.pieceSize ? .more : nil
    }

    /// The time, or the pause of the pace where that is longer.
    private mutating func pause(atLeast time: Nanoseconds) -> Output? {
        // Behind the last bytes there is nothing to pace.
        let goesOn =
            current != nil
            || actions.contains { if case .content(let content, _) = $0 { !content.isEmpty } else { false } }
        let pause = goesOn ? max(time, pacePause ?? 0) : time
        pacePause = nil
        return pause == 0 ? nil : .wait(pause)
    }

    private mutating func writeHead(
        _ head: ResponseHead, _ framing: Framing, _ extent: HeadExtent, _ pace: Pace?,
        _ buffer: inout [UInt8]
    ) {
        isHeadOut = !actions.contains { if case .head = $0 { true } else { false } }
        isChunked = framing == .chunked && setting.minorVersion > 0
        endsConnection =
            endsConnection
            || ConnectionEnd.follows(
                head, framing, minorVersion: setting.minorVersion,
                content: ending == nil ? nil : contentAhead)
        var bytes: [UInt8] = []
        HTTP1Head.write(head, framing, setting, into: &bytes)
        switch extent {
        case .whole: break
        case .upTo(let position): bytes.removeSubrange(HTTP1Head.offset(of: position, in: bytes, of: head)...)
        case .from(let position): bytes.removeSubrange(..<HTTP1Head.offset(of: position, in: bytes, of: head))
        }
        if let pace {
            current = ContentCursor(content: .bytes(bytes), pace: pace, chunked: false, isBody: false)
        } else {
            buffer.append(contentsOf: bytes)
        }
    }

    /// Bytes of body in the remaining actions.
    private var contentAhead: Int {
        actions.reduce(0) { if case .content(let content, _) = $1 { $0 + content.count } else { $0 } }
    }

    private mutating func fillPiece(_ buffer: inout [UInt8]) -> Output? {
        guard var state = current else { return nil }
        let size = state.pace?.size(ofWrite: pacedWrites) ?? Self.pieceSize
        let end = min(state.offset + size, state.content.count)
        Self.write(state.content.bytes(state.offset..<end), chunked: state.chunked, &buffer)
        if state.pace != nil, state.isBody { pacedWrites += 1 }
        state.offset = end
        current = end < state.content.count ? state : nil
        if let pace = state.pace {
            if current != nil { return .wait(pace.interval) }
            if state.isBody { pacePause = pace.interval }
        }
        return buffer.count >= Self.pieceSize ? .more : nil
    }

    private static func write(_ bytes: [UInt8], chunked: Bool, _ buffer: inout [UInt8]) {
        guard chunked else {
            buffer.append(contentsOf: bytes)
            return
        }
        buffer.append(contentsOf: String(bytes.count, radix: 16).utf8)
        buffer.append(contentsOf: "\r\n".utf8)
        buffer.append(contentsOf: bytes)
        buffer.append(contentsOf: "\r\n".utf8)
    }
}

extension WireAction {
    fileprivate var isLimit: Bool { if case .limit = self { true } else { false } }
}
