internal import Bytes
internal import Catalogue
internal import Scenario
internal import Wire

/// The request that rules are evaluated for, and the time.
struct EvaluationInput {
    let request: Request
    let call: Call?
    let content: RequestContent?
    let clock: EngineClock

    func rendering(_ hit: RuleHit, _ variables: [TemplateValue]) -> Rendering {
        Rendering(
            request, call, content, key: hit.key, hit: hit.number, countBy: hit.countBy, variables: variables,
            clock: clock)
    }

    /// The value of a rule's `countBy`. Evaluated before the hit is taken; scenarios cannot use `{{hit}}` in it.
    func value(
        _ countBy: TextTemplate, _ key: DrawKey, _ variables: [TemplateValue], _ notes: inout AnswerNotes
    ) -> [UInt8] {
        var rendering = Rendering(request, call, content, key: key, hit: 0, variables: variables, clock: clock)
        let value = countBy.bytes(&rendering)
        notes.formUnion(rendering.notes)
        return value
    }
}
