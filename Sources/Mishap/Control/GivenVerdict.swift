internal import Engine
internal import JSONText
internal import Rules
internal import Wire

/// A verdict as it is answered.
struct GivenVerdict: Sendable {
    private let verdict: Verdict

    init(_ verdict: Verdict) { self.verdict = verdict }

    /// About how many bytes it has.
    var size: Int {
        let items = verdict.items.reduce(0) {
            $0 + 500 + $1.reason.utf8.count + $1.expectation.sourceText.utf8.count + 8 * $1.entries.count
        }
        return verdict.unmatched.reduce(items + 200) { size, request in
            request.differences.reduce(size + 200 + request.target.utf8.count) { $0 + 50 + $1.utf8.count }
        }
    }

    var text: String { verdict.text }

    /// `asserts`: one that is not met has another status, for `curl -f`. `journal`: what it comes with.
    func script(asserts: Bool, isText: Bool, journal: JournalCopy.Content? = nil) -> WireScript {
        let isMet = verdict.outcome == .passed || verdict.outcome == nil
        let status = asserts && !isMet ? 412 : 200
        func text() -> String { verdict.text + (journal.map { "\n\($0.text)" } ?? "") }
        guard isText else {
            let more: [(String, JSONValue)] = journal.map { [("text", .string(text())), ("journal", $0.json)] } ?? []
            return ControlAnswer.script(status, .object(verdict.members + more))
        }
        return ControlAnswer.script(status, "text/plain; charset=utf-8", Array(text().utf8))
    }
}
