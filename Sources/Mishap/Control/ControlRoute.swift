internal import Wire

/// One call of the control API: a row of `ControlDesk.routes`.
struct ControlRoute: Sendable {
    enum Method: Sendable {
        /// GET and HEAD.
        case read
        case any
    }

    enum Access: Sendable {
        case everybody
        /// As `--control` has it, and by a Host that no page can choose.
        case guarded
    }

    enum Handler: Sendable {
        /// The same for everybody.
        case constant(WireScript)
        /// The failure that the rest of the path names, by the shard itself: what a client is pointed at.
        case failure
        /// By the desk's own thread, from a copy of the request.
        case call(@Sendable (ControlCall) -> ControlAnswer)
    }

    let method: Method
    let path: PathPattern
    /// As it is written where somebody is told of it.
    let shown: String
    let access: Access
    /// Bytes that the body may have, which is waited for; more is a 413. 0 where none is wanted, so that the call is
    /// answered at its head; nil where the handler says what it needs.
    let bodyLimit: Int?
    let handler: Handler

    init(
        _ method: Method, _ path: PathPattern, shown: String, _ access: Access, bodyLimit: Int?, _ handler: Handler
    ) {
        self.method = method
        self.path = path
        self.shown = shown
        self.access = access
        self.bodyLimit = bodyLimit
        self.handler = handler
    }
}

/// A path below `/__mishap`: `sessions/{session}/journal`, or `fail/{name...}` for what has at least one segment there.
struct PathPattern: Sendable, ExpressibleByStringLiteral {
    private enum Segment: Sendable {
        case literal([UInt8])
        /// Any one segment.
        case one
        /// All that is left, which is something.
        case rest
    }

    private let segments: [Segment]

    init(stringLiteral text: String) {
        segments = text.split(separator: "/").map { part in
            guard part.hasPrefix("{") else { return .literal(Array(part.utf8)) }
            return part.hasSuffix("...}") ? .rest : .one
        }
    }

    /// What stands in the places of the names, in their order; nil where the path is another. `path` is what of `bytes`
    /// comes behind `/__mishap`.
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
        return position == path.upperBound ? captures : nil
    }
}

/// A call as its handler sees it, on another thread than the shard's.
struct ControlCall: Sendable {
    let request: RequestSnapshot
    /// What stands in the places of the pattern's names, as it was sent.
    let names: [String]
    /// When it came: nanoseconds of the monotonic clock.
    let arrived: Nanoseconds
}

/// What a handler makes of a call.
enum ControlAnswer: Sendable {
    case reply(WireScript)
    /// Through the exchange's feed, when it is there.
    case later(@Sendable (Feed) -> Void)
}
