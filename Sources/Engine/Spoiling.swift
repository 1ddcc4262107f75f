internal import Catalogue
internal import Rules
internal import Wire

/// Spoils a reply by the steps that let its request pass.
struct Spoiling {
    /// The spoiler that applied last, which stands highest among the rules; nil if none did.
    private(set) var last: PassedSpoiler?
    private(set) var notes: AnswerNotes = []

    /// The lowest rule's applies first. One that cannot apply, or changes nothing, leaves the reply as it is, with a note.
    init(_ spoilers: [RuleEvaluation.InheritedSpoiler], _ reply: inout Reply, of call: Call?) {
        for inherited in spoilers.reversed() {
            let spoiled = inherited.spoiler.spoiled(reply, inherited.arguments, of: call)
            if let spoiled, spoiled != reply {
                reply = spoiled
                last = inherited.spoiler
            } else {
                notes.insert(.notSpoiled)
            }
        }
    }
}
