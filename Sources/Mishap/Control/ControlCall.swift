internal import Bytes
internal import Catalogue
internal import JSONText
internal import ScenarioFiles
internal import Wire

/// A call for its handler, which runs on another thread than the shard's.
struct ControlCall: Sendable {
    let request: RequestSnapshot
    /// What it takes.
    let description: CallDescription
    /// Values of the route's names, not decoded.
    let names: [String]
    /// When the request arrived: nanoseconds of the monotonic clock.
    let arrived: Nanoseconds
    /// The same in milliseconds since 1970.
    var arrivedAt: Int64 = 0
    /// The number of the connection by which it came.
    var connection: UInt64 = 0

    /// The URL by which clients reach the gateway, if it was told one.
    var advertised: String?
    /// The port that all sessions share, if it came by another one.
    var mainPort: UInt16?

    /// Where clients reach the gateway: as it was told, or by the Host with which the call came. A host that names a session would decide for
    /// every request, so that the address is that of `localhost` then.
    var base: String {
        if let advertised { return advertised }
        if let mainPort { return base(ofPort: mainPort) }
        return "http://" + namelessHost
    }

    /// Where clients reach a port of a session's own: by the same host.
    func base(ofPort port: UInt16) -> String {
        let scheme = advertised?.hasPrefix(Scheme.https.prefix) == true ? Scheme.https : .http
        let address = (advertised?.dropFirst(scheme.prefix.utf8.count)).map(String.init) ?? namelessHost
        let host = address.hasPrefix("[") ? address.prefix { $0 != "]" } + "]" : address.prefix { $0 != ":" }
        return "\(scheme.prefix)\(host):\(port)"
    }

    private var namelessHost: String {
        let host = host
        let name = host.prefix { $0 != ":" }
        let isBelowLocalhost = [".localhost", ".localhost."].contains { name.lowercased().hasSuffix($0) }
        return isBelowLocalhost ? "localhost" + host[name.endIndex...] : host
    }

    /// The addresses of a session, or of a scenario's shared one, as members of an answer.
    func addresses(of session: String, _ ports: SessionPorts) -> [(String, JSONValue)] {
        let port = ports.port(ofSession: session)?.number
        let (address, path) = port.map { (base(ofPort: $0), "") } ?? (base, "/@\(session)")
        return [("url", .string(address + path)), ("httpsUrl", .string(Self.https(address) + path))]
    }

    /// The same host and port with `https`, which is the address itself if it was told so.
    private static func https(_ base: String) -> String {
        guard base.hasPrefix(Scheme.http.prefix) else { return base }
        let authority = base.dropFirst(Scheme.http.prefix.utf8.count)
        // The port that `http` has by itself is not that of `https`.
        let port = authority.hasPrefix("[") ? authority.drop { $0 != "]" } : authority
        return Scheme.https.prefix + authority + (port.contains(":") ? "" : ":80")
    }

    /// A path of the gateway as a `Location`: with the address that was told, since the call may have come by another one.
    func location(_ path: String) -> HeaderField { HeaderField("Location", (advertised ?? "") + path) }

    /// The Host with which it came.
    var host: String {
        let request = Request(request)
        return request.first(Array("host".utf8)).map { request.text($0) } ?? "localhost"
    }

    /// The name of a session in the path, decoded.
    func sessionName(_ index: Int = 0) -> [UInt8] { ScenarioAddress.name(fromControlPath: names[index]) }

    /// The parameters of the query, decoded. One that the call does not take is refused, and one that comes twice.
    func query() throws(ControlRefusal) -> [String: String] {
        let request = Request(request)
        let known = description.query.map(\.name)
        guard let range = request.query else { return [:] }
        var values: [String: String] = [:]
        for pair in request.head[range].split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let name = Self.decode(parts[0])
            guard known.contains(name) else {
                if let why = description.formerQuery[name] { throw ControlRefusal(422, why) }
                if description.laterQuery.contains(name) {
                    throw ControlRefusal(400, "the parameter \"\(name)\" is not built yet in this version")
                }
                let hint = EditDistance.nearest(to: name, among: known).map { "; did you mean \"\($0)\"?" }
                let all = known.isEmpty ? "; it takes none" : "; it takes " + known.joined(separator: ", ")
                throw ControlRefusal(400, "this call has no parameter \"\(name.prefix(100))\"" + (hint ?? all))
            }
            let value = parts.count > 1 ? Self.decode(parts[1]) : ""
            guard values.updateValue(value, forKey: name) == nil else {
                throw ControlRefusal(400, "the parameter \"\(name)\" comes twice")
            }
        }
        return values
    }

    /// How long a call may wait; not at all if that is not said.
    func wait(_ text: String?) throws(ControlRefusal) -> Nanoseconds { try time(text, "wait") ?? 0 }

    /// How long a call may wait for a verdict: by itself as long as that settles, and a second more.
    func wait(
        _ text: String?, settling settle: Nanoseconds?, standard: Nanoseconds = 0
    ) throws(ControlRefusal) -> Nanoseconds {
        if let time = try time(text, "wait") { return time }
        guard let settle, settle > 0 else { return standard }
        return min(settle + Self.second, Self.longestWait)
    }

    static let second: Nanoseconds = 1_000_000_000

    /// Whether a parameter that is 1 or 0 is on.
    func isOn(_ text: String?, _ name: String) throws(ControlRefusal) -> Bool {
        switch text {
        case nil, "0": return false
        case "", "1": return true
        case let other?: throw ControlRefusal(400, "\(name) is 1, or 0, not \"\(other.prefix(100))\"")
        }
    }

    /// The time without a request after which nothing more is expected; nil if that is not said.
    func settle(_ text: String?) throws(ControlRefusal) -> Nanoseconds? { try time(text, "settle") }

    private func time(_ text: String?, _ name: String) throws(ControlRefusal) -> Nanoseconds? {
        guard let text else { return nil }
        guard text != "0" else { return 0 }
        switch DurationText.nanoseconds(text) {
        case .success(let time) where time <= Self.longestWait: return time
        case .success: throw ControlRefusal(400, "\(name) is at most 60s, not \"\(text.prefix(100))\"")
        case .failure(let failure): throw ControlRefusal(400, "\(name): \(failure.message)")
        }
    }

    private static let longestWait: Nanoseconds = 60_000_000_000

    /// The most members of a list.
    func limit(_ text: String?) throws(ControlRefusal) -> Int {
        guard let text else { return 1_000 }
        guard let limit = Int(text), (1...10_000).contains(limit) else {
            throw ControlRefusal(400, "limit is a number from 1 to 10000, not \"\(text)\"")
        }
        return limit
    }

    /// As forms encode it: `+` is a space.
    private static func decode(_ bytes: ArraySlice<UInt8>) -> String {
        PercentCoding.decode(bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }[...]).text
    }

    /// The body, a JSON object that has no other members than the call takes.
    func object() throws(ControlRefusal) -> JSONNode {
        let node = try json()
        guard let members = node.members else {
            throw ControlRefusal(422, "the body is \(node.kind), and should be an object")
        }
        let fields = description.body?.members?.fields ?? []
        let known = fields.lazy.filter { !$0.isLater }.map(\.name)
        for member in members where !known.contains(member.name) {
            if fields.contains(where: { $0.isLater && $0.name == member.name }) {
                throw ControlRefusal(422, "\"\(member.name)\" is not built yet in this version")
            }
            let hint = EditDistance.nearest(to: member.name, among: known).map { "; did you mean \"\($0)\"?" }
            let all = known.isEmpty ? "; it takes none" : "; there are " + Self.list(known)
            throw ControlRefusal(
                422, "there is no member \"\(member.name.prefix(100))\"" + (hint ?? all))
        }
        return node
    }

    private static func list(_ names: some Sequence<String>) -> String {
        names.map { "\"\($0)\"" }.joined(separator: ", ")
    }

    /// The body as JSON.
    func json() throws(ControlRefusal) -> JSONNode {
        switch JSONParser.parse(Request(request).body) {
        case .success(let node): return node
        case .failure(let error):
            throw ControlRefusal(400, "the body is no JSON: \(error.message) (at byte \(error.range.lowerBound))")
        }
    }
}

extension ControlCall {
    /// A 422 about a part of the body.
    func refusal(of node: JSONNode, _ message: String) -> ControlRefusal {
        let source = SourceText(name: "body", bytes: Request(request).body)
        var diagnostics = DiagnosticBag()
        diagnostics.add(Diagnostic(.error, file: source.name, range: node.range, message))
        return ControlRefusal(422, message, diagnostics, [source])
    }
}

/// Why a call is refused, as its answer.
struct ControlRefusal: Error {
    let script: WireScript
    /// What it says, if only that is known of it.
    let detail: String?

    init(_ script: WireScript) {
        self.script = script
        detail = nil
    }

    /// For what is wrong with a text; `pointer`: to where that stands in the body of the call.
    init(_ status: Int, _ detail: String, _ result: LoadResult, under pointer: String = "") {
        self.init(status, detail, result.diagnostics, result.sources, under: pointer)
    }

    fileprivate init(
        _ status: Int, _ detail: String, _ diagnostics: DiagnosticBag, _ sources: [SourceText],
        under pointer: String = ""
    ) {
        let renderer = DiagnosticRenderer(sources)
        self.init(
            status, detail,
            [
                ("diagnostics", renderer.json(diagnostics, under: pointer)),
                ("text", .string(renderer.render(diagnostics))),
            ])
    }

    init(_ status: Int, _ detail: String, _ more: [(String, JSONValue)] = []) {
        script = Problems.make(status, detail, [], more)
        self.detail = detail
    }
}

/// A handler's answer to a call.
enum ControlAnswer: Sendable {
    case reply(WireScript)
    /// Later, through the exchange's feed.
    case later(@Sendable (ControlFeed) -> Void)

    /// An indented JSON document.
    static func json(_ status: Int, _ value: JSONValue, _ fields: [HeaderField] = []) -> ControlAnswer {
        .reply(script(status, value, fields))
    }

    static func script(_ status: Int, _ value: JSONValue, _ fields: [HeaderField] = []) -> WireScript {
        script(status, "application/json", value.bytes(pretty: true) + [0x0A], fields)
    }

    static func script(
        _ status: Int, _ type: String, _ body: [UInt8], _ fields: [HeaderField] = []
    ) -> WireScript {
        let head = [HeaderField("Content-Type", type), HeaderField("Cache-Control", "no-store")]
        return Reply(ResponseHead(status: status, fields: head + fields), body: [Reply.Part(.bytes(body))]).script()
    }

    /// 204.
    static var nothing: WireScript { Reply(ResponseHead(status: 204)).script() }
}

extension Request {
    /// The first of these media types that the client accepts, by the order in which it names them; the first of all if it
    /// names none, or any.
    func firstAccepted(among types: [String]) -> String {
        guard let accept = first(Array("accept".utf8)) else { return types[0] }
        for range in text(accept).lowercased().split(separator: ",") {
            let type = range.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }
            if type == "*/*" { return types[0] }
            if let found = types.first(where: { $0 == type || type == $0.prefix { $0 != "/" } + "/*" }) { return found }
        }
        return types[0]
    }
}
