internal import Synchronization
public import Wire

/// The chunks of one answer, which are made while it is sent: what each of them is, and when it is due.
public final class ChunkStream: Sendable {
    /// An item of `chunks`.
    public struct Item: Sendable {
        public enum Content: Sendable {
            case bytes([UInt8])
            case text(TextTemplate)
            /// It only waits.
            case nothing
        }

        public let content: Content
        /// Before the first repetition.
        public let delay: DelayRule?
        /// How often it is sent; nil for ever.
        public let times: Int?
        /// Between two repetitions.
        public let every: Nanoseconds

        public init(_ content: Content, delay: DelayRule? = nil, times: Int? = 1, every: Nanoseconds = 0) {
            self.content = content
            self.delay = delay
            self.times = times
            self.every = every
        }
    }

    public enum Step: Sendable {
        /// Nothing is sent for this time.
        case wait(Nanoseconds)
        /// Nothing is sent until the variables are so.
        case until(DelayUntil)
        /// Bytes of the body; none where the placeholders of an item came out empty.
        case content([UInt8])
        case end
    }

    private struct Progress {
        var item = 0
        /// Of the item, counted from 1.
        var repetition = 1
        /// Whether it is due: what comes before it is over.
        var isDue = false
    }

    private let items: [Item]
    /// Whether it may go on for ever, or waits for variables.
    public var isOpen: Bool {
        items.contains { item in if case .until? = item.delay { true } else { item.times == nil } }
    }
    private let origin: Rendering.Origin
    private let progress = Mutex(Progress())

    /// - Parameter origin: What the values of its placeholders depend on, apart from the moment.
    public init(_ items: [Item], _ origin: Rendering.Origin) {
        self.items = items
        self.origin = origin
    }

    /// The request as its placeholders read it.
    public func content(of request: Request) -> RequestContent { RequestContent(request).of(origin.call) }

    /// The next step, with the variables and the clock of this moment. Placeholders without a value are noted.
    public func next(
        _ request: RequestContent, _ variables: [TemplateValue], _ clock: EngineClock, _ notes: inout AnswerNotes
    ) -> Step {
        var progress = progress.withLock { $0 }
        defer { self.progress.withLock { $0 = progress } }
        while progress.item < items.count {
            let item = items[progress.item]
            if !progress.isDue {
                progress.isDue = true
                if progress.repetition > 1 {
                    if item.every > 0 { return .wait(item.every) }
                } else if let delay = item.delay {
                    if case .until(let until) = delay { return .until(until) }
                    let time = origin.time(of: delay, ofPart: progress.item)
                    if time > 0 { return .wait(time) }
                }
            }
            let content = content(of: item, progress.repetition, request, variables, clock, &notes)
            progress.isDue = false
            if item.times.map({ progress.repetition < $0 }) ?? true {
                progress.repetition += 1
            } else {
                progress.item += 1
                progress.repetition = 1
            }
            if let content { return .content(content) }
        }
        return .end
    }

    /// The last step, which was a wait for variables, comes again.
    public func stepBack() { progress.withLock { $0.isDue = false } }

    private func content(
        of item: Item, _ repetition: Int, _ request: RequestContent, _ variables: [TemplateValue], _ clock: EngineClock,
        _ notes: inout AnswerNotes
    ) -> [UInt8]? {
        switch item.content {
        case .bytes(let bytes): return bytes
        case .nothing: return nil
        case .text(let text):
            var rendering = Rendering(request, origin, variables: variables, clock: clock)
            rendering.repetition = repetition
            defer { notes.formUnion(rendering.notes) }
            return text.bytes(&rendering)
        }
    }
}
