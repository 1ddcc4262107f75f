/// Cuts a response off, or interrupts it, at an exact position.
public struct Cut: Sendable, Hashable {
    public enum Position: Sendable, Hashable {
        /// After this many bytes of body, after content coding and without framing.
        case bytes(Int)
        /// After this percentage of the body, 0 to 100; rounded down to bytes.
        case percent(Int)
        /// After the head.
        case headers
        /// Within the head.
        case head(HeadPosition)
        /// So long after the head left, wherever the body is then; of a raw response, after it began.
        case time(Nanoseconds)
        /// So long after the whole answer left.
        case answer(Nanoseconds)

        /// The bytes of a body of this length that are before the position.
        package func offset(in total: Int) -> Int {
            switch self {
            case .bytes(let count): min(count, total)
            case .percent(let percent): total / 100 * percent + total % 100 * percent / 100
            case .headers, .head: 0
            case .time, .answer: total
            }
        }

        /// Whether it is a place in the head, which a raw response does not have.
        public var isInHead: Bool {
            switch self {
            case .headers, .head: true
            case .bytes, .percent, .time, .answer: false
            }
        }
    }

    public var position: Position
    public var ending: Ending
    /// How long a stall lasts, after which the response continues; nil to end it there. Only with the ending `hold`.
    public var stall: Nanoseconds?

    public init(after position: Position, ending: Ending, stall: Nanoseconds? = nil) {
        self.position = position
        self.ending = ending
        self.stall = stall
    }

    /// Cuts the actions of a reply. A body that is shorter than the position is sent completely before the ending.
    public func apply(to actions: inout [WireAction], _ ending: inout Ending) {
        guard let start = actions.firstIndex(where: { if case .head = $0 { true } else { false } }),
            case .head(let head, let framing, _, let pace) = actions[start]
        else { return }
        var kept = Array(actions[..<start])
        var rest: [WireAction] = []
        switch position {
        case .head(let position):
            kept.append(.head(head, framing, extent: .upTo(position), pace: pace))
            rest = [.head(head, framing, extent: .from(position), pace: pace)] + actions[(start + 1)...]
        case .bytes(let count) where count > 0 && actions.contains(where: \.isMade):
            actions.insert(
                .contentLimit(count, stall.map { .pause($0) } ?? .end(self.ending)), at: start + 1)
            if stall == nil { ending = self.ending }
            return
        case .headers, .bytes, .percent:
            kept.append(actions[start])
            let total = actions.reduce(0) { if case .content(let content, _) = $1 { $0 + content.count } else { $0 } }
            let split = split(actions[(start + 1)...], at: position.offset(in: total))
            kept += split.kept
            rest = split.rest
        case .time(let time): return limit(&actions, at: start + 1, to: time, &ending)
        case .answer(let time): return limit(&actions, at: actions.endIndex, to: time, &ending)
        }
        interrupt(&actions, kept, rest, &ending)
    }

    /// Cuts a raw response, whose bytes are counted from its first. A place in the head has no effect.
    func apply(toRaw raw: [UInt8], _ actions: inout [WireAction], _ ending: inout Ending) {
        switch position {
        case .headers, .head: break
        case .bytes, .percent:
            guard case .raw? = actions.last else { return }
            let count = position.offset(in: raw.count)
            let (before, after) = (Array(raw.prefix(count)), Array(raw.dropFirst(count)))
            let kept = actions.dropLast() + (before.isEmpty ? [] : [.raw(before)])
            interrupt(&actions, Array(kept), after.isEmpty ? [] : [.raw(after)], &ending)
        case .time(let time): limit(&actions, at: actions.startIndex, to: time, &ending)
        case .answer(let time): limit(&actions, at: actions.endIndex, to: time, &ending)
        }
    }

    private func interrupt(
        _ actions: inout [WireAction], _ kept: [WireAction], _ rest: [WireAction], _ ending: inout Ending
    ) {
        if let stall {
            actions = kept + [.wait(stall)] + rest
        } else {
            actions = kept
            ending = self.ending
        }
    }

    private func limit(_ actions: inout [WireAction], at place: Int, to time: Nanoseconds, _ ending: inout Ending) {
        actions.insert(.limit(time, stall.map { .pause($0) } ?? .end(self.ending)), at: place)
        if stall == nil { ending = self.ending }
    }

    /// Splits the actions at byte `count` of the content.
    private func split(
        _ actions: ArraySlice<WireAction>, at count: Int
    ) -> (kept: [WireAction], rest: [WireAction]) {
        var kept: [WireAction] = []
        var left = count
        for (index, action) in zip(actions.indices, actions) {
            if left == 0 { return (kept, Array(actions[index...])) }
            guard case .content(let content, let pace) = action, content.count > left else {
                if case .content(let content, _) = action { left -= content.count }
                if case .endOfContent = action { return (kept, Array(actions[index...])) }
                kept.append(action)
                continue
            }
            kept.append(.content(content.prefix(left), pace: pace))
            let rest = [.content(content.dropFirst(left), pace: pace)] + actions[(index + 1)...]
            return (kept, rest)
        }
        return (kept, [])
    }
}
