public import Bytes
public import Wire

/// What an answer may use beside its call: the HTTP request, and the session's clock, random draws and variables.
public struct AnswerContext {
    public let request: Request
    /// Milliseconds since 1970 on the session's clock.
    public let wallMilliseconds: Int64
    /// Nanoseconds on the session's monotonic clock.
    public let monotonic: Nanoseconds
    private let key: DrawKey
    private let hit: UInt64
    private let countBy: [UInt8]?
    private let takeNumber: () -> UInt64
    private let lookUp: (String) -> [UInt8]?
    private let literals: (Int) -> [[UInt8]]

    /// - Parameters:
    ///   - lookUp: The text of a session variable, by name.
    ///   - literals: The values that the scenario's rules require of a field of calls, by the field's index.
    ///   - takeNumber: Counts what the system hands out by itself in a session, from 0.
    public init(
        _ request: Request, wallMilliseconds: Int64 = 0, monotonic: Nanoseconds = 0,
        key: DrawKey = DrawKey(seed: 0, rule: []), hit: UInt64 = 0,
        countBy: [UInt8]? = nil, variable lookUp: @escaping (String) -> [UInt8]? = { _ in nil },
        scripted literals: @escaping (Int) -> [[UInt8]] = { _ in [] },
        numbers takeNumber: @escaping () -> UInt64 = { 0 }
    ) {
        self.request = request
        self.wallMilliseconds = wallMilliseconds
        self.monotonic = monotonic
        self.key = key
        self.hit = hit
        self.countBy = countBy
        self.takeNumber = takeNumber
        self.lookUp = lookUp
        self.literals = literals
    }

    /// A context for trying answers at load, before there is a request.
    public static var sample: AnswerContext { AnswerContext(Request()) }

    /// The text of a session variable; nil if there is none of that name.
    public func variable(_ name: String) -> [UInt8]? { lookUp(name) }

    /// The values that the scenario's rules require of a field of calls, given by its index; only values that a rule
    /// names in full.
    public func scripted(_ field: Int) -> [[UInt8]] { literals(field) }

    /// The draws of this answer, which depend on the seed, the rule and the hit.
    public func draw() -> Draw { key.draw(hit: hit, purpose: .content, countBy: countBy.map { $0[...] }) }

    /// Draws for something that the system hands out by itself, of which no two in a session are the same.
    public func drawNext() -> Draw { draw(number: takeNumber()) }

    /// Draws that depend on the seed and a number that the session counts itself.
    public func draw(number: UInt64) -> Draw { key.draw(hit: number, purpose: .content) }
}
