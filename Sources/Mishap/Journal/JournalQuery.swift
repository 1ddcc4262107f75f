internal import Bytes
internal import Rules
internal import Wire

/// Which entries of a journal are asked for, and in what form.
struct JournalQuery: Sendable {
    enum Start: Sendable, Hashable {
        /// Entries with a higher number, those in flight too.
        case number(UInt64)
        /// Entries that have ended after this one.
        case cursor(JournalCursor)
    }

    enum Form: Sendable, Hashable {
        /// One document.
        case document
        /// An entry a line.
        case lines
        /// Entries as they end.
        case events
    }

    var start = Start.number(0)
    var limit = 1_000
    var rule: String?
    /// Only requests that it takes.
    var match: MatchProgram?
    /// Those that have ended, in the order in which they came.
    var isByArrival = false
    var onlyUnmatched = false
    /// How long it waits for an entry, if there is none.
    var wait: Nanoseconds = 0
    var form = Form.document

    /// Nanoseconds.
    static let longestWait: Nanoseconds = 60_000_000_000

    struct Problem: Error, CustomStringConvertible {
        let description: String
        var status = 400
    }

    /// `parameters` are those of the query, decoded, but for the limit.
    static func read(_ parameters: [String: String], _ form: Form, limit: Int) throws(Problem) -> JournalQuery {
        var query = JournalQuery()
        query.form = form
        query.limit = limit
        query.rule = parameters["rule"]
        if form == .events {
            for name in ["limit", "wait"] where parameters[name] != nil {
                throw Problem(description: "\(name) is for a page of a journal, and a live one has none")
            }
            query.limit = .max
        }
        if let value = parameters["after"] { query.start = try start(value) }
        switch parameters["order"] {
        case nil, "ending": break
        case "arrival":
            query.isByArrival = true
            guard form != .events, parameters["after"] == nil else {
                throw Problem(
                    description:
                        "a journal in the order of arrival is one page of what has ended: without after, and not live",
                    status: 422)
            }
        case let value?: throw Problem(description: "order is ending, or arrival, not \"\(value.prefix(100))\"")
        }
        switch parameters["unmatched"] {
        case nil, "0": break
        case "1": query.onlyUnmatched = true
        case let value?: throw Problem(description: "unmatched is 1, or 0, not \"\(value.prefix(100))\"")
        }
        if let value = parameters["wait"] {
            switch DurationText.nanoseconds(value) {
            case .success(let time) where time <= longestWait: query.wait = time
            case .success: throw Problem(description: "wait is at most 60s, not \"\(value.prefix(100))\"")
            case .failure(let failure): throw Problem(description: "wait: \(failure.message)")
            }
        }
        return query
    }

    static func start(_ text: String) throws(Problem) -> Start {
        if let number = UInt64(text) { return .number(number) }
        if let cursor = JournalCursor(text) { return .cursor(cursor) }
        throw Problem(
            description:
                "after is the \"next\" of a page before, as \"c12.k3j9x0\", or the number of an entry, not \"\(text.prefix(100))\""
        )
    }
}
