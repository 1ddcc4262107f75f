internal import Wire

/// A write lock (RFC 4918, 6 and 7).
struct DocumentLock: Sendable {
    /// Empty until a session draws it: what a scenario begins with has none before.
    var token: [UInt8]
    /// The path that was locked.
    let root: DocumentPath
    let isShared: Bool
    /// Whether all below it is locked as well.
    let isDeep: Bool
    /// Who holds it, as XML; nil where they did not say.
    let owner: [UInt8]?
    /// What was asked for, or granted in its place; nil for ever.
    var seconds: Int?
    /// When it was last granted that, on the clock that only goes forward.
    var since: Nanoseconds

    /// Whether it locks this path too.
    func covers(_ path: DocumentPath) -> Bool { root == path || isDeep && path.isInside(root) }

    /// When it ends; nil for never.
    var end: Nanoseconds? { seconds.map { since &+ UInt64($0) &* 1_000_000_000 } }

    /// Whole seconds that are left, rounded up; nil for ever.
    func secondsLeft(at now: Nanoseconds) -> Int? {
        end.map { end in end <= now ? 0 : Int((end - now + 999_999_999) / 1_000_000_000) }
    }

    /// Bytes that it takes of what the store may hold.
    var bytes: Int { owner?.count ?? 0 }
}
