internal import Engine
internal import JSONText
internal import Wire

/// A verdict as it is answered.
struct GivenVerdict: Sendable {
    /// Whether all that was expected was met.
    private let isMet: Bool
    private let json: [(String, JSONValue)]
    let text: String

    init(_ verdict: Verdict) {
        isMet = verdict.outcome == .passed || verdict.outcome == nil
        json = verdict.members
        text = verdict.text
    }

    /// About how many bytes it has.
    var size: Int { text.utf8.count + 2 * JSONValue.object(json).bytes().count }

    /// `asserts`: one that is not met has another status, for `curl -f`. `journal`: entries that it comes with.
    func script(asserts: Bool, isText: Bool, journal: JSONValue? = nil) -> WireScript {
        let status = asserts && !isMet ? 412 : 200
        guard isText else {
            return ControlAnswer.script(status, .object(json + (journal.map { [("journal", $0)] } ?? [])))
        }
        let head = ResponseHead(
            status: status,
            fields: [
                HeaderField("Content-Type", "text/plain; charset=utf-8"), HeaderField("Cache-Control", "no-store"),
            ])
        return Reply(head, body: [Reply.Part(.bytes(Array(text.utf8)))]).script()
    }
}
