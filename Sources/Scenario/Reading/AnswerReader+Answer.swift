internal import Catalogue
internal import JSONText
internal import HTTP1
internal import Wire

/// Compiles replies and failures with the modifiers of the step, and rejects combinations that are impossible.
extension AnswerReader {
    func replyAnswer(_ node: JSONNode, _ modifiers: StepModifiers) -> CompiledAnswer? {
        guard var reply = reply(node) else { return nil }
        warnOfMissingEnvelope(node, reply)
        let isWireFault = takesWholeResponse(reply, node)
        if isSuccess(node) {
            let isStaticSuccess = isStaticSuccess(reply)
            if !isStaticSuccess { hasDynamicBody = true }  // its length depends on the envelope of the call
            guard var sample = wrappedSample(reply), modify(&sample, modifiers, "a success", isSample: true)
            else { return nil }
            return isStaticSuccess
                ? staticAnswer(sample, isWireFault: isWireFault)
                : successAnswer(reply, nil, modifiers, isWireFault: isWireFault)
        }
        guard modify(&reply, modifiers, "a raw response", isSample: !substitutions.isEmpty) else { return nil }
        addRequestFields(to: reply)
        let substitutions = substitutions
        guard !substitutions.isEmpty else { return staticAnswer(reply, isWireFault: isWireFault) }
        if let source = sourceOfContent(reply) { return CompiledAnswer(source, isWireFault: isWireFault) }
        let (base, shape) = (reply, modifiers.shape)
        return CompiledAnswer(
            .perRequest { rendering in
                var reply = base.applying(substitutions, &rendering)
                shape.apply(to: &reply, rendering)
                return .reply(reply)
            }, isWireFault: isWireFault, coding: base.coding)
    }

    /// For a reply in which nothing but the body has placeholders; nil for others, and where replies are kept.
    private func sourceOfContent(_ reply: Reply) -> CompiledAnswer.Source? {
        guard substitutions.count == 1, let bodyTemplate, !fileReader.keepsReplies, !step.isOverRate,
            let layout = ReplyLayout(reply, number: fileReader.numbering.next())
        else { return nil }
        return .laidOut(layout) { bodyTemplate.bytes(&$0) }
    }

    /// Whether the reply at `node` cannot be one answer in a batch. Systems with envelopes put together replies that
    /// have only a status, fields and a piece of the body; other systems put any body into their response.
    private func takesWholeResponse(_ reply: Reply, _ node: JSONNode) -> Bool {
        if !dialect.isSystem || reply.raw != nil { return reply.raw != nil }
        let isPiece = dialect.successField == nil || node["json"] != nil || isSuccess(node)
        return !isPiece || reply.changesMoreThanAnswer(of: Reply())
    }

    /// Whether a success without substitutions is the same for every call.
    private func isStaticSuccess(_ reply: Reply) -> Bool {
        guard substitutions.isEmpty, !rule.takesBatch, let dialect = dialect as? any TranslatingDialect else {
            return false
        }
        return !dialect.dependsOnCall(reply)
    }

    /// A sample of the reply in the envelope of a call.
    private func wrappedSample(_ reply: Reply) -> Reply? {
        dialect.wrap(reply, for: dialect.sample(ofBatch: rule.takesBatch), in: .sample)
    }

    /// Whether the envelope of the system is JSON, so that a JSON body can be one answer among those to a batch.
    private var answersInJSON: Bool {
        guard let sample = wrappedSample(dialect.stockSuccess) else { return false }
        if case .success = JSONParser.parse(sample.content) { return true }
        return false
    }

    /// A success in the envelope of each call that it answers, changed by `spoil`. `breaksWire` is true if that changes
    /// more than status, fields and body.
    private func successAnswer(
        _ reply: Reply, _ failure: String?, _ modifiers: StepModifiers, isWireFault: Bool, breaksWire: Bool = false,
        _ spoil: @escaping @Sendable (inout Reply, inout Rendering) -> Void = { _, _ in }
    ) -> CompiledAnswer {
        let dialect = dialect
        let substitutions = substitutions
        let shape = modifiers.shape
        return CompiledAnswer(
            .perRequest { rendering in
                let base = reply.applying(substitutions, &rendering)
                let answers = rendering.call?.count ?? 1
                guard answers <= 1 || base.contentCount <= Reading.maximumAnswerBytes / answers else {
                    rendering.notes.insert(.tooLarge)
                    return .reply(dialect.internalError(rendering.request))
                }
                // A fault of the wire applies to a notification too.
                let wrapped = dialect.wrap(base, for: rendering.call, in: rendering.context)
                guard var reply = wrapped ?? (breaksWire ? dialect.wrap(base, for: nil, in: rendering.context) : nil)
                else {
                    return .nothing
                }
                spoil(&reply, &rendering)
                shape.apply(to: &reply, rendering)
                return .reply(reply)
            }, failure: failure, isWireFault: isWireFault, answersCall: true, coding: reply.coding)
    }

    /// The answer of a step with a failure: the failure alone, or the reply beside it changed by the failure.
    func failureAnswer(
        _ fail: JSONMember, _ with: JSONMember?, beside replyMember: JSONMember?, _ modifiers: StepModifiers
    ) -> CompiledAnswer? {
        let given = replyMember.flatMap { reply($0.value) }
        guard let failure = fileReader.failure(fail.value, with?.value),
            let template = arguments(with?.value, failure, of: fail.value)
        else { return nil }
        let arguments = template.sample
        let isSample = !substitutions.isEmpty || !template.substitutions.isEmpty
        if let given { addRequestFields(to: given) }
        let isDynamic = !substitutions.isEmpty || !template.substitutions.isEmpty
        if !template.substitutions.isEmpty { hasDynamicBody = true }
        guard isGoodForBatches(failure, fail) else { return nil }
        // The answer of another system or of a proxy is sent once, whatever was asked.
        let isForeign = dialect.isSystem && failures.dialect(of: failure)?.name != dialect.name
        // And so is a body of one's own, which is no part of an envelope that is not JSON.
        let isWhole = isForeign || dialect.isSystem && arguments.ownBody != nil && !answersInJSON
        if let replyMember, failure.kind != .spoiler {
            let reason = failure.kind == .answer ? "is an answer of its own" : "sends no response"
            error(replyMember.nameRange, "\"reply\" cannot stand beside \"\(failure.name)\", which \(reason)")
            return nil
        }
        /// Range of a parameter for diagnostics; without one, that of the failure's name.
        func range(of parameter: String?) -> Range<Int> {
            parameter.flatMap { with?.value[$0]?.range } ?? fail.value.range
        }
        func allowsContent(_ reply: Reply) -> Bool {
            self.allowsContent(reply, failure, arguments, range(of: "status"))
        }
        switch failure.prepared(arguments) {
        case .reply(var reply):
            guard allowsContent(reply), modify(&reply, modifiers, failure.name, isSample: isDynamic) else { return nil }
            guard isDynamic else { return staticAnswer(reply, failure: failure.name, isWireFault: isWhole) }
            return perRequestAnswer(template, modifiers, isWireFault: isWhole)
        case .replyToRequest(let make):
            // The parts that are checked here are the same for every request.
            var sample = make(Request())
            if sample.contentCount > 0 { hasDynamicBody = true }
            guard allowsContent(sample), modify(&sample, modifiers, failure.name, isSample: true) else { return nil }
            return perRequestAnswer(template, modifiers, isWireFault: isWhole)
        case .replyToCall(let make):
            guard var sample = make(dialect.sample(ofBatch: rule.takesBatch), .sample) else { return nil }
            if sample.contentCount > 0 { hasDynamicBody = true }
            guard allowsContent(sample), modify(&sample, modifiers, failure.name, isSample: true) else { return nil }
            return perRequestAnswer(template, modifiers, isWireFault: isWhole, answersCall: true)
        case .spoiler(let spoil):
            guard replyMember == nil || given != nil else { return nil }
            if replyMember == nil, let sample = spoiledSample(of: spoil) {
                return spoiledSystemAnswer(sample, failure, template, modifiers)
            }
            let isOwn = replyMember.map { isSuccess($0.value) } ?? dialect.isSystem
            let base = given ?? (isOwn ? dialect.stockSuccess : failure.stock ?? dialect.stockSuccess)
            guard var reply = isOwn ? wrappedSample(base) : base else { return nil }
            guard canSpoil(reply, failure, replyMember?.nameRange ?? fail.nameRange) else { return nil }
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
            if let objection = failure.objection(arguments, reply) {
                error(range(of: objection.parameter), "\"\(failure.name)\" cannot happen here: \(objection.message)")
                return nil
            }
            let original = reply
            spoil(nil, &reply)
            if reply.upload != .read {
                noteUploadFailure(failure, fail)
            } else if replyMember == nil, !step.isBeyondLimit {
                rule.loneSpoilers.append(LoneSpoilers.Failure(name: failure.name, range: fail.value.range))
            }
            let ranges = replyMember?.value.members?.first { $0.name == "ranges" }
            let breaksWire = reply.changesMoreThanAnswer(of: original)
            let isWireFault =
                breaksWire || isForeign
                || replyMember.map { takesWholeResponse(original, $0.value) } ?? false
            if isOwn, reply.contentCount > 0 { hasDynamicBody = true }
            if case .time(let time)? = reply.cut?.position, !isDynamic, !isOwn {
                var paced = reply
                paced.pace = modifiers.pace?.pace ?? reply.pace
                warnIfComplete(paced, by: time, range(of: "after"))
            }
            guard allowsContent(reply), keepsRanges(reply, failure, ranges?.nameRange ?? fail.nameRange),
                let spoiledAnswer = spoiled(
                    reply, failure, modifiers, isSample: isSample || isOwn, isWireFault: isWireFault)
            else { return nil }
            let answer = onDemand(spoiledAnswer, original, modifiers, spoil)
            if isOwn, !isDynamic, isStaticSuccess(base) { return answer }
            guard isOwn else {
                return isDynamic
                    ? dynamicSpoiledAnswer(answer, base, template, modifiers, encodesFirst: encodesFirst) : answer
            }
            let each = template.prepared
            return successAnswer(base, failure.name, modifiers, isWireFault: isWireFault, breaksWire: breaksWire) {
                if encodesFirst { $0.encode() }
                each(&$1).spoil(&$0, of: $1.call)
            }
        case .ending(let script):
            if script.upload != .read { noteUploadFailure(failure, fail) }
            guard let answer = endingAnswer(script, failure, modifiers) else { return nil }
            guard isDynamic else { return answer }
            let each = template.prepared
            return CompiledAnswer(
                .perRequest { rendering in
                    guard case .ending(let script) = each(&rendering) else { preconditionFailure("sends no response") }
                    return .script(script)
                }, failure: answer.failure, isWireFault: true)
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

    private func noteUploadFailure(_ failure: Failure, _ fail: JSONMember) {
        rule.uploadFailures.append(UploadFailureChecks.Failure(name: failure.name, range: fail.value.range))
    }

    /// The answer with a script that is made when it is first sent, if a failure has made much out of little: few who start
    /// with all scenarios of a folder ask for that one.
    private func onDemand(
        _ answer: CompiledAnswer, _ original: Reply, _ modifiers: StepModifiers,
        _ spoil: @escaping @Sendable (Call?, inout Reply) -> Void
    ) -> CompiledAnswer {
        guard case .script(let script) = answer.source, modifiers.pace == nil, modifiers.cut == nil,
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
        let each = template.prepared
        return CompiledAnswer(
            .perRequest { rendering in
                var reply = original.applying(substitutions, &rendering)
                if encodesFirst { reply.encode() }
                each(&rendering).spoil(&reply, of: rendering.call)
                shape.apply(to: &reply, rendering)
                return .reply(reply)
            }, failure: sample.failure, isWireFault: sample.isWireFault, coding: original.coding)
    }

    /// Reports a status that allows no body, or is not final, for an answer that needs one.
    private func allowsContent(
        _ reply: Reply, _ failure: Failure, _ arguments: Arguments, _ range: Range<Int>
    ) -> Bool {
        let status = reply.head.status
        guard reply.raw == nil, reply.head.forbidsContent else { return true }
        if (100..<200).contains(status), !failure.name.hasPrefix("http/status/1") {
            error(
                range, "status \(status) is not that of a final response",
                hint: "the failure \"http/status/\(status)\" sends it and nothing after it")
        } else if reply.contentCount > 0 {
            error(range, "a response with status \(status) has no body, and this answer has one")
        } else if arguments.text("message") != nil {
            error(range, "a response with status \(status) has no body, which \"message\" would be")
        } else {
            return true
        }
        return false
    }

    private func perRequestAnswer(
        _ template: ArgumentsTemplate, _ modifiers: StepModifiers, isWireFault: Bool = false, answersCall: Bool = false
    ) -> CompiledAnswer {
        let shape = modifiers.shape
        let each = template.prepared
        return CompiledAnswer(
            .perRequest { rendering in
                guard var reply = each(&rendering).reply(to: rendering) else { return .nothing }
                shape.apply(to: &reply, rendering)
                return .reply(reply)
            }, failure: template.failure.name, isWireFault: isWireFault, answersCall: answersCall)
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
        for (range, name) in [(modifiers.pace?.range, "pace"), (modifiers.cut?.range, "cut")] {
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

    /// Applies the pace and the cut of the step. The head of a sample may still change with the request.
    private func modify(
        _ reply: inout Reply, _ modifiers: StepModifiers, _ what: String, isSample: Bool = false
    ) -> Bool {
        if reply.raw != nil, let range = modifiers.pace?.range {
            error(range, "\(what) goes out as it is, without \"pace\"")
            return false
        }
        // What is made for each request needs the same features as its sample.
        defer { if isSample { checkTransport(reply.script()) } }
        if fileReader.hasCORS { CrossOrigin.vary(&reply.head) }
        if let pace = modifiers.pace {
            guard hasBodyToPace(reply, modifiers, pace.range) else { return false }
            reply.pace = pace.pace
        }
        guard let cut = modifiers.cut else { return true }
        switch cut.cut.position {
        case let position where reply.raw != nil && position.isInHead:
            error(
                cut.afterRange, "\(what) has no head of its own to cut it in",
                hint: "bytes are counted from its first one on: \"after\": 120, a share (\"50%\") or a time (\"2s\")")
            return false
        case .bytes(let count) where reply.raw != nil:
            let total = reply.raw?.count ?? 0
            guard count > total else { break }
            error(cut.afterRange, "the cut is after \(count) bytes, but \(what) has \(total)")
            return false
        case .bytes(let count) where !isSample || !hasDynamicBody:
            let total = reply.head.forbidsContent ? 0 : reply.contentCount
            let encoded = reply.coding == nil ? total : reply.encoded.contentCount
            let shortest = reply.coding?.isAlways == true ? encoded : min(encoded, total)
            guard count > shortest else { break }
            let isEncoded = reply.coding != nil && shortest == encoded
            error(
                cut.afterRange,
                "the cut is after \(count) bytes, but the body has \(shortest)" + (isEncoded ? ", encoded" : ""))
            return false
        case .head(.byte(let count)) where !isSample:
            let longest = reply.longestHead
            guard count > longest else { break }
            error(cut.afterRange, "the cut is after \(count) bytes of head, but this one has \(longest) at most")
            return false
        case .time(let time) where !isSample:
            warnIfComplete(reply, by: time, cut.afterRange)
        case .bytes, .head, .percent, .headers, .time, .answer: break
        }
        reply.cut = cut.cut
        return true
    }

    /// Warns of an answer that is complete before the time of its cut.
    private func warnIfComplete(_ reply: Reply, by time: Nanoseconds, _ range: Range<Int>) {
        let count = reply.raw?.count ?? reply.encoded.contentCount
        var needed = reply.pace?.longestTime(for: count) ?? 0
        for part in reply.body {
            let (sum, isOver) = needed.addingReportingOverflow(part.delay)
            needed = isOver ? .max : sum
        }
        // A longer one waits for a client that does not read, and a rule above may slow it down.
        guard !fileReader.keepsReplies, needed < time, reply.pace != nil || count <= 64 << 10 else { return }
        warning(
            range, "the answer has left long before: nothing slows its \(count) bytes down that much",
            hint: "a \"pace\" does, or a \"delay\" in its \"chunks\"; a step's \"delay\" comes before its head")
    }

    /// Whether there is a body to pace.
    private func hasBodyToPace(_ reply: Reply, _ modifiers: StepModifiers, _ range: Range<Int>) -> Bool {
        if !hasDynamicBody, reply.head.forbidsContent || reply.contentCount == 0 {
            error(range, "there is nothing to pace: this answer has no body")
            return false
        }
        if let cut = modifiers.cut?.cut, cut.stall == nil, cut.position.isBeforeBody {
            error(range, "there is nothing to pace: the cut is before the first byte of the body")
            return false
        }
        return true
    }

    /// Reports an answer that needs features which no protocol has together.
    private func checkTransport(_ script: WireScript) {
        let required = script.requires
        let isCarried = fileReader.protocols.contains { $0.isSuperset(of: required) }
        guard !isCarried, let (what, range) = uncheckedAnswer else { return }
        uncheckedAnswer = nil
        let lacking = fileReader.protocols.map { required.subtracting($0) }
        let least = lacking.min { $0.rawValue.nonzeroBitCount < $1.rawValue.nonzeroBitCount } ?? required
        error(range, "\(what) needs \(least.text), which this transport does not support")
    }

    private func staticAnswer(_ reply: Reply, failure: String? = nil, isWireFault: Bool = false) -> CompiledAnswer {
        let source = staticSource(reply)
        guard let pace = reply.pace, pace.isSeeded else {
            return CompiledAnswer(source, failure: failure, isWireFault: isWireFault, coding: coding)
        }
        // Only the sizes of its writes differ from request to request.
        let shape = StepModifiers.Shape(pace: pace, cut: nil)
        return CompiledAnswer(
            .perRequest { rendering in
                var each = reply
                if case .negotiated(let answers) = source { each = answers.answer(to: rendering.request).reply }
                shape.apply(to: &each, rendering)
                return .reply(each)
            }, failure: failure, isWireFault: isWireFault)
    }

    private func staticSource(_ reply: Reply) -> CompiledAnswer.Source {
        if let coding { return .negotiated(negotiated(reply, coding)) }
        let script = reply.script(number: fileReader.numbering.next())
        checkTransport(script)
        return fileReader.keepsReplies || step.isOverRate || reply.hasRanges
            ? .reply(CompiledAnswer.BoxedReply(reply), script) : .script(script)
    }

    /// A reply with a coding, laid out for requests that accept it and for others.
    private func negotiated(_ reply: Reply, _ coding: ContentCoding) -> CompiledAnswer.Negotiated {
        func answer(_ reply: Reply) -> CompiledAnswer.Negotiated.Answer {
            let script = reply.script(number: fileReader.numbering.next())
            checkTransport(script)
            return CompiledAnswer.Negotiated.Answer(reply: reply, script: script)
        }
        let settled = reply.settled(isAccepted: true)
        var plain: Reply?
        if !coding.isAlways {
            var other = plainVariant ?? reply.settled(isAccepted: false)
            other.pace = reply.pace
            other.cut = other.cut ?? reply.cut
            if fileReader.hasCORS { CrossOrigin.vary(&other.head) }
            plain = other
        }
        return CompiledAnswer.Negotiated(settled, coding, coded: answer(settled.encoded), plain: plain.map(answer))
    }
}

extension Cut.Position {
    fileprivate var isBeforeBody: Bool {
        switch self {
        case .headers, .head, .bytes(0), .percent(0), .time(0): true
        case .bytes, .percent, .time, .answer: false
        }
    }
}

extension Reply {
    /// The reply with the substitutions for a request.
    fileprivate func applying(_ substitutions: [Substitution], _ rendering: inout Rendering) -> Reply {
        var reply = self
        for substitute in substitutions { substitute(&reply, &rendering) }
        guard reply.coding != nil else { return reply }
        if reply.contentCount > Self.mostEncoded {
            reply.coding = nil
            rendering.notes.insert(.notEncoded)
        }
        return reply.settled(for: rendering.request)
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
    /// The answer to a call; nil if the call gets none, or if the failure is not an answer.
    fileprivate func reply(to rendering: Rendering) -> Reply? {
        switch self {
        case .reply(let reply): reply
        case .replyToRequest(let make): make(rendering.request)
        case .replyToCall(let make): make(rendering.call, rendering.context)
        case .spoiler, .ending: nil
        }
    }

    /// Changes the reply if the failure is a spoiler.
    fileprivate func spoil(_ reply: inout Reply, of call: Call? = nil) {
        if case .spoiler(let spoil) = self { spoil(call, &reply) }
    }
}
