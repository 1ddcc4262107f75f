import Rules
import Synchronization

/// Counts how often its patterns are judged, each of which matches nothing but `yes`, and gives up on `endless`.
final class CountingPatterns: PatternCompiler, Pattern {
    private let number = Mutex(0)
    var judged: Int { number.withLock { $0 } }

    func compile(_ pattern: String, ignoreCase: Bool) -> Result<any Pattern, PatternError> { .success(self) }

    func matchesWhole(_ value: ArraySlice<UInt8>, _ steps: inout Int) -> PatternOutcome {
        number.withLock { $0 += 1 }
        if value.elementsEqual("endless".utf8) { return .overLimit }
        return value.elementsEqual("yes".utf8) ? .matched : .unmatched
    }

    func found(in value: ArraySlice<UInt8>, _ steps: inout Int) -> PatternOutcome { matchesWhole(value, &steps) }
}
