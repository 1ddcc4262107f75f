internal import Bytes
internal import Catalogue
internal import JSONText
internal import Rules

/// The list of expectations about the client.
extension FileReader {
    /// The expectations of a list. Rules are not checked if `subjects` is nil, which it is if a rule had an error.
    func expectations(_ node: JSONNode, _ subjects: ExpectationSubjects?) -> [Expectation] {
        guard let nodes = node.elements else {
            wrongType(node, "\"expect\"", "a list", hint: MeantValue.list(of: node, named: "expect"))
            return []
        }
        return expectations(nodes, subjects)
    }

    func expectations(_ nodes: [JSONNode], _ subjects: ExpectationSubjects?) -> [Expectation] {
        var names = ByteTable<Range<Int>>()
        return nodes.compactMap { expectation($0, subjects, &names) }
    }

    private func expectation(
        _ node: JSONNode, _ subjects: ExpectationSubjects?, _ names: inout ByteTable<Range<Int>>
    ) -> Expectation? {
        let errors = diagnostics.errorCount
        let (current, earlier) = withoutEarlierForms(node)
        guard let members = object(current, .expectation) else { return nil }
        let name = members.first { $0.name == "name" }.flatMap { expectationName($0.value, &names) }
        let description = members.first { $0.name == "description" }.flatMap { string($0.value, "\"description\"") }
        let kind: Expectation.Kind?
        if members.contains(where: { $0.name == "order" }) {
            kind = order(members, subjects)
        } else if members.contains(where: { ["failure", "alert"].contains($0.name) }),
            !members.contains(where: { Vocabulary.expectationSubjects.dropLast(2).contains($0.name) })
        {
            kind = failedConnections(members)
        } else {
            kind = judged(node, members, hasEarlier: earlier, subjects)
        }
        guard let kind, diagnostics.errorCount == errors else { return nil }
        return Expectation(
            name: name, description: description, kind: kind, sourceText: JSONWriter.bytes(node).text)
    }

    /// The name of an expectation; `names` has those before it, with their ranges.
    private func expectationName(_ node: JSONNode, _ names: inout ByteTable<Range<Int>>) -> String? {
        guard let name = string(node, "\"name\"") else { return nil }
        if name.isEmpty {
            error(node.range, "an expectation's name cannot be empty")
            return nil
        }
        if let first = names.find(Array(name.utf8)) {
            error(
                node.range, "duplicate expectation name \"\(name.shown)\"",
                hint: "it was first given in line \(line(first))")
            return nil
        }
        names.insert(name.utf8, node.range)
        return name
    }

    private func judged(
        _ node: JSONNode, _ members: [JSONMember], hasEarlier: Bool, _ subjects: ExpectationSubjects?
    ) -> Expectation.Kind? {
        let addresses = members.filter { Vocabulary.expectationSubjects.contains($0.name) }
        let judged = members.filter { Vocabulary.judgements.contains($0.name) }
        let brace = node.range.lowerBound..<node.range.lowerBound + 1
        if addresses.count > 1 {
            let (first, second) = ("\"\(addresses[0].name)\"", "\"\(addresses[1].name)\"")
            error(addresses[1].nameRange, "an expectation is about one thing: \(second) cannot stand beside \(first)")
        } else if addresses.isEmpty,
            !(Vocabulary.expectationSubjects + ["order"]).contains(where: { isMisspelt($0, members) })
        {
            error(brace, "an expectation needs \"rule\", \"match\" or \"unmatched\"", hint: "or it is an \"order\"")
        }
        let isForLater = members.contains { Vocabulary.expectation.later.contains($0.name) }
        if judged.isEmpty, !hasEarlier, !isForLater,
            !(Vocabulary.judgements + ["order"]).contains(where: { isMisspelt($0, members) })
        {
            error(brace, "nothing is expected here", hint: "such as \"requests\": 2")
        }
        let subject = addresses.first.flatMap { self.subject($0, subjects) }
        let scope = self.scope(subject, members, subjects)
        let judgements = judged.compactMap { member in judgement(member).map { (member: member, value: $0) } }
        if let member = judged.first(where: { $0.name == "newConnection" }),
            !members.contains(where: { $0.name == "after" }), !isMisspelt("after", members)
        {
            error(
                member.nameRange, "\"newConnection\" needs \"after\"",
                hint: "such as \"after\": { \"failure\": \"http/truncated-json\" }")
        }
        checkParts(judgements)
        guard let scope, !judgements.isEmpty else { return nil }
        if let subjects { check(judgements, scope, members, subjects) }
        return .judged(scope, judgements.map(\.value))
    }

    private func isMisspelt(_ name: String, _ members: [JSONMember]) -> Bool {
        isMisspelt(name, members, .expectation)
    }

    private func subject(_ member: JSONMember, _ subjects: ExpectationSubjects?) -> Expectation.Subject? {
        switch member.name {
        case "rule": return ruleNumber(member.value, "\"rule\"", subjects).map { .rule($0) }
        // Beside another one.
        case "failure": return nil
        case "match": return .match(MatchReader(TemplateReader(self), isOverJournal: true).match(member.value))
        default:
            guard member.value.bool == true else {
                error(member.value.range, "\"unmatched\" can only be true")
                return nil
            }
            if let taker = subjects?.catchAll {
                error(
                    member.nameRange, "no request is ever unmatched here",
                    hint: "\(taker) takes every one that comes to it")
                return nil
            }
            return .unmatched
        }
    }

    /// The number of the named rule; reports a rule that answers no requests.
    func ruleNumber(_ node: JSONNode, _ what: String, _ subjects: ExpectationSubjects?) -> Int32? {
        guard let name = string(node, what), let subjects else { return nil }
        guard let number = subjects.number(of: name) else {
            error(
                node.range, "there is no rule \"\(name.shown)\"",
                hint: didYouMean(name, subjects.names) ?? "\(what) is the name of a rule, or \"otherwise\"")
            return nil
        }
        guard subjects.answers(number) else {
            error(
                node.range, "rule \"\(name.shown)\" answers no request",
                hint: "it passes all of them on, and an expectation is about the rule that answers")
            return nil
        }
        return number
    }

    private func order(_ members: [JSONMember], _ subjects: ExpectationSubjects?) -> Expectation.Kind? {
        let others = Vocabulary.expectationSubjects + Vocabulary.expectationScopes + Vocabulary.judgements
        if let other = members.first(where: { others.contains($0.name) }) {
            error(other.nameRange, "\"\(other.name)\" cannot stand beside \"order\"")
        }
        guard let list = members.first(where: { $0.name == "order" })?.value else { return nil }
        guard let nodes = list.elements else {
            wrongType(list, "\"order\"", "a list of rule names")
            return nil
        }
        if nodes.count < 2 { error(list.range, "\"order\" needs at least two rules") }
        var seen: Set<String> = []
        var numbers: [Int32] = []
        for node in nodes {
            guard let number = ruleNumber(node, "a rule of \"order\"", subjects), let name = node.string else {
                continue
            }
            if !seen.insert(name).inserted {
                error(node.range, "rule \"\(name.shown)\" comes twice", hint: "\"order\" is that of first hits")
            }
            numbers.append(number)
        }
        return .order(numbers)
    }
}
