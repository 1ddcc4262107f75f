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

/// The locks of a store, in the order in which they were granted.
struct DocumentLocks: Sendable {
    /// More are refused: each change is held against all of them.
    static let maximumCount = 1_000

    private(set) var all: [DocumentLock] = []
    /// Bytes of what they say of their owners.
    private(set) var bytes = 0
    /// When the first of them ends; nil where none does.
    private var nextEnd: Nanoseconds?

    var isEmpty: Bool { all.isEmpty }

    mutating func add(_ lock: DocumentLock) {
        all.append(lock)
        updateTotals()
    }

    mutating func remove(where isGone: (DocumentLock) -> Bool) {
        guard !all.isEmpty else { return }
        all.removeAll(where: isGone)
        updateTotals()
    }

    mutating func change(_ change: (inout DocumentLock) -> Void) {
        for index in all.indices { change(&all[index]) }
        updateTotals()
    }

    /// Forgets those that have ended.
    mutating func expire(at now: Nanoseconds) {
        guard let nextEnd, nextEnd <= now else { return }
        remove { lock in lock.end.map { $0 <= now } ?? false }
    }

    /// Those that lock a path, by itself or from above.
    func covering(_ path: DocumentPath) -> [DocumentLock] { all.isEmpty ? [] : all.filter { $0.covers(path) } }

    /// Those of what is below a path.
    func below(_ path: DocumentPath) -> [DocumentLock] {
        all.isEmpty ? [] : all.filter { $0.root.isInside(path) }
    }

    private mutating func updateTotals() {
        bytes = all.reduce(0) { $0 + $1.bytes }
        nextEnd = all.lazy.compactMap(\.end).min()
    }
}
