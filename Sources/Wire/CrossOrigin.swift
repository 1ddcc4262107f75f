/// The CORS protocol (Fetch Standard, 3.2): lets pages of other origins read responses.
public enum CrossOrigin {
    /// The response to a preflight, which allows all that it asks for; nil for other requests.
    public static func preflight(_ request: Request) -> WireScript? {
        guard request.head[request.method].elementsEqual("OPTIONS".utf8), let origin = origin(of: request),
            let method = request.first(requestMethod)
        else { return nil }
        var fields = allowing(origin)
        fields.append(HeaderField(name: allowMethods, value: echo(request.head[method])))
        if let names = request.first(requestHeaders), !names.isEmpty {
            fields.append(HeaderField(name: allowHeaders, value: echo(request.head[names])))
        }
        // Seconds: long enough for one test, and short enough not to affect later ones for long.
        fields.append(HeaderField("Access-Control-Max-Age", "600"))
        // Browsers ask for this when a page from the internet calls a private address (Private Network Access, 3.1).
        if let network = request.first(requestPrivateNetwork), request.head[network].equalsIgnoringCase("true") {
            fields.append(HeaderField("Access-Control-Allow-Private-Network", "true"))
        }
        fields.append(varyOrigin)
        return Reply(ResponseHead(status: 204, fields: fields)).script()
    }

    /// The script with the CORS fields for the origin of the request. Exact heads, and heads from which
    /// Access-Control-Allow-Origin was removed, are not changed; one that is the system's own gives way.
    ///
    /// Without an origin, a script that was made at load is returned as it is, since `varies` was applied to it then.
    public static func open(_ script: WireScript, to request: Request) -> WireScript {
        guard let origin = origin(of: request) else {
            return script.number == 0 ? script.changingHeads { vary(&$0) } : script
        }
        return open(script, toOrigin: origin)
    }

    /// The script with the CORS fields for pages of that origin.
    public static func open(_ script: WireScript, toOrigin origin: [UInt8]) -> WireScript {
        script.changingHeads { head in
            guard !head.isExact, !head.removedNames.contains(allowOrigin) else { return false }
            open(&head, origin)
            return true
        }
    }

    /// The script for requests without an origin, with `Vary: Origin`: caches must not serve its response to pages of
    /// other origins (Fetch Standard, 3.2.6: CORS protocol and HTTP caches).
    public static func varies(_ script: WireScript) -> WireScript {
        script.changingHeads(number: script.number) { vary(&$0) }
    }

    /// Adds `Vary: Origin` to a head that differs by origin; returns whether it did.
    @discardableResult public static func vary(_ head: inout ResponseHead) -> Bool {
        guard !head.isExact, !head.removedNames.contains(allowOrigin), !head.removedNames.contains(varyName),
            head.yieldsAllowOrigin || !head.has("access-control-allow-origin"), !variesByOrigin(head)
        else { return false }
        head.fields.append(varyOrigin)
        return true
    }

    private static func open(_ head: inout ResponseHead, _ origin: [UInt8]) {
        vary(&head)
        if head.yieldsAllowOrigin { head.remove("Access-Control-Allow-Origin") }
        let exposed = exposedNames(of: head)
        if !head.has("access-control-allow-origin") {
            head.fields.append(HeaderField(name: allowOriginName, value: origin))
        }
        if !head.has("access-control-allow-credentials") { head.setUnlessRemoved(allowCredentials) }
        if !head.has("access-control-expose-headers") {
            head.setUnlessRemoved(HeaderField("Access-Control-Expose-Headers", exposed))
        }
    }

    private static func allowing(_ origin: [UInt8]) -> [HeaderField] {
        [HeaderField(name: allowOriginName, value: origin), allowCredentials]
    }

    /// The value of the Origin field; nil if there is none.
    private static func origin(of request: Request) -> [UInt8]? {
        guard let origin = request.first(originField), !origin.isEmpty else { return nil }
        return echo(request.head[origin])
    }

    /// The value without bytes that are not allowed in field values (RFC 9110, 5.5), even if some reader accepted them.
    private static func echo(_ value: ArraySlice<UInt8>) -> [UInt8] {
        value.filter { $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F }
    }

    /// The names of the fields that a page can read only if they are exposed, one by one: with credentials, `*` is not
    /// a wildcard. Cookies can never be exposed.
    private static func exposedNames(of head: ResponseHead) -> String {
        var names: [String] = []
        var seen = readable
        // `Vary: Origin` was added for caches, and is not exposed.
        for name in head.fields.filter({ $0 != varyOrigin }).map(\.name) + [Array("Date".utf8)] {
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
    private static let allowOriginName = Array("Access-Control-Allow-Origin".utf8)
    static let allowOrigin = allowOriginName.map(\.asciiLowercased)
    private static let varyName = Array("vary".utf8)
    private static let allowMethods = Array("Access-Control-Allow-Methods".utf8)
    private static let allowHeaders = Array("Access-Control-Allow-Headers".utf8)
    private static let allowCredentials = HeaderField("Access-Control-Allow-Credentials", "true")
    private static let varyOrigin = HeaderField("Vary", "Origin")

    /// Names that need not be exposed: the CORS-safelisted response-header names, and those that pages can never read
    /// (Fetch Standard, 2.2.2).
    private static let readable = Set(
        [
            "cache-control", "content-language", "content-length", "content-type", "expires", "last-modified", "pragma",
            "set-cookie", "set-cookie2", "connection", "transfer-encoding",
        ].map { Array($0.utf8) })
}
