internal import Synchronization
internal import Wire

/// Room for the bodies of requests that are kept at once, over all shards. What does not fit waits, first come first
/// served.
final class BodyRoom: Sendable {
    /// A body that waits for so many bytes.
    private struct Wait: Sendable {
        let id: ExchangeID
        let count: Int
        let inbox: Inbox
    }

    /// In bytes.
    private let size: Int
    private let taken = Atomic<Int>(0)
    /// How many wait, so that nobody takes the lock while none does.
    private let waiting = Atomic<Int>(0)
    private let queue = Mutex<[Wait]>([])

    init(size: Int) { self.size = size }

    /// Bytes that are taken now.
    var count: Int { taken.load(ordering: .relaxed) }

    /// Takes so many bytes; false if they do not fit, or if others wait for large bodies and this is one, too.
    func take(_ count: Int, isLarge: Bool) -> Bool {
        if isLarge, waiting.load(ordering: .acquiring) > 0 { return false }
        return take(count)
    }

    private func take(_ count: Int) -> Bool { take(count, of: size) }

    /// Takes bytes that have come already, though they do not fit; false if that has been done too often.
    func takeOver(_ count: Int) -> Bool { take(count, of: size + size / 8) }

    /// Never counts what is not granted, not even for a moment: others would be refused for it.
    private func take(_ count: Int, of limit: Int) -> Bool {
        var known = taken.load(ordering: .relaxed)
        while known + count <= limit {
            let result = taken.compareExchange(
                expected: known, desired: known + count, ordering: .sequentiallyConsistent)
            if result.exchanged { return true }
            known = result.original
        }
        return false
    }

    /// Whether so many bytes could ever fit.
    func canFit(_ count: Int) -> Bool { count <= size }

    /// More would take long to search through.
    private static let mostWaiting = 4096

    /// Sends `.room` to the inbox as soon as so many bytes fit. They are taken then. False if too many wait already.
    func wait(_ id: ExchangeID, for count: Int, _ inbox: Inbox) -> Bool {
        queue.withLock { queue in
            guard queue.count < Self.mostWaiting else { return false }
            queue.append(Wait(id: id, count: count, inbox: inbox))
            waiting.store(queue.count, ordering: .sequentiallyConsistent)
            grant(&queue)
            return true
        }
    }

    /// Waits no longer. A message that was sent before still comes, and what it gives is to be given back.
    func leave(_ id: ExchangeID) {
        queue.withLock { queue in
            queue.removeAll { $0.id == id }
            waiting.store(queue.count, ordering: .releasing)
            grant(&queue)
        }
    }

    func giveBack(_ count: Int) {
        guard count > 0 else { return }
        taken.subtract(count, ordering: .sequentiallyConsistent)
        if waiting.load(ordering: .sequentiallyConsistent) > 0 { queue.withLock { grant(&$0) } }
    }

    private func grant(_ queue: inout [Wait]) {
        var granted = 0
        for first in queue {
            guard take(first.count) else { break }
            first.inbox.send(.room(first.id, bytes: first.count))
            granted += 1
        }
        guard granted > 0 else { return }
        queue.removeFirst(granted)
        waiting.store(queue.count, ordering: .releasing)
    }
}
