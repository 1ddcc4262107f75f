/// Why there is no listening socket.
enum ListeningFailure: Error {
    case addressInUse(host: String, port: UInt16)
    case permissionDenied(host: String, port: UInt16)
    /// It is no address of this machine.
    case addressNotAvailable(host: String, port: UInt16)
    case unknownHost(String)
    case system(call: String, error: String)
}
