import TLSClient

/// A client of the attacker that speaks TLS, and does not look at the server's certificate.
final class SecureClient {
    let client: Client
    let session: ClientSession
    private let patience: Int32

    static let settings = Result { try ClientSettings(versions: [.tls13]) }
    static let earlierSettings = Result { try ClientSettings(versions: [.tls12]) }

    /// Connects; the handshake is begun by `shakeHands`.
    ///
    /// - Parameter patience: Milliseconds that the server may be silent.
    init(_ field: Assault.Field, isEarlier: Bool = false, receiveBuffer: Int32? = nil) throws(AttackError) {
        client = try Client(port: field.port, receiveBuffer: receiveBuffer)
        session = try Self.session(isEarlier: isEarlier)
        patience = field.patience(5_000)
    }

    static func session(
        isEarlier: Bool = false, serverName: String = "localhost"
    ) throws(AttackError) -> ClientSession {
        do { return try ClientSession((isEarlier ? earlierSettings : settings).get(), serverName: serverName) } catch {
            throw AttackError("no client of TLS: \(error)")
        }
    }

    /// The first flight of a client.
    static func hello(isEarlier: Bool = false) throws(AttackError) -> [UInt8] {
        let session = try session(isEarlier: isEarlier)
        guard (try? session.handshake()) != nil else { throw AttackError("no ClientHello") }
        return session.takeOutput()
    }

    /// Whether the handshake was done.
    func shakeHands() -> Bool {
        while true {
            guard let isDone = try? session.handshake() else {
                flush()
                return false
            }
            flush()
            if isDone { return true }
            guard take() else { return false }
        }
    }

    /// Sends plaintext.
    func send(_ text: String) { send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) {
        guard (try? session.send(bytes)) != nil else { return }
        flush()
    }

    func flush() {
        let output = session.takeOutput()
        if !output.isEmpty { client.send(output, milliseconds: patience) }
    }

    /// The next plaintext; nil if none comes.
    func receive() -> [UInt8]? {
        while true {
            let plaintext = session.read()
            flush()
            if !plaintext.isEmpty { return plaintext }
            guard session.end == nil, take() else { return nil }
        }
    }

    /// Gives TLS what comes next; false if nothing does.
    private func take() -> Bool {
        guard let bytes = client.receive(within: patience) else { return false }
        session.put(bytes)
        return true
    }
}
