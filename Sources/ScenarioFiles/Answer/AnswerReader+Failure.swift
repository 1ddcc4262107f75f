internal import Catalogue
internal import HTTP1
internal import JSONText
internal import Rules
internal import Wire

/// Compiles the failure of a step: alone, or with the reply that it changes.
extension AnswerReader {
    /// A failure as a step has it. An object, since it is much to copy.
    private final class Use {
        let template: ArgumentsTemplate
        /// Of the template, for what is checked at load.
        let arguments: Arguments
        let fail: JSONMember
        let with: JSONMember?
        /// The reply beside it, which only a spoiler takes.
        let reply: JSONMember?
        /// The same, read; nil if it could not be read either.
        let given: Reply?
        let modifiers: StepModifiers
        /// Whether it is made for each request.
        let isDynamic: Bool
        /// Whether it is another system's, or a proxy's: sent once, whatever was asked.
        let isForeign: Bool
        var failure: Failure { template.failure }

        init(
            _ template: ArgumentsTemplate, _ arguments: Arguments, fail: JSONMember, with: JSONMember?,
            reply: JSONMember?, given: Reply?,
            _ modifiers: StepModifiers, isDynamic: Bool, isForeign: Bool
        ) {
            self.template = template
            self.arguments = arguments
            (self.fail, self.with, self.reply, self.given) = (fail, with, reply, given)
            (self.modifiers, self.isDynamic, self.isForeign) = (modifiers, isDynamic, isForeign)
        }

        /// Range of a parameter for diagnostics; without one, that of the failure's name.
        func range(of parameter: String?) -> Range<Int> {
            parameter.flatMap { with?.value[$0]?.range } ?? fail.value.range
        }
    }

    /// The answer of a step with a failure: the failure alone, or the reply beside it changed by the failure.
    func failureAnswer(
        _ fail: JSONMember, _ with: JSONMember?, beside replyMember: JSONMember?, _ modifiers: StepModifiers
    ) -> CompiledAnswer? {
        let given = replyMember.flatMap { reply($0.value) }
        guard let failure = fileReader.failure(fail.value, with?.value),
            let template = arguments(with?.value, failure, of: fail.value)
        else { return nil }
        if let given { addRequestFields(to: given) }
        if !template.substitutions.isEmpty { hasDynamicBody = true }
        guard isGoodForBatches(failure, fail) else { return nil }
        let arguments = template.sample
        let prepared = failure.prepared(arguments)
        if let replyMember, !prepared.isSpoiler {
            let reason = failure.kind == .answer ? "is an answer of its own" : "sends no response"
            error(
                replyMember.nameRange, "\"reply\" cannot stand beside \"\(failure.name)\", which \(reason)",
                hint: failure.spoilsWith.map { "with \"\($0)\" in \"with\" it does" })
            return nil
        }
        let isDynamic = !substitutions.isEmpty || !template.substitutions.isEmpty
        let isForeign = dialect.isSystem && failures.dialect(of: failure)?.name != dialect.name
        let use = Use(
            template, arguments, fail: fail, with: with, reply: replyMember, given: given, modifiers,
            isDynamic: isDynamic,
            isForeign: isForeign)
        if failure.kind == .answer, let objection = failure.objection(use.arguments, Reply()) {
            error(use.range(of: objection.parameter), "\"\(failure.name)\" \(objection.message)")
            return nil
        }
        switch prepared {
        case .reply(let reply): return answer(use, reply)
        // The parts that are checked are the same for every request.
        case .replyToRequest(let make): return answer(use, make(Request()), isSample: true)
        case .replyToCall(let make):
            return make(dialect.sample(ofBatch: rule.takesBatch), .sample).flatMap {
                answer(use, $0, isSample: true, answersCall: true)
            }
        case .spoiler(let spoil): return spoilerAnswer(use, spoil)
        case .ending(let script): return endingAnswer(use, script)
        case .connection: preconditionFailure("stands in no rule")
        }
    }

    // MARK: Answers of their own

    /// `isSample`: the answer depends on the request, and this is one of them.
    private func answer(
        _ use: Use, _ reply: Reply, isSample: Bool = false, answersCall: Bool = false
    ) -> CompiledAnswer? {
        var reply = reply
        if isSample, reply.contentCount > 0 { hasDynamicBody = true }
        let isMadeForRequest = isSample || use.isDynamic
        guard allowsContent(use, reply),
            modify(&reply, use.modifiers, use.failure.name, isSample: isMadeForRequest)
        else { return nil }
        // A body of one's own is sent as it is, too, where it is no part of an envelope, which is not JSON; and so is a
        // refusal of the request whose head says it, where an element of a batch has none.
        let isWhole =
            dialect.isSystem && use.arguments.ownBody != nil && !answersInJSON
            || !answersCall && (use.isForeign || dialect.ignoresHeadsInBatches && use.failure.phase == .head)
        guard isMadeForRequest else { return staticAnswer(reply, failure: use.failure.name, isWireFault: isWhole) }
        let (shape, each) = (use.modifiers.shape, use.template.prepared)
        return CompiledAnswer(
            .perRequest { rendering in
                guard var reply = each(&rendering).reply(to: rendering) else { return .nothing }
                shape.apply(to: &reply, rendering)
                return .reply(reply)
            }, failure: use.failure.name, isWireFault: isWhole, answersCall: answersCall)
    }

    private func endingAnswer(_ use: Use, _ script: WireScript) -> CompiledAnswer? {
        if script.upload != .read { addUploadFailure(use.failure, use.fail) }
        guard let answer = endingAnswer(script, use.failure, use.modifiers) else { return nil }
        guard use.isDynamic else { return answer }
        let each = use.template.prepared
        return CompiledAnswer(
            .perRequest { rendering in
                guard case .ending(let script) = each(&rendering) else { preconditionFailure("sends no response") }
                return .script(script)
            }, failure: answer.failure, isWireFault: true)
    }

    // MARK: Spoilers

    /// A reply as a spoiler leaves it, at load.
    private struct Spoiled {
        /// The reply before, encoded if the spoiler acts on coded bytes.
        let original: Reply
        var reply: Reply
        /// Whether the reply is the system's, made for each call.
        let isOwn: Bool
        let encodesFirst: Bool

        /// Whether more was changed than status, fields and body.
        var breaksWire: Bool { reply.changesMoreThanAnswer(of: original) }
    }

    private func spoilerAnswer(
        _ use: Use, _ spoil: @escaping @Sendable (Call?, inout Reply) -> Void
    ) -> CompiledAnswer? {
        guard use.reply == nil || use.given != nil else { return nil }
        if use.reply == nil, let sample = spoiledSample(of: spoil) {
            return spoiledSystemAnswer(sample, use.failure, use.template, use.modifiers)
        }
        let isOwn = use.reply.map { isSuccess($0.value) } ?? dialect.isSystem
        let base = use.given ?? (isOwn ? dialect.stockSuccess : use.failure.stock ?? dialect.stockSuccess)
        guard let spoiled = spoiled(base, use, spoil, isOwn: isOwn) else { return nil }
        let reply = spoiled.reply
        keep(spoiled, use)
        let isWireFault =
            spoiled.breaksWire || use.isForeign
            || use.reply.map { takesWholeResponse(spoiled.original, $0.value) } ?? false
        let ranges = use.reply?.value.members?.first { $0.name == "ranges" }
        let isSample = !substitutions.isEmpty || !use.template.substitutions.isEmpty || isOwn
        guard allowsContent(use, reply), keepsRanges(reply, use.failure, ranges?.nameRange ?? use.fail.nameRange),
            let sample = self.spoiled(reply, use.failure, use.modifiers, isSample: isSample, isWireFault: isWireFault)
        else { return nil }
        let answer = onDemand(sample, spoiled.original, use.modifiers, spoil)
        if isOwn, !use.isDynamic, isStaticSuccess(base) { return answer }
        let encodesFirst = spoiled.encodesFirst
        guard isOwn else {
            return use.isDynamic
                ? dynamicSpoiledAnswer(answer, base, use.template, use.modifiers, encodesFirst: encodesFirst) : answer
        }
        let spoilEach = spoilingEach(use.template)
        return successAnswer(
            base, use.failure.name, use.modifiers, isWireFault: isWireFault, breaksWire: spoiled.breaksWire
        ) {
            if encodesFirst { $0.encode() }
            spoilEach(&$0, &$1)
        }
    }

    /// Spoils a reply; nil if that is impossible, which was reported.
    private func spoiled(
        _ base: Reply, _ use: Use, _ spoil: (Call?, inout Reply) -> Void, isOwn: Bool
    ) -> Spoiled? {
        guard var reply = isOwn ? wrappedSample(base) : base,
            canSpoil(reply, use.failure, use.reply?.nameRange ?? use.fail.nameRange)
        else { return nil }
        let encodesFirst = reply.coding != nil && encodesFirst(reply, spoil)
        if let coding = reply.coding {
            if !coding.isAlways {
                var plain = reply.settled(isAccepted: false)
                spoil(nil, &plain)
                plainVariant = plain
            }
            reply = reply.settled(isAccepted: true)
            if encodesFirst { reply.encode() }
        }
        if let objection = use.failure.objection(use.arguments, reply) {
            error(
                use.range(of: objection.parameter), "\"\(use.failure.name)\" cannot happen here: \(objection.message)")
            return nil
        }
        let original = reply
        spoil(nil, &reply)
        return Spoiled(original: original, reply: reply, isOwn: isOwn, encodesFirst: encodesFirst)
    }

    /// Notes what is checked once all rules are read, and warns of a cut that comes too late.
    private func keep(_ spoiled: Spoiled, _ use: Use) {
        if spoiled.reply.upload != .read {
            addUploadFailure(use.failure, use.fail)
        } else if use.reply == nil, !step.isBeyondLimit {
            rule.loneSpoilers.append(LoneSpoilers.Failure(name: use.failure.name, range: use.fail.value.range))
        }
        if spoiled.isOwn, spoiled.reply.contentCount > 0 { hasDynamicBody = true }
        if case .time(let time)? = spoiled.reply.cut?.position, !use.isDynamic, !spoiled.isOwn {
            var paced = spoiled.reply
            paced.pace = use.modifiers.pace?.pace ?? paced.pace
            warnIfComplete(paced, by: time, use.range(of: "after"))
        }
    }

    /// A spoiler beside `pass`, for whatever is answered below.
    func passedSpoiler(_ fail: JSONMember, _ with: JSONMember?) -> PassedSpoiler? {
        guard let failure = fileReader.failure(fail.value, with?.value),
            let template = arguments(with?.value, failure, of: fail.value), isGoodForBatches(failure, fail)
        else { return nil }
        guard case .spoiler(let spoil) = failure.prepared(template.sample) else {
            let reason = failure.kind == .answer ? "is an answer of its own" : "sends no response"
            error(
                fail.value.range, "\"\(failure.name)\" cannot stand beside \"pass\": it \(reason)",
                hint: "a spoiler can, which changes what is answered below")
            return nil
        }
        var sample = failure.stock ?? dialect.stockSuccess
        spoil(nil, &sample)
        guard sample.upload == .read else {
            error(
                fail.value.range,
                "\"\(failure.name)\" cannot stand beside \"pass\": it strikes before there is an answer")
            return nil
        }
        checkTransport(sample.script())
        let encodesFirst = encodesFirst(failure.stock ?? dialect.stockSuccess, spoil)
        return PassedSpoiler(failure.name, template.stepArguments, failure.spoiling, encodesFirst: encodesFirst)
    }

    /// Whether a spoiler acts on the encoded body: one that changes more than an answer, such as its framing or its end.
    private func encodesFirst(_ reply: Reply, _ spoil: (Call?, inout Reply) -> Void) -> Bool {
        var spoiled = reply
        spoil(nil, &spoiled)
        return spoiled.changesMoreThanAnswer(of: reply)
    }

    /// Reports a failure of batches in a rule that does not take them.
    private func isGoodForBatches(_ failure: Failure, _ fail: JSONMember) -> Bool {
        guard failure.needsBatch, !rule.takesBatch else { return true }
        error(
            fail.value.range, "\"\(failure.name)\" is done to a batch",
            hint: dialect.batchField.map { "the rule's match needs \"\($0.name)\": true" })
        return false
    }

    private func addUploadFailure(_ failure: Failure, _ fail: JSONMember) {
        rule.uploadFailures.append(UploadFailureChecks.Failure(name: failure.name, range: fail.value.range))
    }

    /// The answer with a script that is made when it is first sent, if a failure has made much out of little: few who start
    /// with all scenarios of a folder ask for that one.
    private func onDemand(
        _ answer: CompiledAnswer, _ original: Reply, _ modifiers: StepModifiers,
        _ spoil: @escaping @Sendable (Call?, inout Reply) -> Void
    ) -> CompiledAnswer {
        guard case .script(let script) = answer.source, modifiers.pace == nil, modifiers.cut == nil,
            modifiers.readPace == nil,
            script.size >= OnDemandScript.least, original.contentCount < script.size / 2
        else { return answer }
        let (hasCORS, number) = (fileReader.hasCORS, script.number)
        let made = OnDemandScript {
            var reply = original
            spoil(nil, &reply)
            if hasCORS { CrossOrigin.vary(&reply.head) }
            return reply.script(number: number)
        }
        return CompiledAnswer(
            .onDemand(made), failure: answer.failure, isWireFault: answer.isWireFault, coding: answer.coding)
    }

    /// A reply with substitutions, which the failure changes after them.
    private func dynamicSpoiledAnswer(
        _ sample: CompiledAnswer, _ original: Reply, _ template: ArgumentsTemplate, _ modifiers: StepModifiers,
        encodesFirst: Bool
    ) -> CompiledAnswer {
        let substitutions = substitutions
        let shape = modifiers.shape
        let spoilEach = spoilingEach(template)
        return CompiledAnswer(
            .perRequest { rendering in
                var reply = original.applying(substitutions, &rendering)
                if encodesFirst { reply.encode() }
                spoilEach(&reply, &rendering)
                shape.apply(to: &reply, rendering)
                return .reply(reply)
            }, failure: sample.failure, isWireFault: sample.isWireFault, coding: original.coding)
    }

    /// Spoils the reply to each request. What was checked at load is not checked again; a number or a status that placeholders
    /// make was not.
    private func spoilingEach(_ template: ArgumentsTemplate) -> @Sendable (inout Reply, inout Rendering) -> Void {
        guard hasMadeStatus || !template.substitutions.isEmpty else {
            let each = template.prepared
            return { reply, rendering in each(&rendering).spoil(&reply, of: rendering.call) }
        }
        let (arguments, spoiling) = (template.stepArguments, template.failure.spoiling)
        return { reply, rendering in
            guard let spoiled = spoiling(reply, arguments.substituting(&rendering), rendering.call),
                !reply.head.forbidsContent || spoiled.framing == reply.framing && spoiled.tail == reply.tail
            else {
                rendering.notes.insert(.notSpoiled)
                return
            }
            reply = spoiled
        }
    }

    /// Reports a status that allows no body, or is not final, for an answer that needs one.
    private func allowsContent(_ use: Use, _ reply: Reply) -> Bool {
        let (status, range) = (reply.head.status, use.range(of: "status"))
        guard reply.raw == nil, reply.head.forbidsContent else { return true }
        if (100..<200).contains(status), !use.failure.isInterim {
            error(
                range, "status \(status) is not that of a final response",
                hint: "the failure \"http/status/\(status)\" sends it and nothing after it")
        } else if reply.contentCount > 0 {
            error(range, "a response with status \(status) has no body, and this answer has one")
        } else if use.arguments.text("message") != nil {
            error(range, "a response with status \(status) has no body, which \"message\" would be")
        } else {
            return true
        }
        return false
    }

    /// The stock success, changed by the failure, for a system that answers from a session's state. Nil for other
    /// systems, and for failures that act before there is an answer.
    private func spoiledSample(of spoil: @Sendable (Call?, inout Reply) -> Void) -> Reply? {
        guard dialect.state != nil else { return nil }
        var sample = dialect.stockSuccess
        spoil(nil, &sample)
        return sample.upload == .read ? sample : nil
    }

    /// The system's own answer out of the session's state, changed by the failure once it is known.
    private func spoiledSystemAnswer(
        _ sample: Reply, _ failure: Failure, _ template: ArgumentsTemplate, _ modifiers: StepModifiers
    ) -> CompiledAnswer? {
        hasDynamicBody = true
        // The system's answer may depend on the body.
        rule.readsBody = true
        guard spoiled(sample, failure, modifiers, isSample: true, isWireFault: true) != nil else { return nil }
        let shape = modifiers.shape
        let (stepArguments, spoiled) = (template.stepArguments, failure.spoiling)
        return CompiledAnswer(
            .fromSystemAnswer { own, rendering in
                var reply = own
                let arguments = stepArguments.substituting(&rendering)
                if let spoiled = spoiled(reply, arguments, rendering.call) {
                    reply = spoiled
                } else {
                    rendering.notes.insert(.notSpoiled)
                }
                shape.apply(to: &reply, rendering)
                return .reply(reply)
            }, failure: failure.name, isWireFault: true)
    }

    /// Whether the reply has what the failure changes.
    private func canSpoil(_ reply: Reply, _ failure: Failure, _ range: Range<Int>) -> Bool {
        if reply.raw != nil {
            error(range, "a raw response cannot be spoiled by \"\(failure.name)\"")
            return false
        }
        if reply.made != nil {
            error(
                range, "\"\(failure.name)\" cannot change a body whose chunks are made while it is sent",
                hint: "a \"cut\" can end it")
            return false
        }
        if failure.needsBody, reply.contentCount == 0 || reply.head.forbidsContent {
            error(range, "\"\(failure.name)\" needs a body to spoil, and this reply has none")
            return false
        }
        if failure.rewritesBody, reply.contentCount > Failure.mostRewritten {
            error(range, "\"\(failure.name)\" rewrites the body, which can then have 16 MiB at most")
            return false
        }
        return true
    }

    private func spoiled(
        _ spoiled: Reply, _ failure: Failure, _ modifiers: StepModifiers, isSample: Bool, isWireFault: Bool
    ) -> CompiledAnswer? {
        var reply = spoiled
        if let cut = modifiers.cut, reply.cut != nil || reply.ending != nil || reply.raw != nil {
            error(cut.range, "\"\(failure.name)\" cuts the response itself and takes no \"cut\"")
            return nil
        }
        if let pace = modifiers.pace, reply.pace != nil || reply.raw != nil {
            error(pace.range, "\"\(failure.name)\" paces the response itself and takes no \"pace\"")
            return nil
        }
        guard modify(&reply, modifiers, failure.name, isSample: isSample) else { return nil }
        return staticAnswer(reply, failure: failure.name, isWireFault: isWireFault)
    }

    private func endingAnswer(
        _ script: WireScript, _ failure: Failure, _ modifiers: StepModifiers
    ) -> CompiledAnswer? {
        let others = [
            (modifiers.pace?.range, "pace"), (modifiers.cut?.range, "cut"), (modifiers.keepAlive?.range, "keepAlive"),
            (modifiers.readPace?.range, "readPace"),
        ]
        for (range, name) in others {
            guard let range else { continue }
            error(range, "\"\(failure.name)\" sends no response and takes no \"\(name)\"")
            return nil
        }
        let numbered = WireScript(
            upload: script.upload, actions: script.actions, ending: script.ending, number: fileReader.numbering.next())
        checkTransport(numbered)
        return CompiledAnswer(
            .script(fileReader.hasCORS ? CrossOrigin.varies(numbered) : numbered), failure: failure.name,
            isWireFault: true
        )
    }
}

extension Failure {
    /// Bytes of a body that can be rewritten at most: it is in memory twice.
    fileprivate static let mostRewritten = 16 << 20

    /// The change that the failure makes to a reply, in bounded memory; nil if it cannot change it. If it would break
    /// off after the end of the body, all of the body is sent and the connection then ends in that way, as with a cut.
    fileprivate var spoiling: @Sendable (Reply, Arguments, Call?) -> Reply? {
        // Captures these parts and not the failure, whose texts a step would keep in memory.
        let (needsBody, rewritesBody, objection, effect) = (needsBody, rewritesBody, objection, effect)
        return { reply, arguments, call in
            if needsBody, reply.contentCount == 0 || reply.head.forbidsContent { return nil }
            if rewritesBody, reply.contentCount > Self.mostRewritten { return nil }
            let objection = objection(arguments, reply)
            if let objection, objection.parameter != "after" { return nil }
            var spoiled = reply
            PreparedFailure(effect, arguments).spoil(&spoiled, of: call)
            return objection == nil || spoiled.cut != nil ? spoiled : nil
        }
    }
}

extension PreparedFailure {
    fileprivate var isSpoiler: Bool { if case .spoiler = self { true } else { false } }

    /// The answer to a call; nil if the call gets none, or if the failure is not an answer.
    fileprivate func reply(to rendering: Rendering) -> Reply? {
        switch self {
        case .reply(let reply): reply
        case .replyToRequest(let make): make(rendering.request)
        case .replyToCall(let make): make(rendering.call, rendering.context)
        case .spoiler, .ending, .connection: nil
        }
    }

    /// Changes the reply if the failure is a spoiler.
    fileprivate func spoil(_ reply: inout Reply, of call: Call? = nil) {
        if case .spoiler(let spoil) = self { spoil(call, &reply) }
    }
}
