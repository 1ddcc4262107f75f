/// A part of what is expected of the client, as in a scenario: `.requests(2)`, `.same(.body)`,
/// `.honours("Retry-After")`. Those of one call are one expectation.
public struct MishapExpectation: Sendable {
    let name: String
    let value: JSON
    /// What is wrong with it, for `expect` to throw.
    private let problem: MishapError?

    private init(_ name: String, _ value: JSON) { (self.name, self.value, problem) = (name, value, nil) }

    private init(_ name: String, _ conditions: [Match]) {
        self.name = name
        do {
            (value, problem) = (try Match.json(of: conditions), nil)
        } catch {
            (value, problem) = (.null, error as? MishapError)
        }
    }

    // MARK: What must hold

    /// So many requests.
    public static func requests(_ count: Int) -> MishapExpectation { MishapExpectation("requests", .integer(count)) }

    /// So many requests, in all or in any window of this time.
    public static func requests(atLeast: Int? = nil, atMost: Int? = nil, per time: Duration? = nil) -> MishapExpectation
    {
        var range = bounds(atLeast.map { .integer($0) }, atMost.map { .integer($0) })
        if let time { range["per"] = .string(time.words) }
        return MishapExpectation("requests", .object(range))
    }

    /// The time between an answer's end and the next request.
    public static func gap(atLeast: Duration? = nil, atMost: Duration? = nil) -> MishapExpectation {
        MishapExpectation("gap", .object(bounds(atLeast, atMost)))
    }

    /// Gap n is at least `first` × `factor`ⁿ⁻¹, or `cap`.
    public static func backoff(
        factor: Double, first: Duration? = nil, tolerance: String? = nil, cap: Duration? = nil
    ) -> MishapExpectation {
        var fields = JSON.Members()
        if let first { fields["first"] = .string(first.words) }
        fields["factor"] = .number(factor)
        if let tolerance { fields["tolerance"] = .string(tolerance) }
        if let cap { fields["cap"] = .string(cap.words) }
        return MishapExpectation("backoff", .object(fields))
    }

    /// No request comes before the time that this header of an answer asked for, nor, with `late`, much later.
    public static func honours(_ header: String, lateAtMost: Duration? = nil) -> MishapExpectation {
        guard let lateAtMost else { return MishapExpectation("honours", .string(header)) }
        return MishapExpectation("honours", ["header": .string(header), "late": ["atMost": .string(lateAtMost.words)]])
    }

    /// All requests have the same value of each part.
    public static func same(_ parts: RequestPart...) -> MishapExpectation {
        MishapExpectation("same", .array(parts.map { .string($0.name) }))
    }

    /// Each request has another value of each part.
    public static func distinct(_ parts: RequestPart...) -> MishapExpectation {
        MishapExpectation("distinct", .array(parts.map { .string($0.name) }))
    }

    /// Each request is like that.
    public static func every(_ match: Match...) -> MishapExpectation {
        MishapExpectation("every", match)
    }

    /// The requests come on so many connections.
    public static func connections(_ count: Int) -> MishapExpectation {
        MishapExpectation("connections", .integer(count))
    }

    /// The client closes this long after its request.
    public static func gaveUp(atLeast: Duration? = nil, atMost: Duration? = nil) -> MishapExpectation {
        MishapExpectation("gaveUp", .object(bounds(atLeast, atMost)))
    }

    /// At no moment more than `atMost` requests are open, and at one moment at least `atLeast`.
    public static func atOnce(atLeast: Int? = nil, atMost: Int? = nil) -> MishapExpectation {
        MishapExpectation("atOnce", .object(bounds(atLeast.map { .integer($0) }, atMost.map { .integer($0) })))
    }

    /// The first hits of these rules come in this order.
    public static func order(_ rules: String...) -> MishapExpectation {
        MishapExpectation("order", .array(rules.map { .string($0) }))
    }

    // MARK: Which requests it is about

    public static func rule(_ name: String) -> MishapExpectation { MishapExpectation("rule", .string(name)) }
    /// Requests like that, whichever rules take them.
    public static func match(_ match: Match...) -> MishapExpectation {
        MishapExpectation("match", match)
    }
    /// Requests that no rule takes.
    public static let unmatched = MishapExpectation("unmatched", true)
    /// Only what comes within this time.
    public static func within(_ time: Duration) -> MishapExpectation {
        MishapExpectation("within", .string(time.words))
    }
    /// What the verdict calls it.
    public static func name(_ name: String) -> MishapExpectation { MishapExpectation("name", .string(name)) }
    /// Any other field, such as `after`, `countBy` or `newConnection`.
    public static func field(_ name: String, _ value: JSON) -> MishapExpectation { MishapExpectation(name, value) }

    /// One expectation. Throws if a part is there twice, since one of the two would be lost.
    static func json(of parts: [MishapExpectation], about: JSON.Members = [:]) throws -> JSON {
        var fields = about
        for part in parts {
            if let problem = part.problem { throw problem }
            guard fields[part.name] == nil else {
                throw MishapError("\"\(part.name)\" is given twice in one expectation: call expect() for each")
            }
            fields[part.name] = part.value
        }
        return .object(fields)
    }

    private static func bounds(_ atLeast: JSON?, _ atMost: JSON?) -> JSON.Members {
        var range = JSON.Members()
        range["atLeast"] = atLeast
        range["atMost"] = atMost
        return range
    }

    private static func bounds(_ atLeast: Duration?, _ atMost: Duration?) -> JSON.Members {
        bounds(atLeast.map { .string($0.words) }, atMost.map { .string($0.words) })
    }
}

/// A part of a request that can be the same in all of them.
public struct RequestPart: Sendable {
    let name: String

    public static let body = RequestPart(name: "body")
    public static let path = RequestPart(name: "path")
    public static let method = RequestPart(name: "method")
    public static let target = RequestPart(name: "target")
    /// The whole of the body's JSON.
    public static let json = RequestPart(name: "json")
    public static func header(_ name: String) -> RequestPart { RequestPart(name: "headers.\(name)") }
    public static func query(_ name: String) -> RequestPart { RequestPart(name: "query.\(name)") }
    public static func cookie(_ name: String) -> RequestPart { RequestPart(name: "cookies.\(name)") }
    public static func form(_ name: String) -> RequestPart { RequestPart(name: "form.\(name)") }
    /// A value in the body's JSON: `.json("/id")`.
    public static func json(_ pointer: String) -> RequestPart { RequestPart(name: "json\(pointer)") }
}
