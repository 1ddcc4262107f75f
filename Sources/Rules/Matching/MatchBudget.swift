/// The steps of regular expression matching that one request may use in total.
///
/// It counts steps and not time, so that the same bytes get the same answer on every machine. Once the steps are used
/// up, a pattern is over the limit, which is neither a match nor a mismatch: outside of `not` it counts as a mismatch,
/// inside as a match, so that it never makes a rule match.
public struct MatchBudget: Sendable {
    /// They take 16 to 24 ms on a core of 2023.
    public static let limit = 400_000

    /// Steps that take a moment, about a millisecond.
    public static let moment = limit / 20

    /// Steps left.
    private var steps: Int
    /// Whether no steps are left: the next pattern is over the limit.
    public var isUsedUp: Bool { steps <= 0 }
    /// Whether the evaluation is inside an odd number of `not`.
    private(set) var isInsideNot = false
    /// Whether a pattern was over the limit since the last `takeExceeded` or `judged`.
    private var wasExceeded = false
    /// Number of the first rule that did not match while one of its patterns was over the limit.
    public private(set) var unmatchedRule: Int?

    public init(steps: Int = limit) { self.steps = steps }

    /// A budget for the differences of a near miss: the steps that are left of this one, so that repeated requests for
    /// differences get no more.
    public var forDifferences: MatchBudget { MatchBudget(steps: steps) }

    /// The same with so many steps at most.
    public func atMost(_ most: Int) -> MatchBudget { MatchBudget(steps: min(steps, most)) }

    /// Whether a value matches a pattern. `match` gets the number of steps left and subtracts those it used.
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

    /// Evaluates the content of a `not`.
    mutating func insideNot<Result>(_ judge: (inout MatchBudget) -> Result) -> Result {
        isInsideNot.toggle()
        defer { isInsideNot.toggle() }
        return judge(&self)
    }

    /// Whether a pattern was over the limit since the last call; resets that.
    public mutating func takeExceeded() -> Bool {
        defer { wasExceeded = false }
        return wasExceeded
    }

    /// Records the outcome of a rule; `exceeded` is true if one of its patterns was over the limit earlier.
    public mutating func judged(_ rule: Int, _ holds: Bool, exceeded: Bool = false) {
        guard wasExceeded || exceeded else { return }
        wasExceeded = false
        if !holds, unmatchedRule == nil { unmatchedRule = rule }
    }
}
