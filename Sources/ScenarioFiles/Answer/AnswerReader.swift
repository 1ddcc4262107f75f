internal import Catalogue
internal import JSONText
internal import Rules
internal import Wire

/// Reads one answer of a step: its reply, its failure, or a failure that changes its reply.
final class AnswerReader: PartReader {
    let step: StepReader
    /// The answer and its range for a diagnostic about missing transport features; nil once that was reported.
    var uncheckedAnswer: (what: String, range: Range<Int>)?
    /// Substitutions made for each request.
    var substitutions: [Substitution] = []
    /// The template of the body, which is one of `substitutions`; nil for a body without placeholders.
    var bodyTemplate: TextTemplate?
    /// Whether the length of the body is not known at load.
    var hasDynamicBody = false
    /// Whether the status of the reply is made of placeholders.
    var hasMadeStatus = false
    /// The coding of the reply's body.
    var coding: ContentCoding?
    /// The spoiled reply to requests that do not accept the coding of its body.
    var plainVariant: Reply?
    /// The name of its failure; nil for a reply.
    private let failureName: String?
    /// Whether that is about the coding of the body. Looked up where somebody asks.
    var breaksCoding: Bool { failureName.flatMap { failures[$0] }?.breaksCoding ?? false }

    var rule: RuleReader { step.rule }
    var fileReader: FileReader { step.fileReader }
    var templates: TemplateReader { step.templates }

    init(_ step: StepReader, reply node: JSONNode) {
        self.step = step
        failureName = nil
        uncheckedAnswer = ("this answer", node.range)
    }

    init(_ step: StepReader, fail: JSONMember) {
        self.step = step
        failureName = fail.value.string
        uncheckedAnswer = (fail.value.string.map { "\"\($0.shown)\"" } ?? "this failure", fail.value.range)
    }

    func template(_ node: JSONNode, _ what: String) -> TextTemplate? { templates.template(node, what) }
}
