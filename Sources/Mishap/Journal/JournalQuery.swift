internal import Bytes
internal import JSONText
internal import Scenario
internal import Wire

/// Query of a journal request: `?after=SEQ&rule=NAME`.
struct JournalQuery: Sendable {
    /// Only entries with a higher sequence number.
    var after: UInt64 = 0
    var rule: String?

    struct Problem: Error, CustomStringConvertible { let description: String }

    static func read(_ request: Request) -> Result<JournalQuery, Problem> {
        var query = JournalQuery()
        guard let range = request.query else { return .success(query) }
        for pair in request.head[range].split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count > 1 ? PercentCoding.decode(parts[1]).text : ""
            switch PercentCoding.decode(parts[0]).text {
            case "after":
                guard let after = UInt64(value) else {
                    return .failure(Problem(description: "after is the number of an entry, not \"\(value)\""))
                }
                query.after = after
            case "rule": query.rule = value
            case let other:
                return .failure(Problem(description: "a journal is asked for after and rule, not for \"\(other)\""))
            }
        }
        return .success(query)
    }

    /// The journal's entries in order, as JSON.
    func answer(_ scenario: CompiledScenario, _ snapshots: [JournalSnapshot]) -> WireScript {
        let records = snapshots.flatMap { JournalRecord.read($0.bytes) }
            .filter { $0.facts.sequence > after }
            .sorted { $0.facts.sequence < $1.facts.sequence }
        let entries = records.map { $0.json(scenario) }
            .filter { entry in rule.map { .string($0) == entry["rule"] } ?? true }
        let evicted = snapshots.reduce(0) { $0 + $1.evicted }
        let document: JSONValue = ["entries": .array(entries), "evicted": .int(Int64(clamping: evicted))]
        var reply = Reply(
            ResponseHead(status: 200, fields: [HeaderField("Content-Type", "application/json")]),
            body: [Reply.Part(.bytes(document.bytes() + [0x0A]))])
        reply.head.fields.append(HeaderField("Cache-Control", "no-store"))
        return reply.script()
    }
}
