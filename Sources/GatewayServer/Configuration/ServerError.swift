/// Why a server could not be started, or a listener not be added.
public enum ServerError: Error, Sendable, Hashable, CustomStringConvertible {
    case addressInUse(host: String, port: UInt16)
    case permissionDenied(host: String, port: UInt16)
    case addressNotAvailable(host: String, port: UInt16)
    case unknownHost(String)
    case system(call: String, error: String)
    /// The server has stopped, so nothing can be added to it.
    case stopped
    case library(String)
    /// libmicrohttpd refuses a connection, for want of memory or of descriptors.
    case libraryRefusesConnections(error: String)
    /// This version of libmicrohttpd does not take over a connection at once: it keeps the socket for later.
    case libraryKeepsConnections(version: String)
    /// This version of libmicrohttpd lacks a behaviour that the server needs.
    case libraryLacks(LibraryHook, version: String)

    init(_ failure: ListeningFailure) {
        switch failure {
        case .addressInUse(let host, let port): self = .addressInUse(host: host, port: port)
        case .permissionDenied(let host, let port): self = .permissionDenied(host: host, port: port)
        case .addressNotAvailable(let host, let port): self = .addressNotAvailable(host: host, port: port)
        case .unknownHost(let host): self = .unknownHost(host)
        case .system(let call, let error): self = .system(call: call, error: error)
        }
    }

    public var description: String {
        switch self {
        case .addressInUse: cause + "; choose another with --port, or --port 0 for any free one"
        case .permissionDenied: cause + ", choose another with --port"
        default: cause
        }
    }

    /// The same without an option that helps.
    package var cause: String {
        switch self {
        case .addressInUse(let host, let port): "port \(port) on \(host) is in use"
        case .permissionDenied(let host, let port):
            "no permission to listen on port \(port) of \(host); ports below 1024 are the system's"
        case .addressNotAvailable(let host, let port):
            "\(host) is not an address of this machine, so nothing can listen on its port \(port)"
        case .unknownHost(let host): "the host \"\(host)\" is not known here"
        case .system(let call, let error): "\(call) failed: \(error)"
        case .stopped: "the server has stopped"
        case .library(let what): "libmicrohttpd: \(what)"
        case .libraryRefusesConnections(let error):
            "libmicrohttpd takes no connection: \(error)"
        case .libraryKeepsConnections(let version):
            Self.libraryLacks("take connections over at once, so that no client would be answered", version)
        case .libraryLacks(let hook, let version): Self.libraryLacks(hook.missingBehaviour, version)
        }
    }

    private static func libraryLacks(_ what: String, _ version: String) -> String {
        "libmicrohttpd \(version) does not \(what); \(LibraryVersions.words) do"
    }
}
