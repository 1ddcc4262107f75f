public import Foundation

/// A request as it came, and what became of it.
public struct MishapRequest: Sendable {
    public let method: String
    /// Decoded, without the query.
    public let path: String
    /// The values of each field of the query, decoded.
    public let query: [String: [String]]
    public let headers: Headers
    /// The name of the rule that answered; nil if none did.
    public let rule: String?
    /// The name of the failure that it got, if any.
    public let failure: String?
    /// The number of the connection; equal for requests on one.
    public let connection: Int
    /// When its head was complete.
    public let started: Date
    /// When its answer had ended; nil if it has not.
    public let ended: Date?
    /// The whole entry of the journal, with what was sent.
    public let entry: JSON

    /// Nil for what came in place of a request.
    init?(_ entry: JSON) throws {
        guard let method = entry["method"]?.string else { return nil }
        self.entry = entry
        self.method = method
        path = entry["path"]?.string ?? ""
        var query: [String: [String]] = [:]
        for (name, values) in entry["query"]?.object?.pairs ?? [] {
            query[name] = values.array?.compactMap(\.string) ?? []
        }
        self.query = query
        headers = Headers(
            fields: (entry["headers"]?.array ?? []).map { ($0[0]?.string ?? "", $0[1]?.string ?? "") })
        rule = entry["rule"]?.string
        failure = entry["failure"]?.string
        connection = entry["connection"]?.int ?? 0
        started = try Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(entry["time"]?.string ?? "")
        let milliseconds = entry["milliseconds"]?.double
        ended = entry["ending"]?.string == nil ? nil : milliseconds.map { [started] in started + $0 / 1000 }
    }

    /// The whole body, as it came. Throws if the journal has kept only a part of it; `bodies` of the session keeps
    /// more.
    public var body: Data {
        get throws {
            let text = entry["body"]?.string ?? ""
            if entry["truncated"] != nil {
                throw MishapError(
                    "the body has \(entry["bodyBytes"]?.int ?? 0) bytes, of which the journal has kept a part; "
                        + "ask for more, as in .mishap(bodies: \"1MiB\")")
            }
            return entry["bodyEncoding"] == "base64" ? Data(base64Encoded: text) ?? Data() : Data(text.utf8)
        }
    }

    /// The body as text; of one that is coded (gzip), what is in it. Throws if it is no UTF-8.
    public var text: String {
        get throws {
            if let decoded = entry["decoded"]?.string, entry["decodedEncoding"] == nil { return decoded }
            if let coding = headers["Content-Encoding"], coding != "identity" {
                throw MishapError("the body is coded (\(coding)), and has no text, or more than 64 KiB of it: see body")
            }
            guard let text = String(data: try body, encoding: .utf8) else { throw MishapError("the body is no UTF-8") }
            return text
        }
    }

    /// The value in the body. Throws if it is no JSON, or another value.
    public func json<Value: Decodable>(_ type: Value.Type, decoder: JSONDecoder = JSONDecoder()) throws -> Value {
        // As it came, if all of it is there: numbers keep their digits.
        let isWhole = entry["truncated"] == nil && entry["decoded"] == nil
        let text = if let json = entry["json"], !isWhole { json.data } else { Data(try text.utf8) }
        if Value.self == JSON.self, let value = try JSON(parsing: text) as? Value { return value }
        return try decoder.decode(Value.self, from: text)
    }
}

extension MishapRequest: CustomStringConvertible {
    public var description: String {
        let status = entry["sent"]?["status"]?.int.map(String.init) ?? "nothing"
        return "\(entry["seq"]?.int ?? 0): \(method) \(entry["target"]?.string ?? "") -> \(status)"
    }
}

/// Header fields by their names, in any case, and in their order.
public struct Headers: Sendable {
    public let fields: [(name: String, value: String)]

    /// A field that came several times is joined by ", ".
    public subscript(name: String) -> String? {
        let values = all(name)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    /// The values of each field of that name.
    public func all(_ name: String) -> [String] {
        fields.filter { $0.name.caseInsensitiveCompare(name) == .orderedSame }.map(\.value)
    }
}
