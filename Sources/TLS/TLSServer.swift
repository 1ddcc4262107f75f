internal import CGnuTLS
internal import Synchronization
public import Wire

/// The server's side of TLS: what all its sessions share.
///
/// GnuTLS is asked for nothing before the first session begins.
public final class TLSServer: Sendable {
    let identities: any Identities
    /// Gets each line for a key log, as Wireshark and others read it; nil for no log.
    let keyLog: (@Sendable (_ line: [UInt8]) -> Void)?
    private let contexts = Mutex<[ObjectIdentifier: TLSContext]>([:])
    private static let mostContexts = 256

    public init(_ identities: any Identities, keyLog: (@Sendable (_ line: [UInt8]) -> Void)? = nil) {
        self.identities = identities
        self.keyLog = keyLog
    }

    /// Why TLS cannot be like this here, such as that the system's policy forbids it; nil if it can.
    public static func problem(with settings: TLSSettings) -> String? {
        do throws(TLSError) {
            gnutls_priority_deinit(try TLSContext.priorities(settings.spokenVersions, settings.fault))
            return nil
        } catch {
            return error.description
        }
    }

    /// One for the same settings each time, so that sessions can be resumed. Of too many, only that for all connections which no
    /// scenario has a say in is kept.
    func context(for settings: TLSSettings) throws(TLSError) -> TLSContext {
        let id = ObjectIdentifier(settings)
        if let known = contexts.withLock({ $0[id] }) { return known }
        let made = try TLSContext(settings)
        return contexts.withLock { contexts in
            if let known = contexts[id] { return known }
            if contexts.count >= Self.mostContexts {
                contexts = contexts.filter { $0.value.settings === TLSSettings.standard }
            }
            contexts[id] = made
            return made
        }
    }
}

/// What a call of GnuTLS has refused.
public struct TLSError: Error, Sendable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }

    /// With the words that GnuTLS has for the code of an error.
    init(_ what: String, _ code: Int32) { description = "\(what): \(String(cString: gnutls_strerror(code)))" }
}
