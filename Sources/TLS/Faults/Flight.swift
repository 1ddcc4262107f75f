internal import CGnuTLS
internal import Wire

/// What the server sends in a handshake that ends, or pauses, at a place of it: looked at record by record. Those behind the
/// ServerHello of TLS 1.3 are opened and sealed anew; in TLS 1.2 everything is in the clear up to the ChangeCipherSpec, behind which
/// nothing is changed here.
final class Flight {
    /// Types of messages (RFC 8446, 4) and of records (RFC 8446, 5.1).
    enum Kind {
        static let serverHello: UInt8 = 2
        static let certificate: UInt8 = 11
        static let finished: UInt8 = 20
        static let changeCipherSpec: UInt8 = 20
        static let alert: UInt8 = 21
        static let handshake: UInt8 = 22
    }

    private let stop: TLSFault.Stop
    /// Seals what is sent behind the ServerHello of TLS 1.3.
    private var sealer: RecordSealer?
    /// Opens what GnuTLS has sealed.
    private var opener: RecordSealer?
    private(set) var isTLS13 = false
    /// Whether what follows is sealed and cannot be opened: TLS 1.2 behind its ChangeCipherSpec.
    private var isOpaque = false
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

    init(_ stop: TLSFault.Stop) { self.stop = stop }

    /// The secret by which the server's messages are sealed from now on in the handshake of TLS 1.3. Returns what is sent now.
    func began(_ session: gnutls_session_t, secret: [UInt8]) -> [UInt8] {
        sealer = RecordSealer(session, secret: secret)
        opener = RecordSealer(session, secret: secret)
        defer { awaitsSecret = false }
        return awaitsSecret ? strike() : []
    }

    /// A record that GnuTLS sends; returns what is sent in its place.
    func pass(_ record: [UInt8]) -> [UInt8] {
        guard !isStopped else { return [] }
        guard !isPaused else {
            held.append(record)
            return []
        }
        guard record.count > 5, !isOpaque else { return record }
        if record[0] == Kind.handshake { return handshake(Array(record[5...]), in: record, isSealed: false) }
        if record[0] == Kind.changeCipherSpec {
            if !isTLS13 { isOpaque = true }
            return record
        }
        guard isTLS13, let opener, let (type, content) = opener.open(record) else { return record }
        guard type == Kind.handshake else { return sealer?.seal(type, content) ?? record }
        return handshake(content, in: record, isSealed: true)
    }

    private func handshake(_ content: [UInt8], in record: [UInt8], isSealed: Bool) -> [UInt8] {
        guard let kind = content.first else { return record }
        if kind == Kind.serverHello { isTLS13 = Self.isTLS13(content) }
        let sent = isSealed ? sealer?.seal(Kind.handshake, content) ?? record : record
        let stage: TLSFault.Stage? =
            switch kind {
            case Kind.serverHello where Self.isRetry(content): nil
            case Kind.serverHello: .serverHello
            case Kind.certificate: .certificate
            case Kind.finished: .finished
            default: nil
            }
        if let stage {
            reached = stage
            if stop.stage == stage { return sent + strike() }
        }
        return sent
    }

    /// What is sent at the stage at which the handshake ends, which is not that of its Finished.
    private func strike() -> [UInt8] {
        // GnuTLS itself seals what follows its Finished.
        guard stop.stage != .finished else { return [] }
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

    /// Whether a ServerHello is a HelloRetryRequest, by its random (RFC 8446, 4.1.3).
    private static func isRetry(_ message: [UInt8]) -> Bool {
        message.dropFirst(6).starts(with: [0xCF, 0x21, 0xAD, 0x74, 0xE5, 0x9A, 0x61, 0x11])
    }

    /// Whether a ServerHello has the extension supported_versions.
    private static func isTLS13(_ message: [UInt8]) -> Bool {
        var reader = ByteReader(message[4...])
        guard reader.take(34) != nil, reader.vector(1) != nil, reader.take(3) != nil,
            var extensions = reader.vector(2).map({ ByteReader($0) })
        else { return false }
        while let kind = extensions.number(2), extensions.vector(2) != nil { if kind == 43 { return true } }
        return false
    }
}
