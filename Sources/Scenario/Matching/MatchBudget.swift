/// The steps that all patterns of one request may take together.
///
/// Steps and not time: the same bytes get the same answer on every machine. Once they are used up, every pattern that
/// is asked is over the limit, which is neither a match nor none: outside of `not` it counts as no match, inside of it
/// as a match, so that it never makes a rule match.
public struct MatchBudget: Sendable {
    /// 16 to 24 ms of a core of 2023.
    public static let limit = 400_000

    /// What is left.
    private var steps: Int
    /// Whether what is judged is inside of a `not`, and not inside of two.
    private(set) var isInsideNot = false
    /// Whether a pattern was over the limit since somebody last asked.
    private var wasExceeded = false
    /// The first rule that did not match since a pattern was over the limit, by its number.
    public private(set) var unmatchedRule: Int?

    public init(steps: Int = limit) { self.steps = steps }

    /// For telling what kept a request from matching once it was judged with this one: what is left of it. Whoever asks
    /// again and again gets no more steps by it.
    public var forDifferences: MatchBudget { MatchBudget(steps: steps) }

    /// Whether a value will do for a pattern. `match` is given the steps that are left, and subtracts what it takes.
    mutating func holds(_ match: (inout Int) -> PatternOutcome) -> Bool {
        if steps > 0 {
            switch match(&steps) {
            case .matched: return true
            case .unmatched: return false
            case .overLimit: steps = 0
            }
        }
        wasExceeded = true
        return isInsideNot
    }

    /// Judges what a `not` excludes.
    mutating func insideNot<Result>(_ judge: (inout MatchBudget) -> Result) -> Result {
        isInsideNot.toggle()
        defer { isInsideNot.toggle() }
        return judge(&self)
    }

    /// Whether a pattern was over the limit since this was last asked.
    public mutating func takeExceeded() -> Bool {
        defer { wasExceeded = false }
        return wasExceeded
    }

    /// Notes what came of a rule; `exceeded` where a pattern of it was over the limit earlier.
    public mutating func judged(_ rule: Int, _ holds: Bool, exceeded: Bool = false) {
        guard wasExceeded || exceeded else { return }
        wasExceeded = false
        if !holds, unmatchedRule == nil { unmatchedRule = rule }
    }
}
