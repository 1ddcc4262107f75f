internal import Catalogue
internal import JSONText
internal import Rules
internal import Wire

/// A compiled step, with what only its rule or its `choose` needs.
struct ParsedStep {
    var step: CompiledStep
    var times: UInt64 = 1
    var weight: UInt64 = 1
    var lasting: Nanoseconds?
}

extension StepReader {
    func read(_ node: JSONNode, inherited: StepModifiers = StepModifiers()) -> ParsedStep? {
        guard let members = object(node, vocabularies.step) else { return nil }
        var acts: [JSONMember] = []
        var with: JSONMember?
        var set: [VariableAssignment] = []
        var changes: [any StateChange] = []
        var read = ParsedStep(step: CompiledStep(.pass(CompiledStep.Passing())))
        for member in members {
            switch member.name {
            case "reply", "fail", "choose", "pass": acts.append(member)
            case "with": with = member
            case "times": read.times = times(member)
            case "weight": read.weight = weight(member)
            case "set": set = self.set(member.value)
            case "for": read.lasting = lasting(member)
            case "description": _ = fileReader.string(member.value, "\"description\"")
            default:
                if let syntax = dialect.stateSyntax, syntax.name == member.name {
                    changes = fileReader.reader(of: syntax).step(member.value, key)
                }
            }
        }
        if let span = members.first(where: { $0.name == "for" }), members.contains(where: { $0.name == "times" }) {
            error(span.nameRange, "\"for\" cannot stand beside \"times\"")
        }
        var modifiers = self.modifiers(members)
        if modifiers.pace == nil { modifiers.pace = inherited.pace }
        if modifiers.cut == nil { modifiers.cut = inherited.cut }
        if modifiers.keepAlive == nil { modifiers.keepAlive = inherited.keepAlive }
        if modifiers.readPace == nil { modifiers.readPace = inherited.readPace }
        guard let act = act(node, acts, with, modifiers) else { return nil }
        read.step = CompiledStep(
            act, delay: modifiers.delay, set: set, changes: changes,
            setsRetryAfter: isOverRate && setsRetryAfter(members), keepAlive: modifiers.keepAlive?.keepAlive)
        return read
    }

    private func times(_ member: JSONMember) -> UInt64 {
        switch position {
        case .step, .queued: return UInt64(count(member.value, "\"times\"", 1...1_000_000) ?? 1)
        case .last:
            error(
                member.nameRange, "the last step of a rule that stays has no \"times\"",
                hint: "it is repeated for ever; to end it, add \"atEnd\": \"pass\" to the rule (or \"loop\")")
        case .item:
            error(member.nameRange, "an item of \"choose\" has no \"times\"", hint: "use \"weight\"")
        case .otherwise: error(member.nameRange, "\"otherwise\" has no \"times\"")
        case .overRate, .crowded, .then: error(member.nameRange, "\"then\" has no \"times\"")
        }
        return 1
    }

    private func weight(_ member: JSONMember) -> UInt64 {
        guard case .item = position else {
            error(member.nameRange, "only an item of \"choose\" has a \"weight\"")
            return 1
        }
        return UInt64(count(member.value, "\"weight\"", 1...1_000_000) ?? 1)
    }

    private func act(
        _ node: JSONNode, _ acts: [JSONMember], _ with: JSONMember?, _ modifiers: StepModifiers
    ) -> CompiledStep.Act? {
        let names = acts.map(\.name)
        if let with, !names.contains("fail"), !isMisspelt("fail", node.members ?? [], .step) {
            error(with.nameRange, "\"with\" needs \"fail\" beside it")
        }
        guard let first = acts.first else {
            let acts = ["reply", "fail", "choose", "pass"]
            if acts.contains(where: { isMisspelt($0, node.members ?? [], .step) }) { return nil }
            error(
                node.range.lowerBound..<node.range.lowerBound + 1,
                "a step needs \"reply\", \"fail\", \"choose\" or \"pass\"")
            return nil
        }
        if let keepAlive = modifiers.keepAlive, names.contains("pass") {
            error(
                keepAlive.range, "\"keepAlive\" cannot stand beside \"pass\": it is the answer's",
                hint: "that of all answers stands beside \"rules\"")
            return nil
        }
        if let readPace = modifiers.readPace, names.contains("pass") {
            error(
                readPace.range, "\"readPace\" cannot stand beside \"pass\": the step that answers reads the request",
                hint: "of a port of its own, an entry of \"connections\" can have it")
            return nil
        }
        let isSpoiledPass = names == ["pass", "fail"] || names == ["fail", "pass"]
        if acts.count > 1, !isSpoiledPass, names != ["reply", "fail"], names != ["fail", "reply"] {
            error(acts[1].nameRange, "\"\(names[1])\" cannot stand beside \"\(names[0])\"")
            return nil
        }
        if position == .then, let other = acts.first(where: { ["choose", "pass"].contains($0.name) }) {
            error(
                other.nameRange, "\"then\" after a wait cannot have \"\(other.name)\": it is one answer",
                hint: "it has \"reply\" or \"fail\"")
            return nil
        }
        if isSpoiledPass, let fail = acts.first(where: { $0.name == "fail" }),
            let pass = acts.first(where: { $0.name == "pass" })
        {
            let spoiler = AnswerReader(self, fail: fail).passedSpoiler(fail, with)
            return spoiler.flatMap { self.pass(pass.value, modifiers, $0) }
        }
        switch first.name {
        case "choose": return choose(first.value, modifiers)
        case "pass": return pass(first.value, modifiers)
        default:
            let reply = acts.first { $0.name == "reply" }
            guard let fail = acts.first(where: { $0.name == "fail" }) else {
                return reply.flatMap { AnswerReader(self, reply: $0.value).replyAnswer($0.value, modifiers) }.map {
                    .answer($0)
                }
            }
            return AnswerReader(self, fail: fail).failureAnswer(fail, with, beside: reply, modifiers).map {
                .answer($0)
            }
        }
    }

    private func pass(
        _ node: JSONNode, _ modifiers: StepModifiers, _ spoiler: PassedSpoiler? = nil
    ) -> CompiledStep.Act? {
        guard node.bool == true else {
            error(node.range, "\"pass\" can only be true")
            return nil
        }
        // Beyond a limit, its reader sets this for the rules below, if the step has no errors.
        let passing = CompiledStep.Passing(pace: modifiers.pace?.pace, cut: modifiers.cut?.cut, spoiler: spoiler)
        if !isBeyondLimit, !passing.isPlain { fileReader.keepsReplies = true }
        return .pass(passing)
    }

    private func choose(_ node: JSONNode, _ modifiers: StepModifiers) -> CompiledStep.Act? {
        if case .item = position {
            error(node.range.lowerBound..<node.range.lowerBound + 1, "a \"choose\" inside a \"choose\"")
            return nil
        }
        guard let nodes = node.elements else {
            wrongType(node, "\"choose\"", "a list")
            return nil
        }
        guard !nodes.isEmpty else {
            error(node.range, "\"choose\" is empty")
            return nil
        }
        if nodes.count == 1 { warning(node.range, "there is nothing to choose from: one item") }
        let items = nodes.enumerated().map { number, node in
            StepReader(item: number, of: self).read(node, inherited: modifiers)
        }
        let good = items.compactMap(\.self)
        guard good.count == items.count else { return nil }
        return .choose(CompiledChoice(good.map(\.step), weights: good.map(\.weight)))
    }
}

// MARK: - Rate limits and durations
extension StepReader {
    /// Whether it sets or removes the field `Retry-After`.
    private func setsRetryAfter(_ members: [JSONMember]) -> Bool {
        members.filter { $0.name == "reply" || $0.name == "with" }.contains { member in
            let names =
                member.value["headers"]?.members?.map(\.name)
                ?? member.value["head"]?.elements?.compactMap { $0.elements?.first?.string } ?? []
            return names.contains { $0.utf8.equalsIgnoringCase("retry-after") }
        }
    }

    /// How long a step lasts from its first hit.
    private func lasting(_ member: JSONMember) -> Nanoseconds? {
        switch position {
        case .step:
            guard let time = duration(member.value, "\"for\"") else { return nil }
            if time == 0 { error(member.value.range, "\"for\" must be longer than nothing") }
            return time
        case .last:
            error(
                member.nameRange, "the last step of a rule that stays has no \"for\"",
                hint: "it is repeated for ever; to end it, add \"atEnd\": \"pass\" to the rule (or \"loop\")")
        case .item: error(member.nameRange, "an item of \"choose\" has no \"for\"", hint: "it stands beside \"choose\"")
        case .otherwise: error(member.nameRange, "\"otherwise\" has no \"for\"")
        case .queued: error(member.nameRange, "an answer of the queue has no \"for\"", hint: "it has \"times\"")
        case .overRate, .crowded, .then: error(member.nameRange, "\"then\" has no \"for\"")
        }
        return nil
    }
}
