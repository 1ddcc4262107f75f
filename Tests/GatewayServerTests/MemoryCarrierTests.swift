import TLSClient
import TestSupport
import Testing
import Wire

@testable import GatewayServer

/// Whole connections without a socket and without libmicrohttpd: detection, reading, exchanges and answers over a transport in
/// memory, and over those that stand on another: one that doubles each byte, and TLS, whose client is in memory too.
@Suite struct MemoryCarrierTests {
    /// What carries the bytes.
    enum Carrier: CaseIterable, Sendable {
        case memory, memoryInPieces, doubling, doublingInPieces, tls, tlsInPieces, earlierTLSInPieces

        var isDoubling: Bool { self == .doubling || self == .doublingInPieces }
        var isInPieces: Bool { self != .memory && self != .doubling && self != .tls }
        var tlsVersion: ClientSettings.Version? {
            switch self {
            case .memory, .memoryInPieces, .doubling, .doublingInPieces: nil
            case .tls, .tlsInPieces: .tls13
            case .earlierTLSInPieces: .tls12
            }
        }
    }

    /// One connection, its transport, and what its peer has got.
    private struct Wire {
        let shard: MemoryShard
        let lower: MemoryTransport
        private let doubling: DoublingTransport?
        private let client: TLSPeer?

        init(_ carrier: Carrier, pieces: Int, _ decide: @escaping (Exchange) -> Decision) throws {
            shard = try MemoryShard(decide)
            let lower = MemoryTransport(atOnce: carrier.isInPieces ? pieces : .max)
            self.lower = lower
            doubling = carrier.isDoubling ? DoublingTransport(lower) : nil
            client = try carrier.tlsVersion.map { try TLSPeer(lower, ClientSettings(versions: [$0])) }
        }

        /// The first bytes open the connection.
        func send(_ bytes: [UInt8], isFirst: Bool) throws {
            if let client {
                if isFirst { try client.connect(shard) }
                try client.send(bytes)
            } else if let doubling {
                doubling.receive(bytes)
            } else {
                lower.receive(bytes)
            }
            if isFirst, client == nil { shard.accept(doubling ?? lower) }
            shard.run { lower.takeEvents() }
        }

        /// Whether the peer was told of an orderly end, in all layers.
        var isFinished: Bool {
            if let client, client.end != .closeNotify { return false }
            return lower.end == .finished
        }

        /// All that has come; nil if a byte has come once that was to come twice.
        var received: [UInt8]? {
            if let client { return client.received }
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
            try wire.send(row.bytes, isFirst: true)
            let statuses = String(decoding: try #require(wire.received), as: UTF8.self)
                .split(separator: "HTTP/1.1 ").compactMap { $0.dropFirst(3).first == " " ? Int($0.prefix(3)) : nil }
            let expected = row.outcomes.map { if case .refused(let status) = $0 { status } else { 200 } }
            #expect(statuses == expected, "\(row.name)")
            #expect(row.closes ? wire.isFinished : wire.lower.end == .open, "\(row.name)")
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
            for time in 1...times { try wire.send(Array(row.request.text("/").utf8), isFirst: time == 1) }
            let received = try #require(wire.received)
            let date = row.isDated ? ScriptRow.dateCount : 0
            #expect(received.count == times * (row.bytes.count + date), "\(row.name)")
            #expect(
                received.suffix(row.bytes.count - row.headCount) == row.bytes.dropFirst(row.headCount), "\(row.name)")
            let isEnded =
                switch row.ending {
                case .closed: wire.isFinished
                case .reset: wire.lower.end == .reset
                case .held, .kept: wire.lower.end == .open
                }
            #expect(isEnded, "\(row.name): \(wire.lower.end)")
            guard row.ending != .held else {
                #expect(wire.shard.outcomes.isEmpty, "\(row.name)")
                continue
            }
            #expect(wire.shard.outcomes.map(\.end) == Array(repeating: row.recordedEnd, count: times), "\(row.name)")
            #expect(wire.shard.outcomes.allSatisfy { $0.bytesSent == row.bytes.count + date }, "\(row.name)")
        }
    }
}

/// A client of TLS at the other end of a transport in memory.
private final class TLSPeer {
    private let lower: MemoryTransport
    private let session: ClientSession
    /// Of the transport's bytes, how many TLS has got.
    private var taken = 0
    private var plaintext: [UInt8] = []

    init(_ lower: MemoryTransport, _ settings: ClientSettings) throws {
        self.lower = lower
        session = try ClientSession(settings, serverName: "shop.test")
    }

    /// Opens the connection and does the handshake, a flight in turn.
    func connect(_ shard: MemoryShard) throws {
        var isFirst = true
        while try !session.handshake() {
            let flight = session.takeOutput()
            try #require(!flight.isEmpty || taken < lower.bytes.count, "the handshake does not go on")
            if !flight.isEmpty { lower.receive(flight) }
            if isFirst { shard.accept(lower) }
            isFirst = false
            shard.run { lower.takeEvents() }
            take()
        }
        lower.receive(session.takeOutput())
    }

    func send(_ bytes: [UInt8]) throws {
        try session.send(bytes)
        lower.receive(session.takeOutput())
    }

    private func take() {
        session.put(Array(lower.bytes[taken...]))
        taken = lower.bytes.count
    }

    var received: [UInt8] {
        take()
        plaintext += session.read()
        return plaintext
    }

    /// How the server has ended its side.
    var end: ClientSession.End? {
        _ = received
        return session.end
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
