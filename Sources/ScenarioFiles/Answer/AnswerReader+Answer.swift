internal import Catalogue
internal import HTTP1
internal import JSONText
internal import Rules
internal import Wire

/// Compiles replies and failures with the modifiers of the step, and rejects combinations that are impossible.
extension AnswerReader {
    func replyAnswer(_ node: JSONNode, _ modifiers: StepModifiers) -> CompiledAnswer? {
        guard var reply = reply(node) else { return nil }
        warnOfMissingEnvelope(node, reply)
        let isWireFault = takesWholeResponse(reply, node)
        if reply.raw != nil, modifiers.keepAlive?.keepAlive.closes == false { reply.ending = .complete }
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
    func takesWholeResponse(_ reply: Reply, _ node: JSONNode) -> Bool {
        if !dialect.isSystem || reply.raw != nil { return reply.raw != nil }
        let isPiece = dialect.successField == nil || node["json"] != nil || isSuccess(node)
        return !isPiece || reply.changesMoreThanAnswer(of: Reply())
    }

    /// Whether a success without substitutions is the same for every call.
    func isStaticSuccess(_ reply: Reply) -> Bool {
        guard substitutions.isEmpty, !rule.takesBatch, let dialect = dialect as? any TranslatingDialect else {
            return false
        }
        return !dialect.dependsOnCall(reply)
    }

    /// A sample of the reply in the envelope of a call.
    func wrappedSample(_ reply: Reply) -> Reply? {
        dialect.wrap(reply, for: dialect.sample(ofBatch: rule.takesBatch), in: .sample)
    }

    /// Whether the envelope of the system is JSON, so that a JSON body can be one answer among those to a batch.
    var answersInJSON: Bool {
        guard let sample = wrappedSample(dialect.stockSuccess) else { return false }
        if case .success = JSONParser.parse(sample.content) { return true }
        return false
    }

    /// A success in the envelope of each call that it answers, changed by `spoil`. `breaksWire` is true if that changes
    /// more than status, fields and body.
    func successAnswer(
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

    /// Applies the pace and the cut of the step. The head of a sample may still change with the request.
    func modify(
        _ reply: inout Reply, _ modifiers: StepModifiers, _ what: String, isSample: Bool = false
    ) -> Bool {
        if reply.raw != nil, let range = modifiers.pace?.range {
            error(range, "\(what) goes out as it is, without \"pace\"")
            return false
        }
        // What is made for each request needs the same features as its sample.
        defer { if isSample { checkTransport(reply.script()) } }
        if fileReader.hasCORS { CrossOrigin.vary(&reply.head) }
        if let readPace = modifiers.readPace {
            guard reply.upload == .read else {
                error(readPace.range, "\"\(what)\" says itself how the request is read, and takes no \"readPace\"")
                return false
            }
            reply.upload = .paced(readPace.pace)
            rule.uploadFailures.append(UploadFailureChecks.Failure(name: "readPace", range: readPace.range))
        }
        if let pace = modifiers.pace {
            guard hasBodyToPace(reply, modifiers, pace.range) else { return false }
            reply.pace = pace.pace
        }
        guard let cut = modifiers.cut else { return leavesConnection(reply, modifiers, what) }
        switch cut.cut.position {
        case let position where reply.raw != nil && position.isInHead:
            error(
                cut.afterRange, "\(what) has no head of its own to cut it in",
                hint: "bytes are counted from its first one on: \"after\": 120, a share (\"50%\") or a time (\"2s\")")
            return false
        case .bytes(let count) where reply.raw != nil && !hasDynamicBody:
            let total = reply.raw?.count ?? 0
            guard count > total else { break }
            error(cut.afterRange, "the cut is after \(count) bytes, but \(what) has \(total)")
            return false
        case .percent where reply.made != nil:
            error(
                cut.afterRange,
                "a share is of the whole body, which is not known: some of its chunks are made while it is sent",
                hint: "it is bytes of body (\"10KB\") or a time (\"2s\")")
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
        return leavesConnection(reply, modifiers, what)
    }

    /// Reports a `keepAlive` behind an answer that is the end of its connection. False holds there too.
    private func leavesConnection(_ reply: Reply, _ modifiers: StepModifiers, _ what: String) -> Bool {
        guard let keepAlive = modifiers.keepAlive, !keepAlive.keepAlive.closes else { return true }
        let script = reply.script()
        let isLengthUnknown =
            hasDynamicBody && reply.resolvedFraming == .asGiven && reply.head.has("content-length")
        let reason: String
        if let cut = modifiers.cut?.cut, cut.stall == nil {
            reason = "the \"cut\" is the end of the connection"
        } else if script.ending != .complete || reply.cut.map({ $0.stall == nil }) ?? false {
            reason = "\"\(what)\" is the end of the connection"
        } else if let field = reply.head.first("connection"), field.equalsIgnoringCase("close") {
            reason = "the head says \"Connection: close\""
        } else if !isLengthUnknown, ConnectionEnd.follows(script, minorVersion: 1) {
            reason = "the body ends with the connection"
        } else {
            return true
        }
        error(keepAlive.range, "\"keepAlive\" could never apply: \(reason)")
        return false
    }

    /// Warns of an answer that is complete before the time of its cut.
    func warnIfComplete(_ reply: Reply, by time: Nanoseconds, _ range: Range<Int>) {
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
    func checkTransport(_ script: WireScript) {
        let required = script.requires
        let isCarried = fileReader.protocols.contains { $0.isSuperset(of: required) }
        guard !isCarried, let (what, range) = uncheckedAnswer else { return }
        uncheckedAnswer = nil
        let lacking = fileReader.protocols.map { required.subtracting($0) }
        let least = lacking.min { $0.rawValue.nonzeroBitCount < $1.rawValue.nonzeroBitCount } ?? required
        error(range, "\(what) needs \(least.text), which this transport does not support")
    }

    func staticAnswer(_ reply: Reply, failure: String? = nil, isWireFault: Bool = false) -> CompiledAnswer {
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
            other.upload = reply.upload
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
    func applying(_ substitutions: [Substitution], _ rendering: inout Rendering) -> Reply {
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
