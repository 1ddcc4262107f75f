@testable import GatewayServer
import Wire

/// A transport that is an array, and does what it is told: takes so much at a time, is full, breaks.
final class MemoryTransport: Transport {
    static let features = TransportFeatures.all
    enum End { case open, finished, reset, closed }

    /// Bytes that one write takes at most.
    let atOnce: Int
    /// Bytes that it takes until it is full; nil for any number.
    var room: Int?
    /// Whether the peer is gone.
    var isBroken = false
    private(set) var bytes: [UInt8] = []
    private(set) var end = End.open
    /// What its owner wants to be told of.
    private(set) var watched: Readiness?
    /// Bytes that have not reached the peer's machine.
    var unacknowledged = 0

    init(atOnce: Int = .max, room: Int? = nil) {
        self.atOnce = atOnce
        self.room = room
    }

    func write(_ bytes: [UInt8], from offset: Int, most: Int) -> WriteResult {
        if isBroken || end != .open { return .broken }
        let count = min(bytes.count - offset, most, atOnce, room ?? .max)
        guard count > 0 else { return .wouldBlock }
        self.bytes += bytes[offset..<offset + count]
        room = room.map { $0 - count }
        return .some(count)
    }

    func writeBeneath(_ bytes: [UInt8]) -> WriteResult { write(bytes, from: 0, most: .max) }

    func watch(_ events: Readiness) { watched = events }
    func unwatch() { watched = nil }

    func finish() { if end == .open { end = .finished } }
    func reset() { end = .reset }
    func close() { if end == .open { end = .closed } }
    func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadResult { isBroken ? .broken : .wouldBlock }
    func discard(limit: Int) -> DiscardResult { isBroken ? .end : .wouldBlock }
}

/// Stands on another transport and sends every byte twice.
struct DoublingTransport: Transport {
    static let features = TransportFeatures.all
    let lower: MemoryTransport
    /// The second half of a byte of which the lower one had room for the first.
    private var pending: [UInt8] = []

    init(_ lower: MemoryTransport) { self.lower = lower }

    var unacknowledged: Int { lower.unacknowledged }

    mutating func write(_ bytes: [UInt8], from offset: Int, most: Int) -> WriteResult {
        if !pending.isEmpty {
            switch lower.write(pending, from: 0, most: 1) {
            case .some: pending = []
            case let other: return other
            }
        }
        let count = min(bytes.count - offset, most)
        let doubled = bytes[offset..<offset + count].flatMap { [$0, $0] }
        switch lower.write(doubled, from: 0, most: doubled.count) {
        case .some(let taken):
            if taken % 2 == 1 { pending = [doubled[taken]] }
            return .some((taken + 1) / 2)
        case let other: return other
        }
    }

    mutating func writeBeneath(_ bytes: [UInt8]) -> WriteResult { lower.writeBeneath(bytes) }

    mutating func watch(_ events: Readiness) { lower.watch(events) }
    mutating func unwatch() { lower.unwatch() }

    mutating func finish() { lower.finish() }
    mutating func reset() { lower.reset() }
    mutating func close() { lower.close() }
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadResult { lower.read(into: buffer) }
    mutating func discard(limit: Int) -> DiscardResult { lower.discard(limit: limit) }
}
