/// Which entries of a journal are asked for.
struct JournalQuery: Sendable {
    /// Only entries with a higher sequence number.
    var after: UInt64 = 0
    var rule: String?

    struct Problem: Error, CustomStringConvertible { let description: String }

    /// `parameters` are those of the query, decoded.
    static func read(_ parameters: [String: String]) -> Result<JournalQuery, Problem> {
        var query = JournalQuery()
        query.rule = parameters["rule"]
        if let value = parameters["after"] {
            guard let after = UInt64(value) else {
                return .failure(Problem(description: "after is the number of an entry, not \"\(value)\""))
            }
            query.after = after
        }
        return .success(query)
    }
}
