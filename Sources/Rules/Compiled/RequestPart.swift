public import JSONText
internal import Wire

/// A part of a request that an expectation compares, spelt as a placeholder without `request.`: `headers.X-Id`,
/// `json/order/id`.
public enum RequestPart: Sendable, Hashable {
    case method, target, path, body
    /// Name of a header field in lower case.
    case header([UInt8])
    case query([UInt8])
    case cookie([UInt8])
    case form([UInt8])
    case json(JSONPointer)
}

extension RequestPart {
    /// The parts that are a word by themselves.
    public static let words: [(name: String, part: RequestPart)] = [
        ("body", .body), ("path", .path), ("method", .method), ("target", .target), ("json", .json(JSONPointer([]))),
    ]
    /// The parts that have a name after a dot.
    public static let groups = ["headers", "query", "cookies", "form"]

    /// The part with this name of a group; nil if it cannot have the name.
    public init?(group: String, name: [UInt8]) {
        guard !name.isEmpty else { return nil }
        switch group {
        case "headers":
            guard name.allSatisfy(\.isTokenByte) else { return nil }
            self = .header(name.map(\.asciiLowercased))
        case "query": self = .query(name)
        case "cookies": self = .cookie(name)
        case "form": self = .form(name)
        default: return nil
        }
    }
}
