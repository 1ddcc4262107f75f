/// Why a listening socket could not be made.
enum ListeningFailure: Error {
    case addressInUse(host: String, port: UInt16)
    case permissionDenied(host: String, port: UInt16)
    /// The host is not an address of this machine.
    case addressNotAvailable(host: String, port: UInt16)
    case unknownHost(String)
    case system(call: String, error: String)
}
