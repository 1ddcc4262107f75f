/// A piece of an answer, which each version of HTTP writes in its own way.
public enum AnswerPiece: Sendable, Hashable {
    /// An interim (1xx) response, `count` times.
    case interim(ResponseHead, count: Int)
    /// The head, or the part of it given by the extent. `content`: how many bytes of body follow, where that is known and
    /// the head itself says how they are framed.
    case head(ResponseHead, Framing, HeadExtent, content: Int?)
    /// Bytes of the body.
    case content([UInt8])
    case endOfContent(trailers: [HeaderField])
    /// Bytes that are sent as they are.
    case raw([UInt8])
}

/// The steps by which an answer is sent, as its script says: its pieces, and what lies between them.
///
/// A state machine without I/O, which knows no version of HTTP: the caller sends the pieces and waits when it is told to.
public struct AnswerSteps: Sendable {
    public enum Step: Sendable, Hashable {
        /// Send this, at any time before the next step that is none of these.
        case piece(AnswerPiece)
        /// Encode this head, and give its bytes to `send(_:at:)`, which paces them.
        case pacedHead(AnswerPiece, Pace)
        /// Once all pieces were sent, wait for this time.
        case wait(Nanoseconds)
        /// Once all pieces were sent, a time limit begins: when it is over, interrupt the answer wherever it is.
        case limit(Nanoseconds, Interruption)
        /// Once all pieces were sent, ask for the next part, and pass it to `insert`.
        case made
        /// Once all pieces were sent, wait for `append` or `finish`.
        case starved
        /// Once all pieces were sent, end the exchange in this way.
        case end(Ending)
    }

    /// The most bytes of content in a piece, so that bodies of any size are sent piece by piece.
    public static let pieceSize = 64 * 1024

    private var actions: ArraySlice<WireAction>
    private var ending: Ending?
    private let isHead: Bool
    private var isHeadOut = false
    private var current: ContentCursor?
    /// Writes at a pace, in all parts of the body.
    private var pacedWrites = 0
    /// The pause before the next piece of the current content.
    private var pauseInContent: Nanoseconds?
    /// Where the body breaks off; nil for nowhere, as nearly always.
    private var contentLimit: ContentLimit?
    /// The pause that the pace wants before the next bytes of the body.
    private var pacePause: Nanoseconds?

    /// Bytes of the body that are left before it breaks off.
    private final class ContentLimit: Sendable {
        let left: Int
        let interruption: Interruption

        init(_ left: Int, _ interruption: Interruption) { (self.left, self.interruption) = (left, interruption) }
    }

    /// Content that is sent piece by piece, and never copied as a whole.
    private struct ContentCursor: Sendable {
        let content: Content
        var offset = 0
        /// The pause between pieces; nil for none.
        let pace: Pace?
        var isBody = true
    }

    /// `script`: nil for an answer that is fed. `isHead`: it answers a HEAD, and has no body, whatever the script says.
    public init(_ script: WireScript?, isHead: Bool) {
        actions = script?.actions[...] ?? []
        ending = script?.ending
        self.isHead = isHead
    }

    public mutating func append(_ more: [WireAction]) { actions.append(contentsOf: more) }

    public mutating func finish(_ script: WireScript) {
        actions.append(contentsOf: script.actions)
        ending = script.ending
    }

    /// What the parts are asked of that come next; nil where none are.
    public var source: AnswerSource? { if case .made(let source, _)? = actions.first { source } else { nil } }

    /// The next part of those that were asked for.
    public mutating func insert(_ part: [WireAction], isLast: Bool) {
        guard let making = actions.first, case .made(_, let pace) = making else { return }
        actions.removeFirst()
        let paced = part.map { action in
            if case .content(let content, nil) = action { WireAction.content(content, pace: pace) } else { action }
        }
        actions = (paced + (isLast ? [] : [making]) + actions)[...]
    }

    /// Sends the bytes of a head at a pace: they are the next pieces.
    public mutating func send(_ head: [UInt8], at pace: Pace) {
        current = ContentCursor(content: .bytes(head), pace: pace, isBody: false)
    }

    public mutating func next() -> Step {
        while true {
            if current != nil {
                if let step = pieceOfContent() { return step }
                continue
            }
            guard let action = actions.first else {
                guard let ending else { return .starved }
                return .end(ending)
            }
            // A response to HEAD has no body, and may still have a time.
            let isLeftOut = isHead && isHeadOut && ending != nil && !action.isLimit
            // It stays until its last part has come.
            if case .made = action, !isLeftOut { return .made }
            actions.removeFirst()
            if isLeftOut { continue }
            if let step = step(of: action) { return step }
        }
    }

    private mutating func step(of action: WireAction) -> Step? {
        switch action {
        case .wait(let time): return pause(atLeast: time)
        case .interim(let head, let count): return .piece(.interim(head, count: count))
        case .head(let head, let framing, let extent, let pace):
            isHeadOut = !actions.contains { if case .head = $0 { true } else { false } }
            let content = ending != nil && framing == .asGiven ? contentAhead : nil
            let piece = AnswerPiece.head(head, framing, extent, content: content)
            return pace.map { .pacedHead(piece, $0) } ?? .piece(piece)
        case .content(let content, let pace):
            guard !content.isEmpty, !isHead else { return nil }
            current = ContentCursor(content: limited(content, pace), pace: pace)
            return pace == nil ? nil : pause(atLeast: 0)
        case .endOfContent(let trailers):
            if isHead { return nil }
            // It is shorter than the place where it breaks off, which is here then.
            guard let limit = contentLimit else { return .piece(.endOfContent(trailers: trailers)) }
            breakOff(limit.interruption, before: [action])
            return nil
        case .limit(let time, let interruption): return .limit(time, interruption)
        case .made: return .made
        case .contentLimit(let count, let interruption):
            contentLimit = ContentLimit(count, interruption)
            return nil
        case .raw(let bytes): return .piece(.raw(bytes))
        }
    }

    /// The time, or the pause of the pace where that is longer.
    private mutating func pause(atLeast time: Nanoseconds) -> Step? {
        // Behind the last bytes there is nothing to pace.
        let goesOn =
            current != nil
            || actions.contains { if case .content(let content, _) = $0 { !content.isEmpty } else { $0.isMade } }
        let pause = goesOn ? max(time, pacePause ?? 0) : time
        pacePause = nil
        return pause == 0 ? nil : .wait(pause)
    }

    /// The content up to the limit, if it reaches it: then what follows is that of a broken answer.
    private mutating func limited(_ content: Content, _ pace: Pace?) -> Content {
        guard let limit = contentLimit else { return content }
        guard content.count >= limit.left else {
            contentLimit = ContentLimit(limit.left - content.count, limit.interruption)
            return content
        }
        let rest = content.dropFirst(limit.left)
        breakOff(limit.interruption, before: rest.isEmpty ? [] : [.content(rest, pace: pace)])
        return content.prefix(limit.left)
    }

    private mutating func breakOff(_ interruption: Interruption, before rest: [WireAction]) {
        contentLimit = nil
        switch interruption {
        case .end(let end):
            actions = []
            ending = end
        case .pause(let time): actions = ([.wait(time)] + rest + actions)[...]
        }
    }

    /// Bytes of body in the remaining actions; nil where some of it is yet to be made.
    private var contentAhead: Int? {
        if actions.contains(where: \.isMade) { return nil }
        return actions.reduce(0) { if case .content(let content, _) = $1 { $0 + content.count } else { $0 } }
    }

    private mutating func pieceOfContent() -> Step? {
        guard var state = current else { return nil }
        if let pause = pauseInContent {
            pauseInContent = nil
            return .wait(pause)
        }
        let size = state.pace?.size(ofWrite: pacedWrites) ?? Self.pieceSize
        let end = min(state.offset + size, state.content.count)
        let bytes = state.content.bytes(state.offset..<end)
        if state.pace != nil, state.isBody { pacedWrites += 1 }
        state.offset = end
        current = end < state.content.count ? state : nil
        if let pace = state.pace {
            if current != nil { pauseInContent = pace.interval } else if state.isBody { pacePause = pace.interval }
        }
        return .piece(state.isBody ? .content(bytes) : .raw(bytes))
    }
}

extension WireAction {
    fileprivate var isLimit: Bool { if case .limit = self { true } else { false } }
    var isMade: Bool { if case .made = self { true } else { false } }
}
