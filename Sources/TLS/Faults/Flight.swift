internal import CGnuTLS
internal import Wire

/// What the server sends where something is wrong with it: looked at message by message in the handshake, and record by record
/// behind it, and changed. What is sealed is opened and sealed anew: in TLS 1.3 all that follows the ServerHello, in TLS 1.2 what
/// follows the handshake. Between the ChangeCipherSpec of TLS 1.2 and its end nothing is changed here.
final class Flight {
    /// Types of messages (RFC 8446, 4) and of records (RFC 8446, 5.1).
    enum Kind {
        static let serverHello: UInt8 = 2
        static let newSessionTicket: UInt8 = 4
        static let encryptedExtensions: UInt8 = 8
        static let certificate: UInt8 = 11
        static let serverKeyExchange: UInt8 = 12
        static let certificateRequest: UInt8 = 13
        static let certificateVerify: UInt8 = 15
        static let finished: UInt8 = 20
        static let certificateStatus: UInt8 = 22
        static let keyUpdate: UInt8 = 24

        static let changeCipherSpec: UInt8 = 20
        static let alert: UInt8 = 21
        static let handshake: UInt8 = 22
        static let data: UInt8 = 23
        static let heartbeat: UInt8 = 24
    }

    private let stop: TLSFault.Stop?
    private var messages: ChangedMessages?
    private var records: ChangedRecords?
    /// Seals what is sent from now on, and opens what GnuTLS has sealed; nil while all is in the clear.
    private var (sealer, opener): (RecordSealer?, RecordSealer?)
    /// Those that follow the server's Finished of TLS 1.3, once they are known.
    private var laterKeys: (RecordSealer?, RecordSealer?)?
    private(set) var isTLS13 = false
    /// Whether what follows is sealed and cannot be opened: TLS 1.2 behind its ChangeCipherSpec.
    private var isOpaque = false
    /// The beginning of a message of which the rest comes in the next record.
    private var begun: [UInt8] = []
    /// The stage that has been reached.
    private(set) var reached: TLSFault.Stage?
    /// Records that wait for the end of a pause.
    private var held: [[UInt8]] = []
    private(set) var isPaused = false
    private var wasPaused = false
    /// Whether the handshake ends as soon as its alert can be sealed.
    private var awaitsSecret = false
    /// Whether nothing more is passed on.
    private(set) var isStopped = false

    init(_ stop: TLSFault.Stop?, _ messages: ChangedMessages?, _ record: TLSFault.Record?) {
        self.stop = stop
        self.messages = messages
        records = record.map { ChangedRecords($0) }
    }

    // MARK: Keys

    /// The secret by which the server's messages are sealed from now on in the handshake of TLS 1.3. Returns what is sent now.
    func began(_ session: gnutls_session_t, secret: [UInt8]) -> [UInt8] {
        sealer = RecordSealer(session, secret: secret)
        opener = RecordSealer(session, secret: secret)
        defer { awaitsSecret = false }
        return awaitsSecret ? strike() : []
    }

    /// The secret by which is sealed what follows the server's Finished in TLS 1.3.
    func finishes(_ session: gnutls_session_t, secret: [UInt8]) {
        laterKeys = (RecordSealer(session, secret: secret), RecordSealer(session, secret: secret))
        if reached == .finished { takeLaterKeys() }
    }

    private func takeLaterKeys() {
        guard let keys = laterKeys else { return }
        (sealer, opener) = keys
        laterKeys = nil
    }

    /// The handshake is over.
    func established(_ session: gnutls_session_t) {
        guard !isTLS13 else { return }
        (sealer, opener) = (RecordSealer(writerOf: session), RecordSealer(writerOf: session))
    }

    /// A record of ours, behind the handshake.
    func sealed(_ type: UInt8, _ content: [UInt8]) -> [UInt8] { sealer?.seal(type, content) ?? [] }

    // MARK: Records

    /// A record that GnuTLS sends; returns what is sent in its place.
    func pass(_ record: [UInt8]) -> [UInt8] {
        guard !isStopped else { return [] }
        guard !isPaused else {
            held.append(record)
            return []
        }
        guard record.count > 5 else { return record }
        if record[0] == Kind.handshake, !isOpaque {
            let version = record[2]
            return handshake(record[5...]) { type, content in
                [type, 3, version, UInt8(content.count >> 8), UInt8(content.count & 0xFF)] + content
            }
        }
        if record[0] == Kind.changeCipherSpec {
            if !isTLS13 { isOpaque = true }
            return messages?.changeCipherSpec(record) ?? record
        }
        guard let opener, let sealer, let (type, content) = opener.open(record) else { return record }
        if type == Kind.handshake { return handshake(content[...]) { sealer.seal($0, $1) } }
        if type == Kind.data, records != nil {
            let sent = records!.records(of: content, sealer, isTLS13: isTLS13)
            isStopped = records!.isOver
            return sent
        }
        return sealer.seal(type, content)
    }

    /// Passes on the messages that are whole.
    private func handshake(_ content: ArraySlice<UInt8>, _ seal: (UInt8, [UInt8]) -> [UInt8]) -> [UInt8] {
        begun += content
        var sent: [UInt8] = []
        while begun.count >= 4 {
            let end = 4 + begun[1...3].reduce(0) { $0 << 8 | Int($1) }
            guard begun.count >= end else { break }
            let message = Array(begun[..<end])
            begun.removeFirst(end)
            sent += pass(message: message, seal)
            if isStopped { return sent }
        }
        return sent
    }

    private func pass(message: [UInt8], _ seal: (UInt8, [UInt8]) -> [UInt8]) -> [UInt8] {
        let kind = message[0]
        if kind == Kind.serverHello { isTLS13 = ServerHello(message)?.isTLS13 ?? false }
        let contents = messages?.contents(of: message, isTLS13: isTLS13) ?? [(Kind.handshake, message)]
        var sent: [UInt8] = []
        for (type, content) in contents {
            for start in stride(from: 0, to: content.count, by: Self.largestRecord) {
                sent += seal(type, Array(content[start..<min(start + Self.largestRecord, content.count)]))
            }
        }
        let stage: TLSFault.Stage? =
            switch kind {
            case Kind.serverHello where ServerHello(message)?.isRetry == true: nil
            case Kind.serverHello: .serverHello
            case Kind.certificate: .certificate
            case Kind.finished: .finished
            default: nil
            }
        guard let stage else { return sent }
        reached = stage
        if stage == .finished { takeLaterKeys() }
        return stop?.stage == stage ? sent + strike() : sent
    }

    /// Bytes of a record (RFC 8446, 5.1).
    static let largestRecord = 16 << 10

    // MARK: Endings

    /// What is sent at the stage at which the handshake ends, which is not that of its Finished.
    private func strike() -> [UInt8] {
        // GnuTLS itself sends what follows its Finished.
        guard let stop, stop.stage != .finished else { return [] }
        switch stop.act {
        case .pause:
            if !wasPaused { (isPaused, wasPaused) = (true, true) }
            return []
        case .alert(let alert, let isFatal): return alertRecord(isFatal ? 2 : 1, alert.rawValue)
        case .closeNotify: return alertRecord(1, 0)
        case .close, .reset, .stall:
            isStopped = true
            return []
        }
    }

    private func alertRecord(_ level: UInt8, _ code: UInt8) -> [UInt8] {
        if isTLS13, sealer == nil {
            awaitsSecret = true
            return []
        }
        isStopped = true
        if let sealer { return sealer.seal(Kind.alert, [level, code]) }
        return [Kind.alert, 3, 3, 0, 2, level, code]
    }

    /// The pause is over: what was held.
    func goOn() -> [UInt8] {
        isPaused = false
        defer { held = [] }
        return held.reduce(into: []) { $0 += pass($1) }
    }
}
