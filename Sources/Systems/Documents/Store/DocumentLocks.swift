internal import Wire

/// The locks of a store, in the order in which they were granted.
struct DocumentLocks: Sendable {
    /// More are refused: each change is held against all of them.
    static let most = 1_000

    private(set) var all: [DocumentLock] = []
    /// Bytes of what they say of their owners.
    private(set) var bytes = 0
    /// When the first of them ends; nil where none does.
    private var nextEnd: Nanoseconds?

    var isEmpty: Bool { all.isEmpty }

    mutating func add(_ lock: DocumentLock) {
        all.append(lock)
        settle()
    }

    mutating func remove(where isGone: (DocumentLock) -> Bool) {
        guard !all.isEmpty else { return }
        all.removeAll(where: isGone)
        settle()
    }

    mutating func change(_ change: (inout DocumentLock) -> Void) {
        for index in all.indices { change(&all[index]) }
        settle()
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

    private mutating func settle() {
        bytes = all.reduce(0) { $0 + $1.bytes }
        nextEnd = all.lazy.compactMap(\.end).min()
    }
}
