public import Bytes
public import Wire

/// What an answer may take from beyond its call: the HTTP request, and the session's clock, chance and variables.
public struct AnswerContext {
    public let request: Request
    /// Milliseconds since 1970 on the session's clock.
    public let wallMilliseconds: Int64
    private let key: DrawKey
    private let hit: UInt64
    private let countBy: [UInt8]?
    private let lookUp: (String) -> [UInt8]?

    /// - Parameter lookUp: The text of a variable of the session by its name.
    public init(
        _ request: Request, wallMilliseconds: Int64 = 0, key: DrawKey = DrawKey(seed: 0, rule: []), hit: UInt64 = 0,
        countBy: [UInt8]? = nil, variable lookUp: @escaping (String) -> [UInt8]? = { _ in nil }
    ) {
        self.request = request
        self.wallMilliseconds = wallMilliseconds
        self.key = key
        self.hit = hit
        self.countBy = countBy
        self.lookUp = lookUp
    }

    /// For answers that are tried where no request is there yet.
    public static var sample: AnswerContext { AnswerContext(Request()) }

    /// The text of a variable of the session; nil where there is none of that name.
    public func variable(_ name: String) -> [UInt8]? { lookUp(name) }

    /// The draws of this answer, from the seed, the rule and the hit.
    public func draw() -> Draw { key.draw(hit: hit, purpose: .content, countBy: countBy.map { $0[...] }) }
}
