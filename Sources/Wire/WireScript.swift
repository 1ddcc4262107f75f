/// The actions that send one answer, and how it ends.
///
/// Immutable and shared: a script that was made at load is one object for all requests that it answers. Shards cache
/// its encoded bytes by its number.
public final class WireScript: Sendable {
    public let upload: Upload
    public let actions: [WireAction]
    public let ending: Ending
    /// Unique among the scripts made at load; 0 for a script made for a single request.
    public let number: UInt64
    /// Number of the `ReplyLayout` that the script is from; 0 for none. Scripts with the same number differ in the content and
    /// its length alone.
    public let layout: UInt64
    /// Whether a head may have paths that need a `PathPrefix`. Computed once for scripts made at load and for
    /// layouts; true for others.
    let mayContainPaths: Bool

    public init(
        upload: Upload = .read, actions: [WireAction], ending: Ending, number: UInt64 = 0
    ) {
        self.upload = upload
        self.actions = actions
        self.ending = ending
        self.number = number
        layout = 0
        mayContainPaths =
            number == 0
            || actions.contains { action in
                if case .head(let head, _, _, _) = action { PathPrefix.appliesTo(head) } else { false }
            }
    }

    /// A script of a layout.
    init(actions: [WireAction], layout: UInt64, mayContainPaths: Bool) {
        upload = .read
        self.actions = actions
        ending = .complete
        number = 0
        self.layout = layout
        self.mayContainPaths = mayContainPaths
    }

    /// The script with another way of reading the body.
    package func with(_ upload: Upload) -> WireScript {
        WireScript(upload: upload, actions: actions, ending: ending)
    }

    /// The status of the final response; nil if there is none.
    public var status: Int? {
        for case .head(let head, _, _, _) in actions { return head.status }
        return nil
    }

    /// The script with changed heads; the same object if `change` returns false for all of them.
    func changingHeads(number: UInt64 = 0, _ change: (inout ResponseHead) -> Bool) -> WireScript {
        var isChanged = false
        let actions = actions.map { action in
            guard case .head(var head, let framing, let extent, let pace) = action, change(&head) else {
                return action
            }
            isChanged = true
            return .head(head, framing, extent: extent, pace: pace)
        }
        return isChanged ? WireScript(upload: upload, actions: actions, ending: ending, number: number) : self
    }

    /// About as many bytes as it keeps in memory.
    public var size: Int {
        actions.reduce(0) { size, action in
            switch action {
            case .interim(let head, _), .head(let head, _, _, _):
                size + head.fields.reduce(0) { $0 + $1.name.count + $1.value.count }
            case .content(.bytes(let bytes), _), .raw(let bytes): size + bytes.count
            case .content, .endOfContent, .wait, .limit, .made, .contentLimit: size
            }
        }
    }

    /// Whether parts of its body are made while it is sent.
    public var hasMadeParts: Bool { actions.contains(where: \.isMade) }

    /// Bytes of body that the script sends, without framing.
    public var contentCount: Int {
        actions.reduce(0) { sum, action in
            if case .content(let content, _) = action { sum + content.count } else { sum }
        }
    }
}

/// A script with the delay and date that apply to one request.
public struct WirePlan: Sendable {
    public var script: WireScript
    /// The time before the first action.
    public var delay: Nanoseconds
    /// Seconds since 1970 for the `Date` field, if the session's clock is manual; nil for the machine's clock.
    public var date: Int64?

    public init(_ script: WireScript, delay: Nanoseconds = 0, date: Int64? = nil) {
        self.script = script
        self.delay = delay
        self.date = date
    }
}

/// Assigns numbers to scripts, unique within a gateway.
///
/// Each load of scenarios while a gateway runs has a `run` of its own.
public struct ScriptNumbering: Sendable {
    /// The number of the next script.
    private var following: UInt64
    private var step: UInt64 = 1

    public init(run: UInt32 = 0) { following = UInt64(run) << 32 + 1 }

    /// Whether the numbers of the run are nearly used up, and would be those of the next one.
    public var isExhausted: Bool { following & 0xFFFF_FFFF > 0xFF00_0000 }

    public mutating func next() -> UInt64 {
        defer { following += step }
        return following
    }

    /// The numbers of one of `count` files that are loaded at the same time: every `count`th one, so that they depend on
    /// nothing but the file and its place.
    public func part(_ index: Int, of count: Int) -> ScriptNumbering {
        var part = self
        part.following += step * UInt64(index)
        part.step *= UInt64(count)
        return part
    }

    /// Numbers behind those that the parts have assigned.
    public func behind(_ parts: [ScriptNumbering]) -> ScriptNumbering {
        var numbering = self
        for part in parts where part.following >= following + part.step {
            numbering.following = max(numbering.following, part.following - part.step + step)
        }
        return numbering
    }
}
