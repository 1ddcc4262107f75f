/// What browsers want to be told before pages of other origins may read an answer (Fetch Standard, 3.2: CORS protocol).
public enum CrossOrigin {
    /// The answer to a preflight, which allows what it asks for; nil for every other request.
    public static func preflight(_ request: Request) -> WireScript? {
        guard request.head[request.method].elementsEqual("OPTIONS".utf8), let origin = origin(of: request),
            let method = request.first(requestMethod)
        else { return nil }
        var fields = allowing(origin)
        fields.append(HeaderField(name: Array("Access-Control-Allow-Methods".utf8), value: Array(request.head[method])))
        if let names = request.first(requestHeaders), !names.isEmpty {
            fields.append(
                HeaderField(name: Array("Access-Control-Allow-Headers".utf8), value: Array(request.head[names])))
        }
        // Long enough for a test, short enough for the next one.
        fields.append(HeaderField("Access-Control-Max-Age", "600"))
        // A page from the internet that calls this machine asks for that too (Private Network Access, 3.1).
        if let network = request.first(requestPrivateNetwork), request.head[network].equalsIgnoringCase("true") {
            fields.append(HeaderField("Access-Control-Allow-Private-Network", "true"))
        }
        fields.append(varyOrigin)
        return Reply(ResponseHead(status: 204, fields: fields)).script()
    }

    /// The script with what lets the page that asks read its answer; the same one where no page asks, where its heads are
    /// exact, and where they say by themselves who may read it.
    public static func open(_ script: WireScript, to request: Request) -> WireScript {
        guard let origin = origin(of: request) else { return script }
        var isChanged = false
        let actions = script.actions.map { action in
            guard case .head(var head, let framing, let extent, let pace) = action, !head.isExact,
                !head.isClosedToOrigins
            else { return action }
            isChanged = true
            open(&head, origin)
            return .head(head, framing, extent: extent, pace: pace)
        }
        return isChanged ? WireScript(upload: script.upload, actions: actions, ending: script.ending) : script
    }

    private static func open(_ head: inout ResponseHead, _ origin: [UInt8]) {
        let exposed = exposedNames(of: head)
        if !head.has("access-control-allow-origin") {
            if !variesByOrigin(head) { head.fields.append(varyOrigin) }
            head.fields.append(HeaderField(name: allowOrigin, value: origin))
        }
        if !head.has("access-control-allow-credentials") { head.fields.append(allowCredentials) }
        if !head.has("access-control-expose-headers") {
            head.fields.append(HeaderField("Access-Control-Expose-Headers", exposed))
        }
    }

    private static func allowing(_ origin: [UInt8]) -> [HeaderField] {
        [HeaderField(name: allowOrigin, value: origin), allowCredentials]
    }

    /// Nil for a request that no page of another origin makes.
    private static func origin(of request: Request) -> [UInt8]? {
        guard let origin = request.first(originField), !origin.isEmpty else { return nil }
        return Array(request.head[origin])
    }

    /// The names of the head that a page may not read unless it is told so. Cookies it never may, and where cookies are
    /// allowed `*` is a name like any other.
    private static func exposedNames(of head: ResponseHead) -> String {
        var names: [String] = []
        var seen = readable
        for name in head.fields.map(\.name) + [Array("Date".utf8)] {
            let lowercased = name.map(\.asciiLowercased)
            guard !name.isEmpty, name.allSatisfy(\.isTokenByte), !lowercased.starts(with: "access-control-".utf8),
                seen.insert(lowercased).inserted
            else { continue }
            names.append(String(decoding: name, as: UTF8.self))
        }
        return names.joined(separator: ", ")
    }

    private static func variesByOrigin(_ head: ResponseHead) -> Bool {
        head.fields.contains { field in
            field.isNamed("vary")
                && field.value.split(separator: UInt8(ascii: ",")).contains { name in
                    let name = name.trimmingSpaces()
                    return name.equalsIgnoringCase("origin") || name.equalsIgnoringCase("*")
                }
        }
    }

    private static let originField = Array("origin".utf8)
    private static let requestMethod = Array("access-control-request-method".utf8)
    private static let requestHeaders = Array("access-control-request-headers".utf8)
    private static let requestPrivateNetwork = Array("access-control-request-private-network".utf8)
    private static let allowOrigin = Array("Access-Control-Allow-Origin".utf8)
    private static let allowCredentials = HeaderField("Access-Control-Allow-Credentials", "true")
    private static let varyOrigin = HeaderField("Vary", "Origin")

    /// CORS-safelisted response-header names, and those that no page ever sees (Fetch Standard, 2.2.2).
    private static let readable = Set(
        [
            "cache-control", "content-language", "content-length", "content-type", "expires", "last-modified", "pragma",
            "set-cookie", "set-cookie2", "connection", "transfer-encoding",
        ].map { Array($0.utf8) })
}
