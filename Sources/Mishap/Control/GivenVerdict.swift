internal import Engine
internal import JSONText
internal import Wire

/// A verdict as it is answered.
struct GivenVerdict: Sendable {
    /// Whether all that was expected was met.
    private let isMet: Bool
    private let json: [UInt8]
    let text: String

    /// `journal`: entries that it comes with.
    init(_ verdict: Verdict, journal: JSONValue? = nil) {
        isMet = verdict.outcome == .passed || verdict.outcome == nil
        let members = verdict.members + (journal.map { [("journal", $0)] } ?? [])
        json = JSONValue.object(members).bytes(pretty: true) + [0x0A]
        text = verdict.text
    }

    /// Bytes of both forms.
    var size: Int { text.utf8.count + json.count }

    /// `asserts`: one that is not met has another status, for `curl -f`.
    func script(asserts: Bool, isText: Bool) -> WireScript {
        let status = asserts && !isMet ? 412 : 200
        return isText
            ? ControlAnswer.script(status, "text/plain; charset=utf-8", Array(text.utf8))
            : ControlAnswer.script(status, "application/json", json)
    }
}
