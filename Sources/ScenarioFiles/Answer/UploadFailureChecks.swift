internal import Bytes
internal import Catalogue
internal import JSONText
internal import Rules

/// Finds failures that act before the body of the request has been read, in rules for which it cannot be known by then
/// whether they answer.
struct UploadFailureChecks {
    /// Such a failure, with the range of its name.
    struct Failure {
        let name: String
        let range: Range<Int>
    }

    /// A rule whose failures can act in time only if no rule below reads the body of a request that it takes.
    private struct UndecidedRule {
        let rule: CompiledRule
        let failures: [Failure]
        /// The file of the rule.
        let fileReader: FileReader
        let reason: Reason
    }

    /// The reason why it is unknown at the head whether the rule answers.
    fileprivate enum Reason {
        case mayPass
        case dependsOnVariables
        /// The rule by itself would always answer, but the rule above may take the request.
        case behind(CompiledRule)
    }

    init() {}

    /// For rules below these.
    init(below rules: [CompiledRule]) { for rule in rules { add(rule) } }

    private var undecidedRules: [UndecidedRule] = []
    /// Rules for which it is unknown at the head whether they answer.
    private var uncertainRules: [CompiledRule] = []
    private var bodyReadersByPath = ByteTable<[CompiledRule]>()
    private var otherBodyReaders: [CompiledRule] = []
    private var bodyReaders: [CompiledRule] = []

    /// Adds the next rule. Its own failures must have been checked.
    mutating func add(_ rule: CompiledRule) {
        checkUndecided(rule)
        if !rule.alwaysAnswers, !rule.answersUntilLastHit, !rule.neverAnswers { uncertainRules.append(rule) }
        guard rule.needsBody else { return }
        bodyReaders.append(rule)
        if case .literal(let path) = rule.match.path {
            bodyReadersByPath.update(path, default: []) { $0.append(rule) }
        } else {
            otherBodyReaders.append(rule)
        }
    }

    /// Adds the failures of the rule that is added next.
    mutating func add(_ failures: [Failure], of rule: CompiledRule, in fileReader: FileReader) {
        guard !rule.alwaysAnswers else { return }
        let reason: Reason
        if rule.answersUntilLastHit {
            guard let above = uncertainRules.first(where: { $0.match.overlaps(rule.match) }) else { return }
            reason = .behind(above)
        } else {
            reason = rule.dependsOnVariables ? .dependsOnVariables : .mayPass
        }
        undecidedRules.append(UndecidedRule(rule: rule, failures: failures, fileReader: fileReader, reason: reason))
    }

    /// Reports failures of undecided rules above if this rule reads the body of a request that they take. If this rule
    /// always answers the requests that they pass on, the rules below it do not matter.
    mutating func checkUndecided(_ rule: CompiledRule) {
        undecidedRules.removeAll { above in
            if rule.needsBody, rule !== above.rule, rule.match.overlaps(above.rule.match) {
                for failure in above.failures {
                    above.fileReader.refuse(failure, above.reason.message(rule), above.reason.hint)
                }
                return true
            }
            return rule.alwaysAnswers && rule !== above.rule && rule.match.covers(above.rule.match)
        }
    }

    /// A rule above that may have to read the body of a request that the match takes.
    func bodyReader(before match: MatchProgram) -> CompiledRule? {
        guard case .literal(let path) = match.path else { return bodyReaders.first { $0.match.overlaps(match) } }
        return (bodyReadersByPath.find(path) ?? []).first { $0.match.overlaps(match) }
            ?? otherBodyReaders.first { $0.match.overlaps(match) }
    }
}

extension FileReader {
    /// Reports the failures of a rule that act before the body has been read, if this rule or a rule above reads it
    /// first.
    func checkUploads(
        _ rule: CompiledRule, _ failures: [UploadFailureChecks.Failure], _ checks: inout UploadFailureChecks
    ) {
        guard !failures.isEmpty else { return }
        if dialect.readsBody {
            for failure in failures {
                error(
                    failure.range,
                    "\"\(failure.name)\" acts before the request's body is read, but the calls of \(dialect.name) are in the body",
                    hint: "a scenario without \"system\" can have it")
            }
            return
        }
        let reader = rule.needsBody ? rule : checks.bodyReader(before: rule.match)
        guard let reader else { return checks.add(failures, of: rule, in: self) }
        let who = reader === rule ? "this rule" : "rule \"\(reader.name.shown)\" above"
        for failure in failures {
            let reason = reader.readsBody ? "reads it first" : "is decided when it is complete"
            refuse(failure, "\(who) \(reason)", reader === rule ? nil : "a rule above that one can have it")
        }
    }

    fileprivate func refuse(_ failure: UploadFailureChecks.Failure, _ reason: String, _ hint: String?) {
        error(
            failure.range, "\"\(failure.name)\" acts before the request's body is read, but \(reason)", hint: hint)
    }
}

extension UploadFailureChecks.Reason {
    fileprivate func message(_ reader: CompiledRule) -> String {
        let who = reader.name == "otherwise" ? "\"otherwise\"" : "rule \"\(reader.name.shown)\" below"
        return switch self {
        case .mayPass: "\(who) reads it if this rule passes the request on"
        case .dependsOnVariables: "\(who) reads it if the variables are not as this rule wants them"
        case .behind(let above):
            "\(who) reads it if rule \"\(above.name.shown)\" above and this one pass the request on"
        }
    }

    fileprivate var hint: String {
        switch self {
        case .mayPass: "a rule whose steps all answer can have it, also with \"atEnd\": \"pass\""
        case .dependsOnVariables: "a rule that tests no variables can have it"
        case .behind: "a rule can have it below rules that always pass requests on"
        }
    }
}
