internal import Bytes
internal import Catalogue
internal import JSONText
internal import Rules
internal import Wire

/// Which requests an expectation is about: `countBy`, `after` and `within`.
extension FileReader {
    /// Nil without a subject, but the other fields are checked.
    func scope(
        _ subject: Expectation.Subject?, _ members: [JSONMember], _ subjects: ExpectationSubjects?
    ) -> Expectation.Scope? {
        var countBy: TextTemplate?
        var after: Expectation.Event?
        var within: Nanoseconds?
        for member in members {
            switch member.name {
            case "countBy": countBy = self.countBy(member.value, subject, subjects)
            case "after": after = event(member.value, subjects)
            case "within": within = longerThanNothing(member.value, "\"within\"")
            default: break
            }
        }
        return subject.map { Expectation.Scope(subject: $0, countBy: countBy, after: after, within: within) }
    }

    private func countBy(
        _ node: JSONNode, _ subject: Expectation.Subject?, _ subjects: ExpectationSubjects?
    ) -> TextTemplate? {
        let match: MatchProgram
        switch subject {
        // The segments of its path are not known.
        case nil: return nil
        case .rule(let number): match = subjects?.match(of: number) ?? MatchProgram()
        case .match(let program): match = program
        case .unmatched: match = MatchProgram()
        }
        let reader = TemplateReader(RuleReader(self, name: "", match))
        guard let text = reader.template(node, "\"countBy\"") else { return nil }
        if text.constant != nil {
            error(
                node.range, "\"countBy\" has no placeholder: all requests would be judged together",
                hint: "it is such as \"{{request.path.id}}\"")
            return nil
        }
        guard text.dependsOnlyOnRequest, !text.readsVariables else {
            error(
                node.range,
                "\"countBy\" of an expectation takes what the request says, and nothing else",
                hint: "the journal does not tell what variables, {{hit}}, {{uuid}}, {{hex}} and {{now}} were")
            return nil
        }
        return text
    }

    private func event(_ node: JSONNode, _ subjects: ExpectationSubjects?) -> Expectation.Event? {
        guard let members = object(node, .after) else { return nil }
        let kinds = members.filter { ["rule", "failure", "gaveUp"].contains($0.name) }
        if kinds.count > 1 {
            let (first, second) = ("\"\(kinds[0].name)\"", "\"\(kinds[1].name)\"")
            error(kinds[1].nameRange, "\"after\" is one thing: \(second) cannot stand beside \(first)")
            return nil
        }
        let hit = members.first { $0.name == "hit" }
        guard let kind = kinds.first else {
            if !["rule", "failure", "gaveUp"].contains(where: { isMisspelt($0, members, .after) }) {
                error(
                    node.range, "\"after\" needs \"rule\", \"failure\" or \"gaveUp\"",
                    hint: "such as \"after\": { \"failure\": \"http/truncated-json\" }")
            }
            return nil
        }
        if let hit, kind.name != "rule" {
            error(hit.nameRange, "\"hit\" cannot stand beside \"\(kind.name)\"", hint: "it is the hit of a \"rule\"")
        }
        switch kind.name {
        case "rule": return self.hit(kind, hit, members, subjects)
        case "failure": return failuresOfAnswers(kind.value, subjects).map { .failure($0) }
        default:
            guard isTrue(kind) else { return nil }
            // Of any request, not only of those that it is about.
            if let subjects { checkTime(kind, .match(MatchProgram()), subjects) }
            return .gaveUp
        }
    }

    private func hit(
        _ rule: JSONMember, _ hit: JSONMember?, _ members: [JSONMember], _ subjects: ExpectationSubjects?
    ) -> Expectation.Event? {
        if hit == nil, !isMisspelt("hit", members, .after) {
            error(
                rule.nameRange, "\"after\" a rule needs \"hit\"",
                hint: "\"rule\": \(JSONWriter.bytes(rule.value).text.shown), \"hit\": 1 is after its first answer")
        }
        let count = hit.flatMap { self.count($0.value, "\"hit\"", 1...Self.mostRequests) }
        guard let number = ruleNumber(rule.value, "\"rule\"", subjects), let hit, let count else { return nil }
        if let compiled = subjects?[number], let last = compiled.lastHit, UInt64(count) > last {
            error(
                hit.value.range, "rule \"\(compiled.name.shown)\" has no hit \(count)",
                hint: "its last one is \(last): then it passes requests on")
            return nil
        }
        return .hit(rule: number, hit: count)
    }

    private func failuresOfAnswers(_ node: JSONNode, _ subjects: ExpectationSubjects?) -> [String]? {
        guard node.string != nil || node.number != nil else {
            wrongType(node, "\"failure\"", "the name of a failure, such as \"http/truncated-json\"")
            return nil
        }
        var names: [String] = []
        for failure in failures(named: node) where !names.contains(failure.name) { names.append(failure.name) }
        guard !names.isEmpty, let subjects else { return names.isEmpty ? nil : names }
        if subjects.hasRulesOfSession { return names }
        let used = names.filter { !subjects.answers(that: $0).isEmpty || subjects.isSpoiled(by: $0) }
        if used.isEmpty {
            error(node.range, "no answer of this scenario is \(names.quotedList(last: "or"))")
            return nil
        }
        return used
    }
}

extension TextTemplate {
    /// Whether its text depends on a variable of the session.
    fileprivate var readsVariables: Bool {
        pieces.contains { piece in
            switch piece {
            case .text(let placeholder), .escaped(let placeholder), .json(let placeholder):
                if case .variable = placeholder.source { true } else { false }
            case .literal: false
            }
        }
    }
}
