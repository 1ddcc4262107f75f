/// The first line in which a scenario answers otherwise than it did.
struct EarlierDifference: CustomStringConvertible {
    let description: String

    /// Nil where all is the same, but for what is meant.
    init?(_ then: EarlierFile.Scenario, _ now: EarlierFile.Scenario) {
        for (number, (old, new)) in zip(then.asks, now.asks).enumerated() {
            let meant = MeantDifference.apply(to: old.bytes, in: then.name)
            guard meant != new.bytes else { continue }
            let place = zip(meant, new.bytes).prefix { $0 == $1 }.count
            description = """
                \(then.name), request \(number + 1) (\(old.text)), line \(place + 1) of the answer
                  rule then: \(old.rule)
                  rule now:  \(new.rule)
                  then: \(Self.shown(meant, new.bytes, place))
                  now:  \(Self.shown(new.bytes, meant, place))
                """
            return
        }
        return nil
    }

    /// Of a long line, what is around the first character that differs.
    private static func shown(_ lines: [String], _ others: [String], _ place: Int) -> String {
        guard lines.indices.contains(place) else { return "no such line" }
        let same = others.indices.contains(place) ? zip(lines[place], others[place]).prefix { $0 == $1 }.count : 0
        let begin = max(0, same - 80)
        let rest = lines[place].dropFirst(begin)
        return (begin > 0 ? "…" : "") + rest.prefix(240) + (rest.count > 240 ? "…" : "")
    }
}

/// Words of earlier answers that are others today, on purpose.
///
///     MeantDifference(
///         scenario: nil, was: "there is nothing at this path", now: "there is nothing here", reason: "It is shorter.")
struct MeantDifference: Sendable {
    /// Nil for all scenarios.
    let scenario: String?
    /// A part of a line as it stands in `Answers`. Where it is in a body, `Content-Length` follows.
    let was: String
    let now: String
    let reason: String

    static let all: [MeantDifference] = []

    /// The lines of an answer as they are meant to be today.
    static func apply(
        _ differences: [MeantDifference] = all, to answer: [String], in scenario: String
    ) -> [String] {
        differences.filter { ($0.scenario ?? scenario) == scenario }.reduce(answer) { $1.applied(to: $0) }
    }

    private func applied(to answer: [String]) -> [String] {
        let changed = answer.map { $0.replacing(was, with: now) }
        guard changed != answer, let end = changed.firstIndex(of: #"< \r\n"#) else { return changed }
        let more = zip(changed, answer).dropFirst(end + 1).reduce(0) { $0 + $1.0.utf8.count - $1.1.utf8.count }
        return changed.enumerated().map { number, line in
            let parts = line.split(separator: " ")
            guard number < end, parts.count == 3, parts[1] == "Content-Length:",
                let length = Int(parts[2].prefix { $0.isNumber })
            else { return line }
            return #"< Content-Length: \#(length + more)\r\n"#
        }
    }
}
