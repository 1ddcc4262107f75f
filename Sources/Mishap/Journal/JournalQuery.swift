internal import Bytes
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
}
