internal import Catalogue
internal import JSONText
internal import Rules
internal import Wire

/// The position of a step, which decides which fields it can have.
enum StepPosition {
    case step
    /// The last step of a rule with `"atEnd": "stay"`.
    case last
    case item
    case otherwise
    /// An answer that waits in the queue of a session.
    case queued
    /// The answer to requests over a rate limit.
    case overRate
    /// The answer to requests for which too many answers are on their way.
    case crowded
    /// The answer after a wait in vain.
    case then
}

/// Reads a step, an item of its `choose`, or an `otherwise` or `then` in the place of a step.
final class StepReader: PartReader {
    let rule: RuleReader
    let position: StepPosition
    /// Key of the content that is drawn for the step.
    let key: ContentKey
    /// Shared with the items of the step: their placeholders are numbered together.
    let templates: TemplateReader
    /// Whether it answers requests over a rate limit, alone or as an item of that step.
    let isOverRate: Bool
    /// The same for either limit of a rule.
    let isBeyondLimit: Bool

    var fileReader: FileReader { rule.fileReader }

    /// A number that no step has, so that `then` draws content of its own.
    static let overRateNumber = 1 << 32
    static let crowdedNumber = 1 << 32 + 1

    init(_ rule: RuleReader, number: Int, _ position: StepPosition) {
        self.rule = rule
        self.position = position
        key = ContentKey(seed: rule.seed, rule: rule.name, step: number)
        templates = TemplateReader(rule)
        isOverRate = position == .overRate
        isBeyondLimit = position == .overRate || position == .crowded
    }

    /// For the `then` of the step's delay.
    init(thenOf step: StepReader) {
        rule = step.rule
        position = .then
        key = step.key.then()
        templates = step.templates
        isOverRate = step.isOverRate
        isBeyondLimit = step.isBeyondLimit
    }

    /// For an item of the step's `choose`.
    init(item number: Int, of step: StepReader) {
        rule = step.rule
        position = .item
        key = step.key.item(number)
        templates = step.templates
        isOverRate = step.isOverRate
        isBeyondLimit = step.isBeyondLimit
    }
}
