internal import Bytes
internal import Catalogue
internal import Scenario
internal import Wire

/// What is asked, and when.
struct Asking {
    let request: Request
    let call: Call?
    let content: RequestContent?
    let clock: EngineClock

    func rendering(_ turn: Turn, _ variables: [TemplateValue]) -> Rendering {
        Rendering(
            request, call, content, key: turn.key, hit: turn.hit, countBy: turn.countBy, variables: variables,
            clock: clock)
    }

    /// The value that a rule's hits are counted by, before there is a hit.
    func value(
        _ countBy: TextTemplate, _ key: DrawKey, _ variables: [TemplateValue], _ notes: inout AnswerNotes
    ) -> [UInt8] {
        var rendering = Rendering(request, call, content, key: key, hit: 0, variables: variables, clock: clock)
        let value = countBy.bytes(&rendering)
        notes.formUnion(rendering.notes)
        return value
    }
}
