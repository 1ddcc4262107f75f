internal import Rules
internal import Wire

/// Judgements on connections that ended before a request. The entries of these findings are indices of `connections`.
extension Judge {
    func failedConnections(
        _ wanted: Expectation.FailedConnection, _ count: Expectation.Bounds<Int>?,
        _ gaps: [Expectation.Bounds<Nanoseconds>]
    ) -> [Finding] {
        let members = connections.indices.filter { index in
            let connection = connections[index]
            return (wanted.failure == nil || connection.failure == wanted.failure)
                && (wanted.alert == nil || connection.alert == wanted.alert)
        }
        var findings: [Finding] = []
        if let count { findings.append(self.count(members, count)) }
        if !gaps.isEmpty { findings.append(allowingForEvicted(judge(gaps, members))) }
        return findings
    }

    private func count(_ members: [Int], _ bounds: Expectation.Bounds<Int>) -> Finding {
        let sequences = members.prefix(5).map { "\(connections[$0].sequence)" }.joined(separator: ", ")
        let entries =
            "\(members.count == 1 ? "entry" : "entries") \(sequences)" + (members.count > 5 ? ", …" : "")
        let seen = "\(Self.connections(members.count)) came" + (members.isEmpty ? "" : " (\(entries))")
        var finding = Self.finding(members.count, bounds, seen, one: Self.connections)
        finding.entries = members
        let isDecided = finding.standing == .failedForGood || finding.standing == .metForGood
        return isDecided ? finding : allowingForEvicted(finding)
    }

    private func judge(_ bounds: [Expectation.Bounds<Nanoseconds>], _ members: [Int]) -> Finding {
        guard members.count > 1 else {
            let seen = members.isEmpty ? "none" : "\(members.count)"
            return .vacuous("not exercised: a gap needs a next connection, and \(seen) came")
        }
        var (unsure, met) = (Finding?.none, [String]())
        for (number, (index, next)) in zip(members, members.dropFirst()).enumerated() {
            let (one, other) = (connections[index], connections[next])
            let time = other.accepted.subtractingClamped(one.ended)
            let age = one.endAge.addingClamped(other.clockAge)
            let wanted = bounds[min(number, bounds.count - 1)]
            let told =
                other.accepted < one.ended
                ? "entry \(other.sequence) came before entry \(one.sequence) had ended, a gap of 0"
                : "entry \(other.sequence) came \(Self.text(time)) after entry \(one.sequence) had ended"
            switch compare(time, wanted, age) {
            case .holds: met.append(told)
            case .fails:
                return Finding(.failedForGood, "\(told); \(Self.text(wanted)) was expected", on: [index, next])
            case .unsure:
                unsure =
                    unsure
                    ?? Finding(
                        .unknowable,
                        "the gap of \(Self.text(time)) is at its bound with entry \(other.sequence), as exactly as the clock tells (\(Self.text(age)))",
                        on: [index, next])
            }
        }
        let most = 3
        let shown = met.prefix(most).joined(separator: ", ") + (met.count > most ? ", …" : "")
        return unsure ?? Finding(.met, shown, on: members)
    }

    private static func connections(_ count: Int) -> String { count == 1 ? "1 connection" : "\(count) connections" }
}
