/// Breaks a response off at an exact place.
public struct Cut: Sendable, Hashable {
    public enum Position: Sendable, Hashable {
        /// So many bytes of body, as encoded and without framing.
        case bytes(Int)
        /// That part of the body, rounded down; 0 to 100.
        case percent(Int)
        /// Behind the whole head.
        case headers
        /// Within the head.
        case head(HeadPosition)
    }

    public var position: Position
    public var ending: Ending
    /// A stall of so long, after which the response goes on; with an ending of hold only.
    public var pause: Nanoseconds?

    public init(after position: Position, ending: Ending, pause: Nanoseconds? = nil) {
        self.position = position
        self.ending = ending
        self.pause = pause
    }

    /// Cuts the actions of a reply. A body that is shorter than the cut goes out whole, then it ends.
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
        case .headers, .bytes, .percent:
            kept.append(actions[start])
            let total = actions.reduce(0) { if case .content(let content, _) = $1 { $0 + content.count } else { $0 } }
            let split = split(actions[(start + 1)...], at: count(of: total))
            kept += split.kept
            rest = split.rest
        }
        if let pause {
            actions = kept + [.wait(pause)] + rest
        } else {
            actions = kept
            ending = self.ending
        }
    }

    private func count(of total: Int) -> Int {
        switch position {
        case .bytes(let count): min(count, total)
        case .percent(let percent): total / 100 * percent + total % 100 * percent / 100
        case .headers, .head: 0
        }
    }

    /// What comes before byte `count` of the content, and what after.
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
