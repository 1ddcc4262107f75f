internal import JSONText

/// Entries of a journal as lines for the message of a failed test: without secrets, and the first and last of many.
///
///     1  11:25:29.933  POST /payments: rule "pay" step 1, tcp/reset-mid-body; 200, reset after 23.104 ms
///            {"amount":30}
struct JournalExcerpt {
    private static let first = 10
    private static let last = 10

    /// `isWhole`: whether the journal has no more than these entries.
    static func lines(of entries: [JSONValue], isWhole: Bool) -> [String] {
        guard !entries.isEmpty else { return ["no request came"] }
        let omitted = max(0, entries.count - first - last)
        let shown = omitted == 0 ? [entries[...]] : [entries.prefix(first), entries.suffix(last)]
        let pieces = shown.map { $0.flatMap { lines(of: Redaction.entry($0)) } }
        let gap = omitted == 0 ? [] : ["… \(omitted) more"]
        return Array(pieces.joined(separator: gap)) + (isWhole ? [] : ["… and more behind them"])
    }

    private static func lines(of entry: JSONValue) -> [String] {
        let number = entry["seq"].text
        let time = entry["time"].text.split(separator: "T" as Character).last.map { $0.prefix { $0 != "Z" } } ?? ""
        let request = entry["method"].map { "\(JSONValue?.some($0).text) \(entry["target"].text)" } ?? "no request"
        let lines = ["\(number)  \(time)  \(request): \(answer(of: entry))"]
        let body = entry["body"].text
        return (lines + (body.isEmpty ? [] : ["       \(body)"]) + notes(of: entry)).map { Terminal.safe($0) }
    }

    private static func answer(of entry: JSONValue) -> String {
        var source = entry["failure"].text
        if case .string(let rule)? = entry["rule"] {
            let step = entry["step"].text
            source = "rule \"\(rule)\"" + (step.isEmpty ? "" : " step \(step)") + (source.isEmpty ? "" : ", \(source)")
        }
        let status = entry["sent"]?["status"].text ?? ""
        let sent = status.isEmpty ? "no status" : status
        let duration = entry["milliseconds"].text
        let end = entry["ending"].text + (duration.isEmpty ? "" : " after \(duration) ms")
        return "\(source.isEmpty ? "no rule" : source); \(sent), \(end)"
    }

    private static func notes(of entry: JSONValue) -> [String] {
        guard case .array(let notes)? = entry["notes"] else { return [] }
        return notes.map { "       note: \(JSONValue?.some($0).text)" }
    }
}

extension JSONValue? {
    /// A string itself, a number's text; empty for anything else.
    fileprivate var text: String {
        switch self {
        case .string(let text): text
        case .int(let int): "\(int)"
        case .number(let number): number
        default: ""
        }
    }
}
