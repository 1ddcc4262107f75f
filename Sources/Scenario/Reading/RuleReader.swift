internal import JSONText

/// A rule as it was read, with what only its list needs to know.
struct ParsedRule {
    let rule: CompiledRule
    /// Where messages about it point: at its name, or at its opening brace.
    let range: Range<Int>
    /// What strikes before the body of a request is there.
    let uploadFailures: [UploadFailureChecks.Failure]
}

/// The steps of one rule and what counts its hits, when its name and its match are known.
final class RuleReader: PartReader {
    let reading: FileReading
    /// Draws and content are the rule's by its name.
    let name: String
    /// The places of the segments that its path names.
    let pathNames: [String: Int]
    /// Whether it takes batches as one request.
    let takesBatch: Bool
    /// Whether something of it reads the request's body, beside its match.
    var readsBody = false
    /// What strikes before the body of a request is there.
    var uploadFailures: [UploadFailureChecks.Failure] = []

    init(_ reading: FileReading, name: String, _ match: MatchProgram = MatchProgram()) {
        self.reading = reading
        self.name = name
        pathNames = match.pathNames
        takesBatch = match.takesBatch
    }
}

extension FileReading {
    func rule(_ node: JSONNode, number: Int) -> ParsedRule? {
        guard let members = object(node, .rule) else { return nil }
        var name = "rule \(number)"
        var range = node.range.lowerBound..<node.range.lowerBound + 1
        var description: String?
        var match = MatchProgram()
        var stepNodes: JSONNode?
        var countByNode: JSONNode?
        var limitNode: JSONNode?
        var atEnd = CompiledRule.End.stay
        for member in members {
            switch member.name {
            case "name":
                range = member.value.range
                guard let given = string(member.value, "\"name\"") else { break }
                if given.isEmpty { error(member.value.range, "a rule's name cannot be empty") }
                name = given
            case "description": description = string(member.value, "\"description\"")
            case "match": match = MatchReader(TemplateReader(self)).match(member.value)
            case "steps": stepNodes = member.value
            case "countBy": countByNode = member.value
            case "rateLimit": limitNode = member.value
            case "atEnd":
                let names = CompiledRule.End.allCases.map(\.rawValue)
                atEnd = word(member.value, "\"atEnd\"", names).flatMap(CompiledRule.End.init) ?? .stay
            default: break
            }
        }
        guard let stepNodes else {
            if !isMisspelt("steps", members, .rule) { error(range, "rule \"\(name.shown)\" needs \"steps\"") }
            return nil
        }
        let reader = RuleReader(self, name: name, match)
        let countBy = countByNode.flatMap { reader.countBy($0) }
        let limit = limitNode.flatMap { reader.rateLimit($0) }
        guard let steps = reader.steps(stepNodes, atEnd) else { return nil }
        let rule = CompiledRule(
            name: name, description: description, match: match, steps: steps.map(\.step),
            times: steps.map(\.times), atEnd: atEnd, seed: seed,
            needsBody: reader.readsBody, lasting: steps.map(\.lasting), limit: limit, countBy: countBy)
        return ParsedRule(rule: rule, range: range, uploadFailures: reader.uploadFailures)
    }
}

extension RuleReader {
    fileprivate func steps(_ node: JSONNode, _ atEnd: CompiledRule.End) -> [ParsedStep]? {
        guard let nodes = node.elements else {
            wrongType(node, "\"steps\"", "a list")
            return nil
        }
        guard !nodes.isEmpty else {
            error(node.range, "\"steps\" is empty", hint: "a rule has at least one step")
            return nil
        }
        var steps: [ParsedStep] = []
        steps.reserveCapacity(nodes.count)
        for (index, node) in nodes.enumerated() {
            let staysForEver = atEnd == .stay && index == nodes.count - 1
            let reader = StepReader(self, number: index, staysForEver ? .last : .step)
            if let step = reader.read(node) { steps.append(step) }
        }
        // A rule with steps missing would be judged for what it is not.
        return steps.count == nodes.count ? steps : nil
    }
}
