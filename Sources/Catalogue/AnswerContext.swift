public import Bytes
public import Wire

/// What an answer may take from beyond its call: the HTTP request, and the session's clock, chance and variables.
public struct AnswerContext {
    public let request: Request
    /// Milliseconds since 1970 on the session's clock.
    public let wallMilliseconds: Int64
    /// Nanoseconds of the session's clock that only goes forward.
    public let monotonic: Nanoseconds
    private let key: DrawKey
    private let hit: UInt64
    private let countBy: [UInt8]?
    private let lookUp: (String) -> [UInt8]?
    private let literals: (Int) -> [[UInt8]]

    /// - Parameters:
    ///   - lookUp: The text of a variable of the session by its name.
    ///   - literals: The values that the scenario's rules ask of a field of calls, by its place.
    public init(
        _ request: Request, wallMilliseconds: Int64 = 0, monotonic: Nanoseconds = 0,
        key: DrawKey = DrawKey(seed: 0, rule: []), hit: UInt64 = 0,
        countBy: [UInt8]? = nil, variable lookUp: @escaping (String) -> [UInt8]? = { _ in nil },
        scripted literals: @escaping (Int) -> [[UInt8]] = { _ in [] }
    ) {
        self.request = request
        self.wallMilliseconds = wallMilliseconds
        self.monotonic = monotonic
        self.key = key
        self.hit = hit
        self.countBy = countBy
        self.lookUp = lookUp
        self.literals = literals
    }

    /// For answers that are tried where no request is there yet.
    public static var sample: AnswerContext { AnswerContext(Request()) }

    /// The text of a variable of the session; nil where there is none of that name.
    public func variable(_ name: String) -> [UInt8]? { lookUp(name) }

    /// The values that the scenario's rules ask of the field of calls at this place, where they name them in full.
    public func scripted(_ field: Int) -> [[UInt8]] { literals(field) }

    /// The draws of this answer, from the seed, the rule and the hit.
    public func draw() -> Draw { key.draw(hit: hit, purpose: .content, countBy: countBy.map { $0[...] }) }

    /// The draws of something that the session numbers by itself, from the seed and that number.
    public func draw(number: UInt64) -> Draw { key.draw(hit: number, purpose: .content) }
}
