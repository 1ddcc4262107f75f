internal import Catalogue
internal import JSONText
internal import Wire

/// Puts replies, failures and what stands beside them together, and refuses what cannot be together.
extension FileReading {
    func plainAnswer(_ node: JSONNode, _ modifiers: Modifiers) -> CompiledAnswer? {
        guard var reply = reply(node), modify(&reply, modifiers, "a raw response") else { return nil }
        return finished(reply, isWireFault: reply.raw != nil)
    }

    /// A failure: alone, or spoiling the reply beside it.
    func failedAnswer(
        _ fail: JSONMember, _ with: JSONMember?, beside replyMember: JSONMember?, _ modifiers: Modifiers
    ) -> CompiledAnswer? {
        let given = replyMember.flatMap { reply($0.value) }
        guard let failure = failure(fail.value), let arguments = arguments(with?.value, failure) else { return nil }
        if let replyMember, failure.kind != .spoiler {
            let reason = failure.kind == .answer ? "is an answer of its own" : "sends no response"
            error(replyMember.nameRange, "\"reply\" cannot stand beside \"\(failure.name)\", which \(reason)")
            return nil
        }
        switch failure.effect {
        case .answer(let make):
            var reply = make(arguments)
            arguments.apply(to: &reply)
            guard hasRoom(reply, fail.value), modify(&reply, modifiers, failure.name) else { return nil }
            return finished(reply, failure: failure.name)
        case .answerToRequest(let make):
            return answer(to: make, arguments, failure, modifiers)
        case .spoiler(let spoil):
            guard replyMember == nil || given != nil else { return nil }
            let reply = given ?? failure.stock ?? dialect.stockSuccess
            guard canSpoil(reply, failure, replyMember?.nameRange ?? fail.nameRange) else { return nil }
            return spoiled(reply, failure, { spoil(arguments, &$0) }, modifiers)
        case .ending(let make):
            return ended(make(arguments), failure, modifiers)
        }
    }

    /// `with` can ask for a status that leaves no room for the answer's body.
    private func hasRoom(_ reply: Reply, _ node: JSONNode) -> Bool {
        guard reply.raw == nil, reply.head.forbidsContent, reply.contentCount > 0 else { return true }
        error(node.range, "a response with status \(reply.head.status) has no body, and this answer has one")
        return false
    }

    private func answer(
        to make: @escaping @Sendable (Arguments, Request) -> Reply, _ arguments: Arguments,
        _ failure: Failure, _ modifiers: Modifiers
    ) -> CompiledAnswer {
        let pace = modifiers.pace?.pace
        let cut = modifiers.cut?.cut
        return CompiledAnswer(
            .toRequest { request in
                var reply = make(arguments, request)
                arguments.apply(to: &reply)
                if let pace { reply.pace = pace }
                if let cut { reply.cut = cut }
                return reply
            }, failure: failure.name)
    }

    /// Whether there is anything there that the failure spoils.
    private func canSpoil(_ reply: Reply, _ failure: Failure, _ place: Range<Int>) -> Bool {
        if reply.raw != nil {
            error(place, "a raw response cannot be spoiled by \"\(failure.name)\"")
            return false
        }
        if failure.needsBody, reply.contentCount == 0 || reply.head.forbidsContent {
            error(place, "\"\(failure.name)\" needs a body to spoil, and this reply has none")
            return false
        }
        return true
    }

    private func spoiled(
        _ original: Reply, _ failure: Failure, _ spoil: (inout Reply) -> Void, _ modifiers: Modifiers
    ) -> CompiledAnswer? {
        var reply = original
        spoil(&reply)
        if let cut = modifiers.cut, reply.cut != nil || reply.ending != nil || reply.raw != nil {
            error(cut.place, "\"\(failure.name)\" cuts the response itself and takes no \"cut\"")
            return nil
        }
        if let pace = modifiers.pace, reply.pace != nil || reply.raw != nil {
            error(pace.place, "\"\(failure.name)\" paces the response itself and takes no \"pace\"")
            return nil
        }
        let isWireFault = reply.changesMoreThanAnswer(of: original)
        guard modify(&reply, modifiers, failure.name) else { return nil }
        return finished(reply, failure: failure.name, isWireFault: isWireFault)
    }

    private func ended(
        _ script: WireScript, _ failure: Failure, _ modifiers: Modifiers
    ) -> CompiledAnswer? {
        for (place, name) in [(modifiers.pace?.place, "pace"), (modifiers.cut?.place, "cut")] {
            guard let place else { continue }
            error(place, "\"\(failure.name)\" sends no response and takes no \"\(name)\"")
            return nil
        }
        let numbered = WireScript(
            upload: script.upload, actions: script.actions, ending: script.ending, number: numbering.next())
        return CompiledAnswer(.script(numbered), failure: failure.name, isWireFault: true)
    }

    /// Gives a reply the pace and the cut that stand beside it.
    private func modify(_ reply: inout Reply, _ modifiers: Modifiers, _ what: String) -> Bool {
        if reply.raw != nil, let place = modifiers.pace?.place ?? modifiers.cut?.place {
            error(place, "\(what) goes out as it is, with neither \"pace\" nor \"cut\"")
            return false
        }
        if let pace = modifiers.pace { reply.pace = pace.pace }
        guard let cut = modifiers.cut else { return true }
        if case .bytes(let count) = cut.cut.place {
            let total = reply.head.forbidsContent ? 0 : reply.contentCount
            guard count <= total else {
                error(cut.afterPlace, "the cut is after \(count) bytes, but the body has \(total)")
                return false
            }
        }
        reply.cut = cut.cut
        return true
    }

    private func finished(_ reply: Reply, failure: String? = nil, isWireFault: Bool = false) -> CompiledAnswer {
        let script = reply.script(number: numbering.next())
        return CompiledAnswer(
            keepsReplies ? .reply(CompiledAnswer.KeptReply(reply), script) : .script(script),
            failure: failure, isWireFault: isWireFault)
    }
}

extension Reply {
    /// Whether more than status, fields and body became of it: then it cannot be one answer of several.
    fileprivate func changesMoreThanAnswer(of original: Reply) -> Bool {
        raw != original.raw || cut != original.cut || ending != original.ending
            || upload != original.upload || framing != original.framing || headPace != original.headPace
            || pace != original.pace || tail != original.tail || interim != original.interim || trailers != original.trailers
            || head.statusLine != original.head.statusLine || head.isExact != original.head.isExact
    }
}
