import TestSupport
import Testing
import Wire

@testable import GatewayServer

/// Whole connections without a socket and without libmicrohttpd: detection, reading, exchanges and answers over a transport in
/// memory, and over one that stands on another, as TLS will.
@Suite struct MemoryCarrierTests {
    /// What carries the bytes.
    enum Carrier: CaseIterable, Sendable {
        case memory, memoryInPieces, doubling, doublingInPieces

        var isDoubling: Bool { self == .doubling || self == .doublingInPieces }
        var isInPieces: Bool { self == .memoryInPieces || self == .doublingInPieces }
    }

    /// One connection, its transport, and what its peer has got.
    private struct Wire {
        let shard: MemoryShard
        let lower: MemoryTransport
        private let doubling: DoublingTransport?

        init(_ carrier: Carrier, pieces: Int, _ decide: @escaping (Exchange) -> Decision) throws {
            shard = try MemoryShard(decide)
            lower = MemoryTransport(atOnce: carrier.isInPieces ? pieces : .max)
            doubling = carrier.isDoubling ? DoublingTransport(lower) : nil
        }

        /// The first bytes open the connection.
        func send(_ bytes: [UInt8], isFirst: Bool) {
            if let doubling { doubling.receive(bytes) } else { lower.receive(bytes) }
            if isFirst { shard.accept(doubling ?? lower) }
            shard.run { lower.takeEvents() }
        }

        /// All that has come; nil if a byte has come once that was to come twice.
        var received: [UInt8]? {
            guard doubling != nil else { return lower.bytes }
            let halves = stride(from: 0, to: lower.bytes.count, by: 2)
            guard lower.bytes.count % 2 == 0, halves.allSatisfy({ lower.bytes[$0] == lower.bytes[$0 + 1] }) else {
                return nil
            }
            return halves.map { lower.bytes[$0] }
        }
    }

    @Test(arguments: Carrier.allCases) func theTableOfRequestsIsAnswered(by carrier: Carrier) throws {
        for row in RequestRow.all {
            let wire = try Wire(carrier, pieces: 8) { exchange in
                guard exchange.request.isBodyComplete else { return .needsBody }
                return .plan(WirePlan(Reply(status: 200, contentType: "text/plain", text: "ok").script(number: 0)))
            }
            wire.send(row.bytes, isFirst: true)
            let statuses = String(decoding: try #require(wire.received), as: UTF8.self)
                .split(separator: "HTTP/1.1 ").compactMap { $0.dropFirst(3).first == " " ? Int($0.prefix(3)) : nil }
            let expected = row.outcomes.map { if case .refused(let status) = $0 { status } else { 200 } }
            #expect(statuses == expected, "\(row.name)")
            #expect(wire.lower.end == (row.closes ? .finished : .open), "\(row.name)")
            let taken = zip(wire.shard.targets, wire.shard.bodies).prefix(row.outcomes.count { $0.isTaken }).map {
                RequestRow.Outcome.taken($0, String(decoding: $1, as: UTF8.self))
            }
            #expect(taken == row.outcomes.filter(\.isTaken), "\(row.name)")
        }
    }

    @Test(arguments: Carrier.allCases) func theTableOfScriptsIsSent(by carrier: Carrier) throws {
        for (index, row) in ScriptRow.all.enumerated() {
            let wire = try Wire(carrier, pieces: 1000) { exchange in
                exchange.request.isBodyComplete
                    ? .plan(WirePlan(row.answer.script(number: 0), delay: index % 2 == 0 ? 0 : 2_000_000)) : .needsBody
            }
            let times = row.ending == .kept ? 2 : 1
            for time in 1...times { wire.send(Array(row.request.text("/").utf8), isFirst: time == 1) }
            let received = try #require(wire.received)
            let date = row.isDated ? ScriptRow.dateCount : 0
            #expect(received.count == times * (row.bytes.count + date), "\(row.name)")
            #expect(
                received.suffix(row.bytes.count - row.headCount) == row.bytes.dropFirst(row.headCount), "\(row.name)")
            let ends: [MemoryTransport.End] =
                switch row.ending {
                case .closed: [.finished]
                case .reset: [.reset]
                case .held, .kept: [.open]
                }
            #expect(ends.contains(wire.lower.end), "\(row.name): \(wire.lower.end)")
            guard row.ending != .held else {
                #expect(wire.shard.outcomes.isEmpty, "\(row.name)")
                continue
            }
            #expect(wire.shard.outcomes.map(\.end) == Array(repeating: row.recordedEnd, count: times), "\(row.name)")
            #expect(wire.shard.outcomes.allSatisfy { $0.bytesSent == row.bytes.count + date }, "\(row.name)")
        }
    }
}

extension RequestRow.Outcome {
    fileprivate var isTaken: Bool { if case .taken = self { true } else { false } }
}

extension MemoryCarrierTests {
    /// A socket leaves the library within a turn, in which its answer may come as well, and wait for room.
    @Test func anAnswerThatBeginsBeforeItsConnectionGoesOnKeepsItsPlace() throws {
        let text = String(repeating: "x", count: 5000)
        let shard = try MemoryShard { _ in .later }
        let transport = MemoryTransport(room: 100)
        transport.receive(Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
        shard.accept(transport)
        let connection = try #require(shard.connection)
        connection.fed(
            connection.exchange.id, Reply(status: 200, contentType: "text/plain", text: text).script(), isLast: true)
        #expect(transport.watched?.contains(.writable) == true)
        connection.startDetached()
        #expect(transport.watched?.contains(.writable) == true)
        transport.room = nil
        connection.happened(.writable)
        #expect(String(decoding: transport.bytes, as: UTF8.self).hasSuffix("\r\n\r\n" + text))
    }
}
