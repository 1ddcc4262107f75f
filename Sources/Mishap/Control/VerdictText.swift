internal import Engine
internal import JSONText
internal import Rules

/// A verdict as the control API gives it.
extension Verdict {
    var json: JSONValue {
        [
            "outcome": outcome.map { .string($0.rawValue) } ?? .null,
            "final": .bool(isFinal),
            "expectations": .array(items.map(\.json)),
        ]
    }

    /// A line for the verdict and one for each expectation, what failed first.
    var text: String {
        let words: [(Outcome, String)] = [(.failed, "failed"), (.undecided, "undecided"), (.passed, "passed")]
        let lines = words.flatMap { outcome, word in
            items.filter { $0.outcome == outcome }.map { "\(word): \($0.title): \($0.reason)" }
        }
        let first = outcome.map { $0.rawValue + (isFinal ? "" : " so far") } ?? "nothing is expected"
        return ([first] + lines).joined(separator: "\n") + "\n"
    }
}

extension Verdict.Item {
    fileprivate var json: JSONValue {
        let source = (try? JSONParser.parse(Array(expectation.sourceText.utf8)).get()).map { JSONValue($0) }
        return [
            "name": expectation.name.map { .string($0) } ?? .null,
            "outcome": .string(outcome.rawValue),
            "final": .bool(isFinal),
            "reason": .string(reason),
            "expectation": source ?? .null,
        ]
    }

    /// Its name, or itself.
    var title: String { expectation.name ?? expectation.sourceText }
}
