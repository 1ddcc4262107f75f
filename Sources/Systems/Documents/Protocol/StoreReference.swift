internal import Bytes
internal import Wire

/// Where a COPY or a MOVE goes (RFC 4918, 10.3).
struct Destination {
    let path: DocumentPath

    /// Reads the request's `Destination`: an absolute URI, or the path of one.
    static func read(_ request: Request) -> Result<Destination, DestinationProblem> {
        guard let field = request.first(Self.field) else { return .failure(.missing) }
        return StoreReference.read(request.head[field], of: request).map(Destination.init(path:))
    }

    private static let field = Array("destination".utf8)
}

/// A `Simple-ref` (RFC 4918, 8.3): how a request's fields say another document than that of its target.
enum StoreReference {
    /// The place that it names in the store of the request's session.
    static func read(_ value: ArraySlice<UInt8>, of request: Request) -> Result<DocumentPath, DestinationProblem> {
        let value = value.trimmingSpaces()
        guard !value.contains(where: { $0 <= 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "#") }) else {
            return .failure(.malformed)
        }
        let path: ArraySlice<UInt8>
        if value.first == UInt8(ascii: "/") {
            // Two slashes begin an authority without a scheme, which is no Simple-ref.
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

    /// What comes behind scheme and authority, where they are those of the request.
    private static func pathOfURI(
        _ uri: ArraySlice<UInt8>, of request: Request
    ) -> Result<ArraySlice<UInt8>, DestinationProblem> {
        let scheme = uri.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "/") }
        let behind = uri[scheme.endIndex...]
        guard isScheme(scheme), behind.first == UInt8(ascii: ":") else { return .failure(.malformed) }
        guard scheme.equalsIgnoringCase("http") else { return .failure(.anotherServer) }
        guard behind.starts(with: "://".utf8) else { return .failure(.malformed) }
        let rest = behind.dropFirst(3)
        let authority = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        guard !authority.isEmpty else { return .failure(.malformed) }
        guard let own = request.authority ?? request.first(hostField),
            host(authority).lazy.map(\.asciiLowercased)
                .elementsEqual(host(request.head[own]).lazy.map(\.asciiLowercased))
        else { return .failure(.anotherServer) }
        return .success(rest[authority.endIndex...])
    }

    /// RFC 3986, 3.1.
    private static func isScheme(_ text: ArraySlice<UInt8>) -> Bool {
        guard let first = text.first, (0x61...0x7A).contains(first | 0x20) else { return false }
        return text.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789+-.".utf8.contains($0.asciiLowercased) }
    }

    /// Host and port without the user's name, and without a port that need not be said.
    private static func host(_ authority: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let at = authority.lastIndex(of: UInt8(ascii: "@"))
        let host = at.map { authority[($0 + 1)...] } ?? authority
        if host.suffix(3).elementsEqual(":80".utf8) { return host.dropLast(3) }
        return host.last == UInt8(ascii: ":") ? host.dropLast() : host
    }

    private static let hostField = Array("host".utf8)

    // MARK: Which session

    /// What of a path is behind the prefix by which the request found its session; nil where that is not its beginning.
    ///
    /// `/-/` ends the name of a session where it is written, and may be left out: `/@notes/-/a` and `/@notes/a`.
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

    /// As much of a path as has so many segments.
    private static func beginning(of path: ArraySlice<UInt8>, segments: Int) -> ArraySlice<UInt8> {
        var slashes = 0
        return path.prefix { byte in
            if byte == UInt8(ascii: "/") { slashes += 1 }
            return slashes <= segments
        }
    }

    /// Whether a request without a prefix would reach another session by this path.
    private static func isOfAnotherSession(_ path: ArraySlice<UInt8>, _ request: Request) -> Bool {
        path.starts(with: "/@".utf8) && request.first(sessionField) == nil
    }

    private static let sessionField = Array("mishap-session".utf8)
}

/// Why a reference to a document leads to no place in the store of the session.
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
