internal import Catalogue
internal import JSONText
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
    /// The coding of the reply's body.
    var coding: ContentCoding?
    /// The spoiled reply to requests that do not accept the coding of its body.
    var plainVariant: Reply?
    /// Whether it is a failure that is about the coding of the body.
    let breaksCoding: Bool

    var rule: RuleReader { step.rule }
    var fileReader: FileReader { step.fileReader }
    var templates: TemplateReader { step.templates }

    init(_ step: StepReader, reply node: JSONNode) {
        self.step = step
        breaksCoding = false
        uncheckedAnswer = ("this answer", node.range)
    }

    init(_ step: StepReader, fail: JSONMember) {
        self.step = step
        breaksCoding = fail.value.string.flatMap { step.fileReader.failures[$0] }?.breaksCoding ?? false
        uncheckedAnswer = (fail.value.string.map { "\"\($0.shown)\"" } ?? "this failure", fail.value.range)
    }

    func template(_ node: JSONNode, _ what: String) -> TextTemplate? { templates.template(node, what) }
}
