internal import Catalogue
internal import JSONText
internal import Wire

/// One answer of a step: its reply, its failure, or a failure that spoils its reply.
final class AnswerReader: PartReader {
    let step: StepReader
    /// What it is and where it stands; nil once it was said that nothing can carry it.
    var uncheckedAnswer: (what: String, range: Range<Int>)?
    /// What of it is filled in for each request.
    var substitutions: [Substitution] = []
    /// Whether its body is.
    var hasDynamicBody = false

    var rule: RuleReader { step.rule }
    var reading: FileReading { step.reading }
    var templates: TemplateReader { step.templates }

    init(_ step: StepReader, reply node: JSONNode) {
        self.step = step
        uncheckedAnswer = ("this answer", node.range)
    }

    init(_ step: StepReader, fail: JSONMember) {
        self.step = step
        uncheckedAnswer = (fail.value.string.map { "\"\($0.shown)\"" } ?? "this failure", fail.value.range)
    }

    func template(_ node: JSONNode, _ what: String) -> TextTemplate? { templates.template(node, what) }
}
