/// A failure of the catalogue: by one of the members here, which are those of daily use, or by name, status, code or
/// symbol. `mishap catalogue` lists them all, and `mishap explain NAME` has the parameters of each.
public struct Failure: Sendable {
    let name: JSON
    let parameters: JSON.Members

    private init(_ name: String, _ parameters: KeyValuePairs<String, JSON?> = [:]) {
        self.name = .string(name)
        var members = JSON.Members()
        for (name, value) in parameters { if let value { members[name] = value } }
        self.parameters = members
    }

    private init(name: JSON, parameters: JSON.Members) {
        self.name = name
        self.parameters = parameters
    }

    /// Any failure: `.named("graph/190", with: ["message": "x"])`, `.named("ECONNRESET")`.
    public static func named(_ name: String, with parameters: JSON.Members = [:]) -> Failure {
        Failure(name: .string(name), parameters: parameters)
    }

    /// An answer with this status; with the system of the scenario, one as that system makes it.
    public static func status(_ status: Int) -> Failure { Failure(name: .integer(status), parameters: [:]) }

    /// Whether it spoils a reply, rather than being an answer or an ending of its own.
    var isSpoiler: Bool {
        if case .string(let cause)? = parameters["by"], cause.contains("/") { return spoilerNames.contains(cause) }
        return spoilerNames.contains(name.string ?? name.description)
    }
}

// MARK: tcp

extension Failure {
    /// The gateway reads the request and resets the connection.
    public static let reset = Failure("tcp/reset")
    /// The gateway reads the request and closes the connection without an answer.
    public static let close = Failure("tcp/close")

    /// The connection closes in the middle of the response's head.
    public static func closeMidHeaders(after bytes: Int? = nil) -> Failure {
        Failure("tcp/close-mid-headers", ["after": bytes.map { .integer($0) }])
    }

    /// The connection is reset in the middle of the response's body, by default in the middle of it.
    public static func resetMidBody(after position: Position? = nil) -> Failure {
        Failure("tcp/reset-mid-body", ["after": position?.json])
    }

    /// The connection closes in the middle of the response's body.
    public static func closeMidBody(after position: Position? = nil) -> Failure {
        Failure("tcp/close-mid-body", ["after": position?.json])
    }

    /// The response's body stops, for so long or for ever, and the connection stays open.
    public static func stallMidBody(after position: Position? = nil, for time: Duration? = nil) -> Failure {
        Failure("tcp/stall-mid-body", ["after": position?.json, "for": time.map { .string($0.words) }])
    }

    /// The response's body drips in.
    public static func slow(bytes: Int? = nil, every time: Duration? = nil) -> Failure {
        Failure("tcp/slow", ["bytes": bytes.map { .integer($0) }, "every": time.map { .string($0.words) }])
    }

    /// The connection is reset while the client sends the request's body.
    public static func resetMidUpload(after position: Position? = nil) -> Failure {
        Failure("tcp/reset-mid-upload", ["after": position?.json])
    }

    /// The connection closes while the client sends the request's body.
    public static func closeMidUpload(after position: Position? = nil) -> Failure {
        Failure("tcp/close-mid-upload", ["after": position?.json])
    }

    /// The gateway stops reading in the middle of the request's body.
    public static func stopReading(after position: Position? = nil, for time: Duration? = nil) -> Failure {
        Failure("tcp/stop-reading", ["after": position?.json, "for": time.map { .string($0.words) }])
    }
}

// MARK: http

extension Failure {
    /// The gateway reads the request and never answers it.
    public static let timeout = Failure("http/timeout")
    /// Bytes that are not HTTP come back in place of a response.
    public static let garbage = Failure("http/garbage")
    /// An HTML page comes where JSON belongs, as from a captive portal or a proxy.
    public static let html = Failure("http/html")
    /// The response is a success in every way, but its body is empty.
    public static let emptyBody = Failure("http/empty-body")
    /// The body is right, but Content-Type says that it is something else.
    public static let wrongContentType = Failure("http/wrong-content-type")
    /// Inside a string of the body stand bytes that are not UTF-8.
    public static let invalidUTF8 = Failure("http/invalid-utf8")
    /// The response begins with a line that is no status line.
    public static let malformedStatusLine = Failure("http/malformed-status-line")
    /// A chunked body comes whole, but the chunk that ends it never does.
    public static let missingLastChunk = Failure("http/missing-last-chunk")
    /// Content-Length promises more bytes than the body has.
    public static let lengthTooLong = Failure("http/length-too-long")
    /// Content-Length promises fewer bytes than the body has.
    public static let lengthTooShort = Failure("http/length-too-short")
    /// The body is said to be gzip and cannot be unpacked.
    public static let badGzip = Failure("http/bad-gzip")
    /// The gateway sends the client to the very address that it asked for, for ever.
    public static let redirectLoop = Failure("http/redirect-loop")

    /// The response is complete, but the JSON in it stops, by default half way.
    public static func truncatedJSON(after position: Position? = nil) -> Failure {
        Failure("http/truncated-json", ["after": position?.json])
    }

    /// The head of the response drips in.
    public static func slowHeaders(bytes: Int? = nil, every time: Duration? = nil) -> Failure {
        Failure("http/slow-headers", ["bytes": bytes.map { .integer($0) }, "every": time.map { .string($0.words) }])
    }

    /// The gateway sends the client to this address, or to one where nothing good awaits it.
    public static func redirect(to location: String? = nil) -> Failure {
        Failure("http/redirect-to", ["location": location.map { .string($0) }])
    }

    /// The response is a success, and larger than the client has room for.
    public static func tooLarge(bytes: Int? = nil) -> Failure {
        Failure("http/too-large", ["size": bytes.map { .integer($0) }])
    }
}

/// Where an answer breaks off: `4` bytes of its body, a share such as `"50%"`, a size such as `"10KB"`, or a time after
/// the head.
public struct Position: Sendable, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    let json: JSON

    public init(integerLiteral bytes: Int) { json = .integer(bytes) }
    public init(stringLiteral words: String) { json = .string(words) }
    private init(json: JSON) { self.json = json }

    public static func bytes(_ count: Int) -> Position { Position(json: .integer(count)) }
    /// So long after the head left, wherever the body is then.
    public static func time(_ time: Duration) -> Position { Position(json: .string(time.words)) }
    /// The whole head and no body; of a `cut`.
    public static let head: Position = "head"
    /// The status line alone; of a `cut`.
    public static let statusLine: Position = "status"
    /// So many bytes of the head; of a `cut`.
    public static func head(bytes count: Int) -> Position { Position(json: ["head": .integer(count)]) }
}
