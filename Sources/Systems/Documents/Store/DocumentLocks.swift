internal import Wire

/// A write lock (RFC 4918, 6 and 7).
struct DocumentLock: Sendable {
    /// Empty for a lock of the scenario, until `activateLocks` draws it.
    var token: [UInt8]
    /// The path that was locked.
    let root: DocumentPath
    let isShared: Bool
    /// Whether the lock has Depth infinity.
    let isDeep: Bool
    /// The `owner` element; nil if the client sent none.
    let owner: [UInt8]?
    /// The granted time; nil for an infinite lock.
    var seconds: Int?
    /// When it was granted or refreshed, on the monotonic clock.
    var since: Nanoseconds

    /// Whether it locks this path.
    func covers(_ path: DocumentPath) -> Bool { root == path || isDeep && path.isInside(root) }

    /// When it expires; nil for an infinite lock.
    var end: Nanoseconds? { seconds.map { since &+ UInt64($0) &* 1_000_000_000 } }

    /// Whole seconds that are left, rounded up; nil for an infinite lock.
    func secondsLeft(at now: Nanoseconds) -> Int? {
        end.map { end in end <= now ? 0 : Int((end - now + 999_999_999) / 1_000_000_000) }
    }

    /// Bytes that count towards the store's limit.
    var bytes: Int { owner?.count ?? 0 }
}

/// The locks of a store, in the order in which they were granted.
struct DocumentLocks: Sendable {
    /// More are refused, because each change is checked against all of them.
    static let maximumCount = 1_000

    private(set) var all: [DocumentLock] = []
    /// Bytes of all `owner` elements.
    private(set) var bytes = 0
    /// When the first lock expires; nil if none does.
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

    /// Removes expired locks.
    mutating func expire(at now: Nanoseconds) {
        guard let nextEnd, nextEnd <= now else { return }
        remove { lock in lock.end.map { $0 <= now } ?? false }
    }

    /// The locks that cover a path: on it, or deep ones above it.
    func covering(_ path: DocumentPath) -> [DocumentLock] { all.isEmpty ? [] : all.filter { $0.covers(path) } }

    /// The locks whose root is below a path.
    func below(_ path: DocumentPath) -> [DocumentLock] {
        all.isEmpty ? [] : all.filter { $0.root.isInside(path) }
    }

    private mutating func updateTotals() {
        bytes = all.reduce(0) { $0 + $1.bytes }
        nextEnd = all.lazy.compactMap(\.end).min()
    }
}
