internal import Bytes
internal import JSONText
internal import Wire

/// What a rule's hits are counted by, and how many of them there may be.
extension FileReading {
    func countBy(_ node: JSONNode) -> TextTemplate? {
        guard let text = template(node, "\"countBy\"") else { return nil }
        if text.constant != nil {
            error(
                node.range, "\"countBy\" has no placeholder: all requests would be counted together",
                hint: "it is such as \"{{request.path.id}}\"")
            return nil
        }
        if !text.isOfRequest {
            error(
                node.range,
                "\"countBy\" takes what the request or a variable says, and no {{hit}}, {{uuid}}, {{hex}} or {{now}}")
            return nil
        }
        return text
    }

    func rateLimit(_ node: JSONNode) -> RateLimit? {
        guard let members = object(node, .rateLimit, what: "\"rateLimit\"") else { return nil }
        var allow: UInt64?
        var per: Nanoseconds?
        var then: CompiledRule?
        for member in members {
            switch member.name {
            case "allow": allow = count(member.value, "\"allow\"", 1...1_000_000).map { UInt64($0) }
            case "per":
                per = duration(member.value, "\"per\"")
                if per == 0 { error(member.value.range, "\"per\" must be longer than nothing") }
            case "then": then = stepOverRate(member.value)
            default: break
            }
        }
        let given = Set(members.map(\.name))
        if ["allow", "per", "then"].contains(where: { !given.contains($0) && !isMisspelt($0, members, .rateLimit) }) {
            error(node.range, "\"rateLimit\" needs \"allow\", \"per\" and \"then\"")
        }
        guard let allow, let per, let then else { return nil }
        return RateLimit(allow: allow, per: per, then: then)
    }

    private func stepOverRate(_ node: JSONNode) -> CompiledRule? {
        // No step of the rule has this number: what is drawn for its content is its own.
        stepNumber = 1 << 32
        isOverRate = true
        let kept = keepsReplies
        keepsReplies = true
        let read = step(node, .overRate)
        isOverRate = false
        // What lets requests pass may bring a pace or a cut for the rules behind it.
        keepsReplies = kept || read?.step.mayPass == true
        guard let read else { return nil }
        return CompiledRule(name: ruleName + "\0then", steps: [read.step], times: [1], seed: seed)
    }

    /// Whether a step sets or takes away the field that tells when to try again.
    func saysRetryAfter(_ members: [JSONMember]) -> Bool {
        members.filter { $0.name == "reply" || $0.name == "with" }.contains { member in
            guard let headers = member.value["headers"] else { return false }
            let names =
                headers.members?.map(\.name) ?? headers.elements?.compactMap { $0.elements?.first?.string } ?? []
            return names.contains { $0.utf8.equalsIgnoringCase("retry-after") }
        }
    }

    /// How long a step holds, from its first hit on.
    func lasting(_ member: JSONMember, _ place: StepPlace) -> Nanoseconds? {
        switch place {
        case .step:
            guard let time = duration(member.value, "\"for\"") else { return nil }
            if time == 0 { error(member.value.range, "\"for\" must be longer than nothing") }
            return time
        case .last:
            error(
                member.nameRange, "the last step of a rule that stays has no \"for\"",
                hint: "it is repeated for ever, unless \"atEnd\" is \"loop\" or \"pass\"")
        case .item: error(member.nameRange, "an item of \"choose\" has no \"for\"", hint: "it stands beside \"choose\"")
        case .otherwise: error(member.nameRange, "\"otherwise\" has no \"for\"")
        case .overRate: error(member.nameRange, "\"then\" has no \"for\"")
        }
        return nil
    }
}
