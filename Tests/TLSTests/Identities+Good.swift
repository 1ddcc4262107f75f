import TLS
import Wire

extension Identities {
    /// A good one.
    func identity(for serverName: String?, at address: [UInt8]) -> Identity? {
        identity(for: serverName, at: address, .none)
    }
}
