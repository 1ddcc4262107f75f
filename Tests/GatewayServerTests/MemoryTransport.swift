@testable import GatewayServer
import Wire

/// A transport that is an array each way, and does what it is told: takes and gives so much at a time, is full, breaks.
final class MemoryTransport: Transport {
    static let features = TransportFeatures.all
    enum End { case open, finished, reset, closed }

    /// Bytes that one write takes at most, and one read gives.
    let atOnce: Int
    /// Bytes that it takes until it is full; nil for any number.
    var room: Int?
    /// Whether the peer is gone.
    var isBroken = false
    private(set) var bytes: [UInt8] = []
    private(set) var end = End.open
    private(set) var watched: Readiness?
    /// Bytes that have not reached the peer's machine.
    var unacknowledged = 0
    /// What the peer has sent and was not read yet, and whether it sends no more.
    private var input: ArraySlice<UInt8> = []
    private var isInputOver = false
    /// What changed since its owner was told.
    private var changes: Readiness = []

    init(atOnce: Int = .max, room: Int? = nil) {
        self.atOnce = atOnce
        self.room = room
    }

    // MARK: The peer

    func receive(_ bytes: [UInt8]) {
        input += bytes
        changes.insert(.readable)
    }

    func receiveEnd() {
        isInputOver = true
        changes.insert([.readable, .peerFinished])
    }

    // MARK: The owner

    func watch(_ events: Readiness) {
        watched = events
        if room != 0 { changes.insert(.writable) }
    }

    func unwatch() { watched = nil }

    /// The events that its owner is to be told of, as epoll would.
    func takeEvents() -> Readiness? {
        guard let watched, end == .open || end == .finished else { return nil }
        var events = changes
        if !watched.contains(.onChange), !input.isEmpty || isInputOver { events.insert(.readable) }
        events.formIntersection(watched)
        changes.subtract(events)
        return events.isEmpty ? nil : events
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

    func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadResult {
        if isBroken { return .broken }
        let count = min(buffer.count, input.count, atOnce)
        guard count > 0 else { return isInputOver ? .end : .wouldBlock }
        buffer.copyBytes(from: input.prefix(count))
        input = input.dropFirst(count)
        return .some(count)
    }

    func peek(into buffer: UnsafeMutableBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
        if isBroken || input.isEmpty && isInputOver { return nil }
        let count = min(buffer.count, input.count)
        _ = buffer.update(from: input.prefix(count))
        return UnsafeBufferPointer(rebasing: buffer[..<count])
    }

    func discard(limit: Int) -> DiscardResult {
        input = input.dropFirst(limit)
        return isBroken || input.isEmpty && isInputOver ? .end : input.isEmpty ? .wouldBlock : .more
    }

    var isAtEnd: Bool { isBroken || input.isEmpty && isInputOver }

    func finish(_: Ending.CloseNotify) { if end == .open { end = .finished } }
    func reset() { end = .reset }
    func close() { if end == .open { end = .closed } }
}

/// Stands on another transport: sends every byte twice, and takes every second one that comes.
final class DoublingTransport: Transport {
    static let features = TransportFeatures.all
    let lower: MemoryTransport
    /// The second half of a byte of which the lower one had room for the first.
    private var pending: [UInt8] = []
    /// What has come of the lower one, and was not read yet.
    private var input: ArraySlice<UInt8> = []

    init(_ lower: MemoryTransport) { self.lower = lower }

    func receive(_ bytes: [UInt8]) { lower.receive(bytes.flatMap { [$0, $0] }) }

    var watched: Readiness? { lower.watched }
    func watch(_ events: Readiness) { lower.watch(events) }
    func unwatch() { lower.unwatch() }

    var unacknowledged: Int { lower.unacknowledged }

    func write(_ bytes: [UInt8], from offset: Int, most: Int) -> WriteResult {
        if !pending.isEmpty {
            switch lower.write(pending, from: 0, most: 1) {
            case .some: pending = []
            case let other: return other
            }
        }
        let count = min(bytes.count - offset, most, lower.atOnce)
        let doubled = bytes[offset..<offset + count].flatMap { [$0, $0] }
        switch lower.write(doubled, from: 0, most: doubled.count) {
        case .some(let taken):
            if taken % 2 == 1 { pending = [doubled[taken]] }
            return .some((taken + 1) / 2)
        case let other: return other
        }
    }

    func writeBeneath(_ bytes: [UInt8]) -> WriteResult { lower.writeBeneath(bytes) }

    /// Takes what the lower one has.
    private func fill() -> ReadResult {
        var result = ReadResult.wouldBlock
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
            while case .some(let count) = lower.read(into: buffer) { input += buffer.prefix(count) }
            result = lower.isBroken ? .broken : lower.isAtEnd ? .end : .wouldBlock
        }
        return result
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadResult {
        let rest = fill()
        let count = min(buffer.count, input.count / 2, lower.atOnce)
        guard count > 0 else { return rest }
        for index in 0..<count { buffer[index] = input[input.startIndex + 2 * index] }
        input = input.dropFirst(2 * count)
        return .some(count)
    }

    func peek(into buffer: UnsafeMutableBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
        let rest = fill()
        let count = min(buffer.count, input.count / 2)
        if count == 0, case .end = rest { return nil }
        if case .broken = rest { return nil }
        for index in 0..<count { buffer[index] = input[input.startIndex + 2 * index] }
        return UnsafeBufferPointer(rebasing: buffer[..<count])
    }

    func discard(limit: Int) -> DiscardResult {
        let rest = fill()
        input = []
        if case .wouldBlock = rest { return .wouldBlock }
        return .end
    }

    var isAtEnd: Bool {
        _ = fill()
        return input.isEmpty && lower.isAtEnd
    }

    func finish(_ closeNotify: Ending.CloseNotify) { lower.finish(closeNotify) }
    func reset() { lower.reset() }
    func close() { lower.close() }
}
