internal import Bytes
internal import Wire

/// The destination of a COPY or MOVE (RFC 4918, 10.3).
struct Destination {
    let path: DocumentPath

    /// Reads the field `Destination`: an absolute URI or an absolute path.
    static func read(_ request: Request) -> Result<Destination, DestinationProblem> {
        guard let field = request.first(Self.field) else { return .failure(.missing) }
        return StoreReference.read(request.head[field], of: request).map(Destination.init(path:))
    }

    private static let field = Array("destination".utf8)
}

/// Reads a `Simple-ref` (RFC 4918, 8.3), by which a request's fields refer to another document.
enum StoreReference {
    /// The path in the store of the request's session.
    static func read(_ value: ArraySlice<UInt8>, of request: Request) -> Result<DocumentPath, DestinationProblem> {
        let value = value.trimmingSpaces()
        guard !value.contains(where: { $0 <= 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "#") }) else {
            return .failure(.malformed)
        }
        let path: ArraySlice<UInt8>
        if value.first == UInt8(ascii: "/") {
            // Two slashes would begin an authority without a scheme, which is not a Simple-ref.
            guard value.dropFirst().first != UInt8(ascii: "/") else { return .failure(.malformed) }
            path = value
        } else {
            switch pathOfURI(value, of: request) {
            case .success(let found): path = found
            case .failure(let problem): return .failure(problem)
            }
        }
        guard let inside = behindPrefix(path.prefix { $0 != UInt8(ascii: "?") }, of: request) else {
            return .failure(.outside)
        }
        do throws(PathProblem) {
            return .success(try DocumentPath(target: inside))
        } catch {
            return .failure(.path(error))
        }
    }

    // MARK: Which server

    /// The part after scheme and authority, which must be those of the request.
    private static func pathOfURI(
        _ uri: ArraySlice<UInt8>, of request: Request
    ) -> Result<ArraySlice<UInt8>, DestinationProblem> {
        let scheme = uri.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "/") }
        let afterScheme = uri[scheme.endIndex...]
        guard isScheme(scheme), afterScheme.first == UInt8(ascii: ":") else { return .failure(.malformed) }
        guard scheme.equalsIgnoringCase("http") else { return .failure(.anotherServer) }
        guard afterScheme.starts(with: "://".utf8) else { return .failure(.malformed) }
        let rest = afterScheme.dropFirst(3)
        let authority = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        guard !authority.isEmpty else { return .failure(.malformed) }
        guard let ownAuthority = request.authority ?? request.first(hostField),
            host(authority).lazy.map(\.asciiLowercased)
                .elementsEqual(host(request.head[ownAuthority]).lazy.map(\.asciiLowercased))
        else { return .failure(.anotherServer) }
        return .success(rest[authority.endIndex...])
    }

    /// RFC 3986, 3.1.
    private static func isScheme(_ text: ArraySlice<UInt8>) -> Bool {
        guard let first = text.first, (0x61...0x7A).contains(first | 0x20) else { return false }
        return text.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789+-.".utf8.contains($0.asciiLowercased) }
    }

    /// Host and port, without user information and without the default port.
    private static func host(_ authority: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let at = authority.lastIndex(of: UInt8(ascii: "@"))
        let host = at.map { authority[($0 + 1)...] } ?? authority
        if host.suffix(3).elementsEqual(":80".utf8) { return host.dropLast(3) }
        return host.last == UInt8(ascii: ":") ? host.dropLast() : host
    }

    private static let hostField = Array("host".utf8)

    // MARK: Which session

    /// The part of a path after the prefix by which the request selected its session; nil if the path does not begin
    /// with that.
    ///
    /// `/-/` marks the end of the session's name, and is optional: `/@notes/-/a` and `/@notes/a` are the same.
    private static func behindPrefix(_ path: ArraySlice<UInt8>, of request: Request) -> ArraySlice<UInt8>? {
        let marker = "/-".utf8
        var prefix = request.head[request.pathPrefix]
        guard !prefix.isEmpty else { return isOfAnotherSession(path, request) ? nil : path }
        if prefix.suffix(2).elementsEqual(marker) { prefix = prefix.dropLast(2) }
        let name: ArraySlice<UInt8>
        let rest: ArraySlice<UInt8>
        if let end = path.indices.first(where: { path[$0...].starts(with: "/-/".utf8) }) {
            name = path[..<end]
            rest = path[(end + 2)...]
        } else {
            name = beginning(of: path, segments: prefix.count { $0 == UInt8(ascii: "/") })
            rest = path[name.endIndex...]
        }
        return PercentCoding.decode(name) == PercentCoding.decode(prefix) ? rest : nil
    }

    /// The first segments of a path.
    private static func beginning(of path: ArraySlice<UInt8>, segments: Int) -> ArraySlice<UInt8> {
        var slashes = 0
        return path.prefix { byte in
            if byte == UInt8(ascii: "/") { slashes += 1 }
            return slashes <= segments
        }
    }

    /// Whether a request to this path without a prefix would select another session.
    private static func isOfAnotherSession(_ path: ArraySlice<UInt8>, _ request: Request) -> Bool {
        path.starts(with: "/@".utf8) && request.first(sessionField) == nil
    }

    private static let sessionField = Array("mishap-session".utf8)
}

/// Why a reference is not a path in the session's store.
enum DestinationProblem: Error, Hashable {
    case missing, malformed, anotherServer, outside
    case path(PathProblem)

    /// RFC 4918, 9.8.5 and 9.9.4.
    var status: Int {
        switch self {
        case .missing, .malformed: 400
        case .anotherServer: 502
        case .outside: 403
        case .path(let problem): problem.status
        }
    }

    var message: String {
        switch self {
        case .missing: "there is no Destination"
        case .malformed: "the Destination is neither an http URI nor a path"
        case .anotherServer: "the Destination is on another server"
        case .outside: "the Destination is outside of this session's store"
        case .path(let problem): "in the Destination, \(problem.message)"
        }
    }
}
