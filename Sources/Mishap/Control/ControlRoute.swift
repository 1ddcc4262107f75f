internal import Wire

/// One call of the control API: a row of `ControlAPI.routes`.
struct ControlRoute: Sendable {
    enum Method: String, Sendable {
        /// GET, and HEAD.
        case read = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
        case any = "*"

        /// Whether it is that of a request.
        func takes(_ method: ArraySlice<UInt8>) -> Bool {
            switch self {
            case .any: true
            case .read: method.elementsEqual("GET".utf8) || method.elementsEqual("HEAD".utf8)
            case .post, .put, .patch, .delete: method.elementsEqual(rawValue.utf8)
            }
        }

        /// The methods that it takes; for `any`, the usual ones.
        var all: [String] {
            switch self {
            case .any: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
            case .read: ["GET", "HEAD"]
            case .post, .put, .patch, .delete: [rawValue]
            }
        }

        /// As in `Allow`.
        var allowed: String { all.joined(separator: ", ") }
    }

    enum Access: Sendable {
        case everybody
        /// Only clients that `--control` allows, with a Host that no web page can choose.
        case guarded
    }

    enum Handler: Sendable {
        /// A constant answer of each shard.
        case perShard([WireScript])
        /// The failure that the rest of the path names, answered on the shard: clients under test use it.
        case failure
        /// Handled on the control API's own threads, from a copy of the request.
        case call(@Sendable (ControlCall) throws(ControlRefusal) -> ControlAnswer)
    }

    let method: Method
    let path: PathPattern
    let access: Access
    /// Most bytes of body, which is awaited; more is a 413. With 0 the call is answered at its head; with nil the
    /// handler decides.
    let bodyLimit: Int?
    let description: CallDescription
    let handler: Handler

    init(
        _ method: Method, _ path: PathPattern, _ access: Access, bodyLimit: Int?, _ description: CallDescription,
        _ handler: Handler
    ) {
        self.method = method
        self.path = path
        self.access = access
        self.bodyLimit = bodyLimit
        self.description = description
        self.handler = handler
    }

    /// Whether it is that of `/__mishap/` itself, where a browser gets the page.
    var isListing: Bool { path.text.isEmpty }

    /// The route as error messages show it.
    var shown: String { (method == .any ? "" : method.rawValue + " ") + "/__mishap/" + path.text }
}

/// A path below `/__mishap`, such as `sessions/{session}/journal`; `fail/{name...}` takes one or more segments.
struct PathPattern: Sendable, ExpressibleByStringLiteral {
    private enum Segment: Sendable {
        case literal([UInt8])
        /// Any one segment.
        case one
        /// One or more segments.
        case rest
    }

    /// As it was written.
    let text: String
    /// The names in it, in their order.
    let names: [String]
    private let segments: [Segment]

    init(stringLiteral text: String) {
        self.text = text
        segments = text.split(separator: "/").map { part in
            guard part.hasPrefix("{") else { return .literal(Array(part.utf8)) }
            return part.hasSuffix("...}") ? .rest : .one
        }
        names = text.split(separator: "/").filter { $0.hasPrefix("{") }.map { part in
            String(part.dropFirst().prefix { $0 != "." && $0 != "}" })
        }
    }

    /// Values of the names, in their order; nil if the path does not match. `path` is the range of `bytes` after
    /// `/__mishap`.
    func match(_ bytes: borrowing [UInt8], _ path: Range<Int>) -> [Range<Int>]? {
        var captures: [Range<Int>] = []
        var position = path.lowerBound
        for segment in segments {
            guard position < path.upperBound, bytes[position] == UInt8(ascii: "/") else { return nil }
            let start = position + 1
            var end = start
            while end < path.upperBound, bytes[end] != UInt8(ascii: "/") { end += 1 }
            switch segment {
            case .literal(let wanted):
                guard bytes[start..<end].elementsEqual(wanted) else { return nil }
            case .one: captures.append(start..<end)
            case .rest:
                captures.append(start..<path.upperBound)
                end = path.upperBound
            }
            position = end
        }
        // With no segments, `/` is as good as nothing.
        if segments.isEmpty, path.count == 1, bytes[position] == UInt8(ascii: "/") { return [] }
        return position == path.upperBound ? captures : nil
    }
}
