/// What goes onto the wire for one answer, action by action, and how it ends.
///
/// Immutable and shared: a script that was made at load is the same object for every request that it
/// answers, and its number lets each shard keep the bytes that it rendered from it.
public final class WireScript: Sendable {
    public let upload: Upload
    public let actions: [WireAction]
    public let ending: Ending
    /// Unique among the scripts that were made at load; 0 for one that was made for a single request.
    public let number: UInt64
    /// Whether a prefix may have its place in a head. Known at load for scripts that are made then.
    let mayContainPaths: Bool

    public init(
        upload: Upload = .read, actions: [WireAction], ending: Ending, number: UInt64 = 0
    ) {
        self.upload = upload
        self.actions = actions
        self.ending = ending
        self.number = number
        mayContainPaths =
            number == 0
            || actions.contains { action in
                if case .head(let head, _, _, _) = action { PathPrefix.appliesTo(head) } else { false }
            }
    }

    /// The status of the final response, where there is one.
    public var status: Int? {
        for case .head(let head, _, _, _) in actions { return head.status }
        return nil
    }

    /// The script with its heads changed; the same one where `change` says of none that it was.
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

    /// Bytes of body that the script sends, with nothing of its framing.
    public var contentCount: Int {
        actions.reduce(0) { sum, action in
            if case .content(let content, _) = action { sum + content.count } else { sum }
        }
    }
}

/// A script, and what chance and the clock add to it for one request.
public struct WirePlan: Sendable {
    public var script: WireScript
    /// Silence before the first action.
    public var delay: Nanoseconds
    /// Seconds since 1970 for the `Date` field, where the session's clock is not the machine's.
    public var date: Int64?

    public init(_ script: WireScript, delay: Nanoseconds = 0, date: Int64? = nil) {
        self.script = script
        self.delay = delay
        self.date = date
    }
}

/// Hands out the numbers of scripts, so that no number comes twice within a gateway.
///
/// Scenarios that are loaded while a gateway runs are numbered in a run of their own.
public struct ScriptNumbering: Sendable {
    private var last: UInt64

    public init(run: UInt32 = 0) { last = UInt64(run) << 32 }

    public mutating func next() -> UInt64 {
        last += 1
        return last
    }
}
