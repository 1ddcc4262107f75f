/// A response as a rule describes it, before it is laid out as actions. Spoilers change it.
public struct Reply: Sendable, Hashable {
    public var head: ResponseHead
    public var body: [Part]
    public var framing: FramingChoice
    private var rare = Rare<RareParts>()

    public struct Interim: Sendable, Hashable {
        public var head: ResponseHead
        public var count: Int
        /// The pause before each.
        public var delay: Nanoseconds

        public init(_ head: ResponseHead, count: Int = 1, delay: Nanoseconds = 0) {
            self.head = head
            self.count = count
            self.delay = delay
        }
    }

    /// A part of the body, and the pause before it.
    public struct Part: Sendable, Hashable {
        public var content: Content
        public var delay: Nanoseconds

        public init(_ content: Content, delay: Nanoseconds = 0) {
            self.content = content
            self.delay = delay
        }
    }

    public enum FramingChoice: Sendable, Hashable {
        /// As the head's own fields say; otherwise a length for a body in one part, chunked for several parts or
        /// trailers.
        case automatic
        /// In this way; the head's own fields about it, if it has any, stay as they are, and none is added.
        case length, chunked, close
        /// Only the head's own fields; nothing is added.
        case asGiven
        /// Exactly this, whatever the head and the body are; for spoilers.
        case exactly(Framing)
    }

    public init(
        _ head: ResponseHead = ResponseHead(), body: [Part] = [], framing: FramingChoice = .automatic
    ) {
        self.head = head
        self.body = body
        self.framing = framing
    }

    public init(status: Int, contentType: String, text: String) {
        self.init(
            ResponseHead(status: status, fields: [HeaderField("Content-Type", contentType)]),
            body: [Part(.bytes(Array(text.utf8)))])
    }

    /// Bytes of body, after content coding and without framing.
    public var contentCount: Int { body.reduce(0) { $0 + $1.content.count } }

    /// The body in one part, for spoilers that change it.
    public var content: [UInt8] {
        get {
            if body.count == 1 { return body[0].content.bytes(0..<body[0].content.count) }
            return body.flatMap { $0.content.bytes(0..<$0.content.count) }
        }
        set { body = [Part(.bytes(newValue))] }
    }

    /// The reply as a script.
    public func script(number: UInt64 = 0) -> WireScript {
        var actions: [WireAction] = []
        // No more than are used: a scenario may have a hundred thousand scripts.
        actions.reserveCapacity(interim.count + body.count + body.count { $0.delay > 0 } + 2)
        for interim in interim {
            guard interim.delay > 0 else {
                actions.append(.interim(interim.head, count: interim.count))
                continue
            }
            for _ in 0..<interim.count { actions += [.wait(interim.delay), .interim(interim.head, count: 1)] }
        }
        if let raw {
            var laidOut = (actions: actions + [.raw(raw)], ending: ending ?? .close)
            cut?.apply(toRaw: raw, &laidOut.actions, &laidOut.ending)
            return WireScript(upload: upload, actions: laidOut.actions, ending: laidOut.ending, number: number)
        }
        let framing = resolvedFraming
        actions.append(.head(head, framing, pace: headPace))
        for part in body where framing != .none {
            if part.delay > 0 { actions.append(.wait(part.delay)) }
            if !part.content.isEmpty { actions.append(.content(part.content, pace: pace)) }
        }
        if let made, framing != .none { actions.append(.made(made, pace: pace)) }
        if let tail {
            if !tail.isEmpty { actions.append(.raw(tail)) }
        } else {
            actions.append(.endOfContent(trailers: trailers))
        }
        var laidOut = (actions: actions, ending: ending ?? .complete)
        cut?.apply(to: &laidOut.actions, &laidOut.ending)
        return WireScript(
            upload: upload, actions: laidOut.actions, ending: laidOut.ending, number: number)
    }

    /// The framing that results from `framing`, the head and the body.
    package var resolvedFraming: Framing {
        if case .exactly(let framing) = framing { return framing }
        if head.tellsFraming {
            if head.forbidsContent { return .none }
            return switch framing {
            case .length: .written(.length)
            case .chunked: .written(.chunked)
            case .close: .written(.close)
            case .automatic, .asGiven, .exactly: .asGiven
            }
        }
        if head.forbidsContent, framing != .asGiven { return .none }
        return switch framing {
        case .automatic where body.count > 1 || !trailers.isEmpty: .chunked
        case .automatic, .length: .length(contentCount)
        case .chunked: .chunked
        case .close: .close
        case .asGiven: .asGiven
        case .exactly(let framing): framing
        }
    }
}

// MARK: - What few replies have
extension Reply {
    fileprivate struct RareParts: Sendable, Hashable, DefaultInitializable {
        var interim: [Interim] = []
        var trailers: [HeaderField] = []
        var tail: [UInt8]?
        var raw: [UInt8]?
        var headPace: Pace?
        var pace: Pace?
        var cut: Cut?
        var made: AnswerSource?
        var coding: ContentCoding?
        var hasRanges: Bool = false
        var upload: Upload = .read
        var ending: Ending?
    }

    var hasNothingRare: Bool { rare.isEmpty }

    public var interim: [Interim] {
        get { rare.parts?.interim ?? [] }
        set { rare.set(newValue, { $0.interim }, { $0.interim = $1 }) }
    }
    public var trailers: [HeaderField] {
        get { rare.parts?.trailers ?? [] }
        set { rare.set(newValue, { $0.trailers }, { $0.trailers = $1 }) }
    }
    /// Bytes in place of the end of the body, such as a malformed chunk; empty to send nothing, nil for a regular end.
    public var tail: [UInt8]? {
        get { rare.parts?.tail }
        set { rare.set(newValue, { $0.tail }, { $0.tail = $1 }) }
    }
    /// A whole response, byte for byte; overrides interim responses, head, body, framing, trailers and tail.
    public var raw: [UInt8]? {
        get { rare.parts?.raw }
        set { rare.set(newValue, { $0.raw }, { $0.raw = $1 }) }
    }
    public var headPace: Pace? {
        get { rare.parts?.headPace }
        set { rare.set(newValue, { $0.headPace }, { $0.headPace = $1 }) }
    }
    public var pace: Pace? {
        get { rare.parts?.pace }
        set { rare.set(newValue, { $0.pace }, { $0.pace = $1 }) }
    }
    public var cut: Cut? {
        get { rare.parts?.cut }
        set { rare.set(newValue, { $0.cut }, { $0.cut = $1 }) }
    }
    /// What makes the rest of the body while it is sent; nil for a body that is known before.
    public var made: AnswerSource? {
        get { rare.parts?.made }
        set { rare.set(newValue, { $0.made }, { $0.made = $1 }) }
    }
    /// The coding that the body is yet to get when it is laid out; nil for none.
    public var coding: ContentCoding? {
        get { rare.parts?.coding }
        set { rare.set(newValue, { $0.coding }, { $0.coding = $1 }) }
    }
    /// Whether a GET may ask for parts of the body.
    public var hasRanges: Bool {
        get { rare.parts?.hasRanges ?? false }
        set { rare.set(newValue, { $0.hasRanges }, { $0.hasRanges = $1 }) }
    }
    public var upload: Upload {
        get { rare.parts?.upload ?? .read }
        set { rare.set(newValue, { $0.upload }, { $0.upload = $1 }) }
    }
    /// How it ends; nil for the regular end of its framing.
    public var ending: Ending? {
        get { rare.parts?.ending }
        set { rare.set(newValue, { $0.ending }, { $0.ending = $1 }) }
    }
}
