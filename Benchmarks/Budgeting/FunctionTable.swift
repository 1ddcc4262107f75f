/// The functions of a row that take the most instructions, each by itself. It is committed beside the budgets, so that a
/// figure that grows can name the functions that grew.
struct FunctionTable: Equatable {
    static let length = 200

    /// Whole instructions, or thousands of them, by the name of the function.
    let counts: [String: Int]

    /// The largest of a profile.
    ///
    /// - Parameter divisor: The number of instructions that count as one.
    init(_ profile: CallgrindProfile, dividedBy divisor: Int) {
        var sums: [String: Int] = [:]
        for (function, count) in profile.instructions { sums[FunctionName.name(of: function), default: 0] += count }
        let rounded = sums.mapValues { ($0 + divisor / 2) / divisor }.filter { $0.value > 0 }
        counts = Dictionary(uniqueKeysWithValues: Self.sorted(rounded).prefix(Self.length).map { ($0.key, $0.value) })
    }

    /// Reads a committed table.
    init(text: String, named file: String) throws(BenchError) {
        var counts: [String: Int] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, let count = Int(parts[0]) else { throw BenchError("\(file): not a count: \(line)") }
            counts[String(parts[1]), default: 0] += count
        }
        self.counts = counts
    }

    /// A line for each function, the largest first.
    var text: String {
        Self.sorted(counts).map { "\($0.value) \($0.key)\n" }.joined()
    }

    /// The functions whose counts differ most from those of another table, as lines for people; at most `most` of those
    /// that grew if `grown`, and otherwise of those that shrank.
    func changes(since committed: FunctionTable, grown: Bool, most: Int = 12) -> [String] {
        let names = Set(counts.keys).union(committed.counts.keys)
        let differences = names.map { ($0, (counts[$0] ?? 0) - (committed.counts[$0] ?? 0)) }
        let chosen = differences.filter { grown ? $0.1 > 0 : $0.1 < 0 }
            .sorted { ($1.1.magnitude, $0.0) < ($0.1.magnitude, $1.0) }
        return chosen.prefix(most).map { name, difference in
            let change =
                switch (committed.counts[name], counts[name]) {
                case (let before?, let now?): "\(before) before, \(now) now"
                case (nil, _): "new"
                case (_, nil): "gone"
                }
            return "\(difference > 0 ? "+" : "")\(difference) \(name) (\(change))"
        }
    }

    private static func sorted(_ counts: [String: Int]) -> [(key: String, value: Int)] {
        counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    }
}
