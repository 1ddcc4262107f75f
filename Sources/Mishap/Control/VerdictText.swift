internal import Engine
internal import JSONText
internal import Rules

/// A verdict as the control API gives it.
extension Verdict {
    /// Its outcome as a word: `none` where nothing is expected.
    var word: String { outcome?.rawValue ?? "none" }

    var json: JSONValue { .object(members) }

    var members: [(String, JSONValue)] {
        var members: [(String, JSONValue)] = [
            ("outcome", .string(word)), ("final", .bool(isFinal)), ("expectations", .array(items.map(\.json))),
            ("unmatched", .array(unmatched.map(\.json))), ("unmatchedCount", .int(Int64(unmatchedCount))),
        ]
        if let from { members.append(("from", .string(from))) }
        if !cutOff.isEmpty { members.append(("cutOff", .array(cutOff.map { .int(Int64(clamping: $0)) }))) }
        return members
    }

    /// A line for the verdict and one for each expectation, what failed first; then, unless all passed, what no rule took.
    var text: String {
        let words: [(Outcome, String)] = [(.failed, "failed"), (.undecided, "undecided"), (.passed, "passed")]
        let lines = words.flatMap { outcome, word in
            items.filter { $0.outcome == outcome }.map { "\(word): \($0.title): \($0.reason)" }
        }
        let first = outcome.map { $0.rawValue + (isFinal ? "" : " so far") } ?? "none: nothing is expected"
        return ([first] + lines + remarks).joined(separator: "\n") + "\n"
    }

    /// Lines on what no rule took and on what Mishap ended, unless all passed.
    var remarks: [String] {
        guard outcome != .passed else { return [] }
        var lines = unmatched.map(\.line)
        if unmatchedCount > unmatched.count { lines.append("unmatched: and \(unmatchedCount - unmatched.count) more") }
        if !cutOff.isEmpty {
            let numbers = cutOff.prefix(5).map { "\($0)" }.joined(separator: ", ") + (cutOff.count > 5 ? ", …" : "")
            lines.append("cut off by the end of the session: \(cutOff.count == 1 ? "entry" : "entries") \(numbers)")
        }
        return lines
    }

    /// As it is told: without secrets, since what is said of a client lands in the logs of CI. Where nothing was to be unmatched,
    /// the reason says what was.
    var told: Verdict {
        guard !unmatched.isEmpty else { return self }
        let shown = unmatched.map(\.withoutSecrets)
        let items = items.map { item in
            guard item.outcome != .passed, item.expectation.isOnUnmatched else { return item }
            let came = shown.filter { item.entries.contains($0.entry) }
            guard !came.isEmpty else { return item }
            let lines = came.prefix(5).map { "\($0.method) \($0.target)" } + (item.entries.count > 5 ? ["…"] : [])
            return Item(
                item.expectation, item.outcome, isFinal: item.isFinal,
                reason: "\(item.reason): \(lines.joined(separator: ", "))", entries: item.entries)
        }
        return Verdict(items, unmatched: shown, unmatchedCount: unmatchedCount, cutOff: cutOff, from: from)
    }
}

extension Expectation {
    fileprivate var isOnUnmatched: Bool {
        if case .judged(let scope, _) = kind, case .unmatched = scope.subject { true } else { false }
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
            "entries": .array(entries.map { .int(Int64(clamping: $0)) }),
            "expectation": source ?? .null,
        ]
    }

    /// Its name, or its description, or itself.
    var title: String { expectation.name ?? expectation.description ?? expectation.sourceText }
}

extension Verdict.Unmatched {
    fileprivate var json: JSONValue {
        [
            "entry": .int(Int64(clamping: entry)), "method": .string(method), "target": .string(target),
            "nearest": nearest.map { .string($0) } ?? .null,
            "differences": .array(differences.map { .string($0) }),
        ]
    }

    fileprivate var line: String {
        let rule = nearest.map { "; nearest is rule \"\($0)\"" } ?? ""
        let end = differences.isEmpty ? "" : ": " + differences.joined(separator: "; ")
        return "unmatched: entry \(entry): \(method) \(target)\(rule)\(end)"
    }

    fileprivate var withoutSecrets: Self {
        Self(
            entry: entry, method: method, target: Redaction.target(target), nearest: nearest,
            differences: differences.map { Redaction.difference($0) })
    }
}
