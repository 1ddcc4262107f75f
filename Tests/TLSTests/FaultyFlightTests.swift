import CGnuTLS
import Synchronization
import TLSClient
import Testing
import Wire

@testable import TLS

/// What a server sends that has something wrong, record by record.
@Suite struct FaultyFlightTests {
    private static let certificates = Certificates { 1_893_456_000 }
    typealias Version = ClientSettings.Version
    static let versions: [Version] = [.tls12, .tls13]

    /// Bytes from and to a session.
    private final class Wire: TLSRecords {
        var input: [UInt8] = []
        var output: [UInt8] = []
        let localAddress: [UInt8] = [127, 0, 0, 1]

        func receive(into buffer: UnsafeMutableRawBufferPointer) -> TLSInput {
            guard !input.isEmpty else { return .wouldBlock }
            let count = min(buffer.count, input.count)
            buffer.copyBytes(from: input.prefix(count))
            input.removeFirst(count)
            return .some(count)
        }

        func send(_ bytes: UnsafeRawBufferPointer) { output += bytes }
    }

    /// A client and a server that speak to each other.
    private final class Pair {
        let client: ClientSession
        let hello: ClientHello
        let server: TLSSession
        private let wire = Wire()
        private let log = Log()
        private final class Log: Sendable { let lines = Mutex<[String]>([]) }
        /// What opens the records of the server; nil while they are in the clear.
        private var opener: RecordSealer?

        init(
            _ version: Version, _ fault: TLSFault, alpn: [String] = ["http/1.1"], resuming: [UInt8]? = nil,
            server shared: TLSServer? = nil, settings: TLSSettings? = nil
        ) throws {
            client = try ClientSession(
                ClientSettings(versions: [version], alpn: alpn), serverName: "x.test", resuming: resuming)
            _ = try client.handshake()
            wire.input = client.takeOutput()
            hello = try #require(wire.input.withUnsafeBufferPointer { ClientHello(records: $0) })
            let log = log
            let server =
                shared
                ?? TLSServer(FaultyFlightTests.certificates) { line in
                    log.lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
                }
            self.server = try TLSSession(
                server, settings ?? TLSSettings(.standard, fault: fault), on: wire, hello: hello)
        }

        private func secret(_ label: String) -> [UInt8]? {
            let line = log.lines.withLock { $0.first { $0.hasPrefix(label + " ") } }
            guard let digits = line?.split(whereSeparator: \.isWhitespace).last.map(Array.init) else { return nil }
            return stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0...($0 + 1)]), radix: 16)! }
        }

        /// What the server has sent, record by record: as opened, or a nil where it cannot be.
        func takeRecords() -> [(type: UInt8, bytes: [UInt8])?] {
            defer { wire.output = [] }
            var rest = wire.output[...]
            var records: [(UInt8, [UInt8])?] = []
            while rest.count >= 5 {
                let bytes = Array(rest.prefix(5))
                let record = Array(rest.prefix(5 + Int(bytes[3]) << 8 + Int(bytes[4])))
                rest = rest.dropFirst(record.count)
                let isSealed = bytes[0] == 23 && secret("SERVER_HANDSHAKE_TRAFFIC_SECRET") != nil || isOpaque
                records.append(isSealed ? opened(record) : (bytes[0], Array(record[5...])))
            }
            return records
        }

        private(set) var isOpaque = false
        private var (isDone, isServerDone) = (false, false)

        private func opened(_ record: [UInt8]) -> (UInt8, [UInt8])? {
            if opener == nil, let secret = secret("SERVER_HANDSHAKE_TRAFFIC_SECRET") {
                opener = RecordSealer(server.session, secret: secret)
            }
            return opener?.open(record)
        }

        func sent() -> [UInt8] { wire.output }

        /// Comes to the end of the handshake, and opens what follows.
        func shakeHands() throws {
            for _ in 0..<4 {
                _ = server.handshake()
                client.put(wire.output)
                wire.output = []
                if try client.handshake() {
                    wire.input += client.takeOutput()
                    break
                }
                wire.input += client.takeOutput()
            }
            guard case .done = server.handshake() else {
                Issue.record("the handshake does not end")
                return
            }
            isOpaque = true
            if let secret = secret("SERVER_TRAFFIC_SECRET_0") {
                opener = RecordSealer(server.session, secret: secret)
            } else {
                // What was sent with the end of the handshake: ChangeCipherSpec and Finished.
                client.put(wire.output)
                _ = try client.handshake()
                wire.output = []
                opener = RecordSealer(writerOf: server.session)
            }
        }

        /// What each side has to say now.
        func step() throws {
            if !isServerDone, case .done = server.handshake() { isServerDone = true }
            client.put(wire.output)
            wire.output = []
            if !isDone { isDone = try client.handshake() }
            if isDone { _ = client.read() }
            wire.input += client.takeOutput()
        }

        /// What comes behind the server's Finished with the handshake's end.
        func finishTLS13() throws -> [(type: UInt8, bytes: [UInt8])?] {
            _ = server.handshake()
            client.put(wire.output)
            wire.output = []
            _ = try client.handshake()
            wire.input += client.takeOutput()
            _ = server.handshake()
            isOpaque = true
            opener = try RecordSealer(server.session, secret: #require(secret("SERVER_TRAFFIC_SECRET_0")))
            return takeRecords()
        }
    }

    /// The kinds of messages, and other records in brackets: `2 [23] 11`.
    private static func text(_ records: [(type: UInt8, bytes: [UInt8])?]) -> String {
        records.map { record in
            guard let record else { return "?" }
            return switch record.type {
            case 22: "\(record.bytes[0])"
            case 21: "[21 \(record.bytes[1])]"
            case let type: "[\(type)]"
            }
        }.joined(separator: " ")
    }

    private static func flight(_ version: Version, _ fault: TLSFault) throws -> [(type: UInt8, bytes: [UInt8])?] {
        let pair = try Pair(version, fault)
        _ = pair.server.handshake()
        return pair.takeRecords()
    }

    @Test func aGoodOneIsThis() throws {
        #expect(Self.text(try Self.flight(.tls12, TLSFault { $0.certificate.validity = .expired })) == "2 11 12 14")
        #expect(
            Self.text(try Self.flight(.tls13, TLSFault { $0.certificate.validity = .expired })) == "2 [20] 8 11 15 20")
    }

    // MARK: Messages

    struct Row: Sendable, CustomTestStringConvertible {
        let message: TLSFault.Message
        let tls12: String
        let tls13: String
        /// The message to look at, and what it has.
        let kinds: [UInt8]
        let has: @Sendable (_ message: [UInt8], ClientHello, _ isTLS13: Bool) -> Bool
        var testDescription: String { message.rawValue }

        init(
            _ message: TLSFault.Message, _ tls12: String = "2 11 12 14", _ tls13: String = "2 [20] 8 11 15 20",
            kinds: [UInt8] = [11],
            has: @escaping @Sendable (_ message: [UInt8], ClientHello, _ isTLS13: Bool) -> Bool = { _, _, _ in true }
        ) {
            (self.message, self.tls12, self.tls13, self.kinds, self.has) = (message, tls12, tls13, kinds, has)
        }
    }

    private static func has(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
        bytes.indices.contains { bytes[$0...].starts(with: part) }
    }

    private static let rows = [
        Row(.noCertificate) { message, _, isTLS13 in
            message == (isTLS13 ? [11, 0, 0, 4, 0, 0, 0, 0] : [11, 0, 0, 3, 0, 0, 0])
        },
        Row(.missing, "2 12 14", "2 [20] 8 15 20", kinds: [2]),
        Row(.repeated, "2 11 11 12 14", "2 [20] 8 11 11 15 20"),
        Row(.unknown, "2 99 11 12 14", "2 [20] 8 99 11 15 20", kinds: [99]) { message, _, _ in
            message == [99, 0, 0, 0]
        },
        Row(.wrongOrder, "2 12 11 14", "2 [20] 8 15 11 20"),
        Row(.truncated) { message, _, isTLS13 in
            let start = isTLS13 ? 5 : 4
            let list = message[start..<start + 3].reduce(0) { $0 << 8 | Int($1) }
            return list == message.count - start - 3 + 2
        },
        Row(.dataInHandshake, "2 [23] 11 12 14", "2 [20] 8 [23] 11 15 20"),
        Row(.unofferedSignature, kinds: [12, 15]) { message, _, isTLS13 in
            let start = isTLS13 ? 4 : 8 + Int(message[7])
            return Array(message[start..<start + 2]) == [1, 1]
        },
        Row(.oversized) { message, _, _ in message.starts(with: [11, 0x7F, 0xFF, 0xFF]) && message.count > 300 },
        Row(.unknownVersion, kinds: [2]) { message, _, isTLS13 in
            isTLS13 ? has(message, [0, 43, 0, 2, 3, 9]) : message[4...5] == [3, 9]
        },
        Row(.unofferedCipher, kinds: [2]) { message, hello, isTLS13 in
            ServerHello(message).map { !hello.ciphers.contains($0.cipher) && ($0.cipher > 0x1300) == isTLS13 } == true
        },
        Row(.compression, kinds: [2]) { message, _, _ in ServerHello(message)?.compression == 1 },
        Row(.wrongSessionID, kinds: [2]) { message, _, isTLS13 in
            !isTLS13 || ServerHello(message)?.sessionID == [UInt8](repeating: 0x5A, count: 32)
        },
        Row(.badKeyShare, kinds: [2, 12]) { message, _, isTLS13 in
            if message[0] == 12 { return message[7] == 64 || message[7] == 31 }
            let share = ServerHello(message)?.extensions.first { $0.kind == 51 }?.content
            return share.map { [31, 64].contains($0.count - 4) && Int($0[3]) == $0.count - 4 } ?? !isTLS13
        },
        Row(.unofferedGroup, kinds: [2, 12]) { message, hello, isTLS13 in
            func isUnoffered(_ bytes: ArraySlice<UInt8>) -> Bool {
                !hello.groups.contains(bytes.reduce(0) { $0 << 8 | UInt16($1) })
            }
            if message[0] == 12 { return isUnoffered(message[5...6]) }
            let share = ServerHello(message)?.extensions.first { $0.kind == 51 }?.content
            return share.map { isUnoffered($0[..<2]) } ?? !isTLS13
        },
        Row(.malformedALPN, kinds: [2, 8]) { message, _, isTLS13 in
            let two: [UInt8] = [0, 16, 0, 20, 0, 18, 8] + "http/1.1".utf8 + [8] + "http/1.1".utf8
            return has(message, two) || isTLS13 && message[0] == 2
        },
        Row(.unaskedStaple, "2 11 22 12 14", "2 [20] 8 11 22 15 20", kinds: [22]) { message, _, _ in
            message == [22, 0, 0, 68, 1, 0, 0, 64] + [UInt8](repeating: 0xFF, count: 64)
        },
        Row(.badChangeCipherSpec),
    ]

    @Test(arguments: rows, versions) func aMessageIsChanged(row: Row, version: Version) throws {
        if row.message == .wrongSessionID, version == .tls12 { return }
        let pair = try Pair(version, TLSFault { $0.message = row.message })
        _ = pair.server.handshake()
        let records = pair.takeRecords()
        #expect(Self.text(records) == (version == .tls12 ? row.tls12 : row.tls13))
        let looked = records.compactMap(\.self).filter { $0.type == 22 && row.kinds.contains($0.bytes[0]) }
        #expect(!looked.isEmpty)
        for record in looked { #expect(row.has(record.bytes, pair.hello, version == .tls13)) }
        if row.message == .badChangeCipherSpec, version == .tls13 {
            #expect(records.contains { $0?.type == 20 && $0?.bytes == [2] })
        }
    }

    /// An extension of GnuTLS's own making, which is in the transcript.
    @Test(arguments: versions) func anExtensionIsHuge(version: Version) throws {
        let records = try Self.flight(version, TLSFault { $0.message = .hugeExtension })
        let bytes = records.compactMap(\.self).flatMap { $0.type == 22 ? $0.bytes : [] }
        #expect(Self.has(bytes, [0xFE, 0x5A, 0x5D, 0xC0, 0x5A, 0x5A]))
    }

    /// What is flipped is the last bit, so that a client tells it from any other failure.
    @Test(
        arguments: [
            (TLSFault.Message.wrongSignature, "GNUTLS_E_PK_SIG_VERIFY_FAILED"),
            (.badFinished, "GNUTLS_E_ERROR_IN_FINISHED_PACKET"),
        ], versions) func aProofIsWrong(row: (TLSFault.Message, String), version: Version) throws
    {
        let pair = try Pair(version, TLSFault { $0.message = row.0 })
        var failure: TLSFailure?
        do { try pair.shakeHands() } catch let error as TLSFailure { failure = error }
        #expect(failure?.name == row.1)
    }

    // MARK: Places

    @Test(arguments: versions) func itEndsAtEachPlace(version: Version) throws {
        let is13 = version == .tls13
        let places: [(TLSFault.Stage, String)] = [
            (.hello, ""), (.serverHello, is13 ? "2 [20]" : "2"), (.certificate, is13 ? "2 [20] 8 11" : "2 11"),
        ]
        for (stage, sent) in places {
            for (act, more) in [
                (TLSFault.Stop.Act.alert(TLSAlert(rawValue: 40), isFatal: true), "[21 40]"), (.close, ""),
                (.closeNotify, "[21 0]"), (.reset, ""), (.stall, ""),
            ] {
                let text = Self.text(try Self.flight(version, TLSFault { $0.stop = TLSFault.Stop(act, at: stage) }))
                // The ChangeCipherSpec leaves with the ServerHello, or is not there yet.
                let isThere = text == [sent, more].filter { !$0.isEmpty }.joined(separator: " ")
                let isWithout =
                    text == [sent.replacing(" [20]", with: ""), more].filter { !$0.isEmpty }.joined(separator: " ")
                #expect(isThere || isWithout && stage == .serverHello, "\(stage) \(act): \(text)")
            }
        }
    }

    // MARK: Records

    @Test(arguments: versions) func aRecordIsChanged(version: Version) throws {
        let is13 = version == .tls13
        let answer = Array("HTTP/1.1 200 OK\r\n\r\n0123456789".utf8)
        func records(_ record: TLSFault.Record) throws -> ([(type: UInt8, bytes: [UInt8])?], raw: [UInt8]) {
            let pair = try Pair(version, TLSFault { $0.record = record })
            try pair.shakeHands()
            _ = answer.withUnsafeBytes { pair.server.write($0) }
            let raw = pair.sent()
            return (pair.takeRecords(), raw)
        }
        func text(_ record: TLSFault.Record) throws -> String { Self.text(try records(record).0) }
        #expect(try text(.badMAC) == "?")
        #expect(Array(try records(.overflow).raw[..<5]) == [23, 3, 3, 0x48, 1])
        let long = try #require(try records(.plaintextOverflow).0.first ?? nil)
        #expect(long.bytes.count == 16_386 && long.bytes.starts(with: answer))
        let empty = try records(.empty(100)).0
        #expect(empty.count == 101 && empty.dropLast().allSatisfy { $0?.type == 23 && $0?.bytes.isEmpty == true })
        if is13 { #expect(try text(.paddingOnly).hasPrefix("?")) }
        let single = try records(.fragmented).0
        #expect(single.allSatisfy { $0?.bytes.count == 1 } && single.compactMap { $0?.bytes.first } == answer)
        #expect(try text(.unknownType) == "[99] [23]")
        let other = try records(.wrongVersion)
        #expect(Array(other.raw[..<3]) == [23, 3, 5] && other.0.first??.bytes == answer)
        #expect(try text(.heartbeat) == "[24] [23]")
        let change = try records(.changeCipherSpec)
        #expect(is13 ? change.raw.starts(with: [20, 3, 3, 0, 1, 1]) : Self.text(change.0) == "[20] [23]")
        #expect(try records(.plaintext).raw == answer)
        #expect(try text(.closeNotify) == "[21 0]")
        let cut = try records(.closeNotifyMidBody).0
        #expect(Self.text(cut) == "[23] [21 0]" && cut.first??.bytes == Array(answer.dropLast(5)))
        #expect(try text(.dataAfterCloseNotify) == "[23] [21 0] [23]")
        #expect(try text(.noCloseNotify) == "[23]")
    }

    // MARK: Behind the handshake

    @Test func whatFollowsTheHandshakeOfTLS13() throws {
        func text(_ messages: TLSFault.AfterHandshake) throws -> String {
            let pair = try Pair(.tls13, TLSFault { $0.afterHandshake = messages })
            return Self.text(try pair.finishTLS13())
        }
        #expect(try text(.warnings(3)) == "[21 90] [21 90] [21 90]")
        // They follow one that GnuTLS has sent with its Finished, by another number.
        #expect(try text(.tickets(3)) == "? ? ?")
        // The keys are others behind the first one.
        #expect(try text(.keyUpdates(3)) == "24 ? ?")
        #expect(try text(.certificateRequest) == "13")
        #expect(try text(.malformedTicket) == "4")
        #expect(try text(.badKeyUpdate) == "24")
        #expect(try text(.secondFinished) == "20")
    }

    // MARK: What comes in the place of TLS

    @Test func anotherProtocolBegins() throws {
        func sent(_ start: TLSFault.Start) throws -> [UInt8] {
            let pair = try Pair(.tls13, TLSFault { $0.start = start })
            guard case .stopped(.close) = pair.server.handshake() else { throw TLSError("it goes on") }
            return pair.sent()
        }
        #expect(try sent(.garbage) == (0..<64).map { 0xFF - $0 })
        #expect(String(decoding: try sent(.plainHTTP), as: UTF8.self).hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
        #expect(String(decoding: try sent(.greeting(.ssh)), as: UTF8.self).hasPrefix("SSH-2.0-"))
        #expect(try sent(.ssl3).starts(with: [22, 3, 0]))
        let ssl2 = try sent(.ssl2)
        #expect(ssl2[0] & 0x80 != 0 && Int(ssl2[0] & 0x7F) << 8 | Int(ssl2[1]) == ssl2.count - 2 && ssl2[2] == 4)
        let twice = try sent(.retryTwice)
        #expect(twice[..<(twice.count / 2)] == twice[(twice.count / 2)...])
        #expect(ServerHello(Array(twice[5..<(twice.count / 2)]))?.isRetry == true)
        let pair = try Pair(.tls13, TLSFault { $0.start = .retrySameGroup })
        _ = pair.server.handshake()
        let retry = try #require(ServerHello(Array(pair.sent()[5...])))
        let group = retry.extensions.first { $0.kind == 51 }?.content
        #expect(retry.isRetry && group == Int(pair.hello.keyShares[0]).bytes(2))
    }

    // MARK: Versions, ciphers and protocols

    @Test func theServerChooses() throws {
        func hello(_ fault: TLSFault, _ version: Version = .tls12) throws -> ServerHello {
            let records = try Self.flight(version, fault)
            return try #require((records.first ?? nil).flatMap { ServerHello($0.bytes) })
        }
        let marked = try hello(TLSFault { $0.choice = .downgrade })
        #expect(marked.random.suffix(8) == Array("DOWNGRD".utf8) + [1] && !marked.isTLS13)
        let unsafe = try hello(TLSFault { $0.choice = .noSecureRenegotiation })
        #expect(!unsafe.extensions.contains { $0.kind == 0xFF01 })
        let cbc = try hello(TLSFault { $0.choice = .cipher(.cbc) })
        #expect([0xC009, 0xC00A, 0xC023, 0xC024].contains(cbc.cipher))
        let none = try hello(TLSFault { $0.alpn = TLSFault.ALPN.none })
        #expect(!none.extensions.contains { $0.kind == 16 })
        let unoffered = try hello(TLSFault { $0.alpn = .unoffered })
        #expect(unoffered.extensions.first { $0.kind == 16 }?.content == [0, 9, 8] + "spdy/3.1".utf8)
        #expect(Self.text(try Self.flight(.tls13, TLSFault { $0.alpn = .refused })) == "[21 120]")
        #expect(
            Self.text(try Self.flight(.tls12, TLSFault { $0.warning = TLSAlert(rawValue: 112) }))
                == "[21 112] 2 11 12 14")
        let requests = try Self.flight(.tls12, TLSFault { $0.clientCertificate = .hugeRequest })
        #expect(requests.compactMap(\.self).contains { $0.bytes.starts(with: [13]) && $0.bytes.count == 16_384 })
    }

    /// The prime that a client is to judge, in ServerKeyExchange.
    @Test(arguments: [(TLSFault.DHGroup.bits480, 60), (.bits512, 64), (.bits1024, 128), (.composite, 128)])
    func theGroupIsWeak(group: TLSFault.DHGroup, bytes: Int) throws {
        let records = try Self.flight(
            .tls12,
            TLSFault {
                $0.choice = .weakDH(group)
                $0.certificate.keyBits = 2_048
            })
        let exchange = try #require(records.compactMap(\.self).first { $0.type == 22 && $0.bytes[0] == 12 })
        #expect(Int(exchange.bytes[4]) << 8 | Int(exchange.bytes[5]) == bytes)
        if group == .composite { #expect(exchange.bytes[6 + 127] == 0xFD) }
    }

    // MARK: Sessions

    /// A client that has a session of before sees what is wrong as well.
    @Test(arguments: versions) func aClientThatResumesSeesTheFailure(version: Version) throws {
        let server = TLSServer(Self.certificates)
        let first = try Pair(version, TLSFault(), server: server, settings: .standard)
        try Self.complete(first)
        let session = try #require(first.client.resumption)
        let again = try Pair(version, TLSFault(), resuming: session, server: server, settings: .standard)
        try Self.complete(again)
        #expect(again.client.isResumed)
        let faulty = try Pair(
            version, TLSFault { $0.certificate.validity = .expired }, resuming: session, server: server)
        try Self.complete(faulty)
        #expect(!faulty.client.isResumed)
    }

    private static func complete(_ pair: Pair) throws {
        for _ in 0..<4 { try pair.step() }
    }

    @Test(arguments: versions) func aSessionThatIsResumedFails(version: Version) throws {
        for (by, name) in [
            (TLSFault.Resumption.alert, "GNUTLS_E_FATAL_ALERT_RECEIVED"),
            (.badFinished, "GNUTLS_E_ERROR_IN_FINISHED_PACKET"),
        ] {
            let server = TLSServer(Self.certificates)
            let settings = TLSSettings(.standard, fault: TLSFault { $0.resumption = by })
            let first = try Pair(version, TLSFault(), server: server, settings: settings)
            try Self.complete(first)
            let session = try #require(first.client.resumption)
            let second = try Pair(version, TLSFault(), resuming: session, server: server, settings: settings)
            var failure: TLSFailure?
            do { try Self.complete(second) } catch let error as TLSFailure { failure = error }
            #expect(failure?.name == name, "\(by)")
        }
    }

    // MARK: Parts

    @Test func partsContradictEachOther() {
        let expired = TLSFault { $0.certificate.validity = .expired }
        let garbage = TLSFault { $0.start = .garbage }
        let tls12 = TLSFault { $0.afterHandshake = .helloRequests(1) }
        let tls13 = TLSFault { $0.record = .paddingOnly }
        let old = TLSFault { $0.choice = .version(.tls10) }
        #expect(expired.combined(with: garbage) == nil && garbage.combined(with: expired) == nil)
        #expect(TLSFault().combined(with: garbage) == garbage)
        #expect(tls12.combined(with: tls13) == nil && old.combined(with: tls13) == nil)
        #expect(expired.combined(with: old)?.versions == [.tls10])
        #expect(expired.combined(with: tls13)?.versions == [.tls13])
    }
}
