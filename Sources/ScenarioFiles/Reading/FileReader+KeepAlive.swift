internal import Bytes
internal import Catalogue
internal import HTTP1
internal import JSONText
internal import Rules
internal import Wire

/// What becomes of a connection behind an answer, in a scenario, a step or an entry of `connections`.
extension FileReader {
    func keepAlive(_ node: JSONNode) -> KeepAlive? {
        if let flag = node.bool { return flag ? .standard : .never }
        if node.utf8 != nil { return idle(node, "\"keepAlive\"").map { KeepAlive(idle: $0) } }
        guard node.members != nil else {
            wrongType(
                node, "\"keepAlive\"", "true, false, a duration such as \"5s\", or an object",
                hint: MeantValue.duration(node))
            return nil
        }
        let errors = errorCount
        guard let members = object(node, .keepAlive) else { return nil }
        var idle: Nanoseconds?
        var requests: Int?
        var end = KeepAlive.End.close
        var announce: JSONMember?
        for member in members {
            switch member.name {
            case "idle": idle = self.idle(member.value, "\"idle\"")
            case "requests": requests = count(member.value, "\"requests\"", 1...1_000_000)
            case "end": end = self.end(member) ?? .close
            case "announce": announce = isTrue(member) ? member : nil
            default: break
            }
        }
        guard errorCount == errors else { return nil }
        if let announce, idle ?? 0 < 1_000_000_000 {
            error(
                announce.nameRange, "\"announce\" tells the whole seconds of \"idle\"",
                hint: idle == nil ? "it needs \"idle\" beside it" : "\"idle\" is then at least \"1s\"")
            return nil
        }
        guard idle != nil || requests != nil else {
            error(
                node.range, "\"keepAlive\" needs \"idle\" or \"requests\"",
                hint: "such as { \"idle\": \"5s\" }, { \"requests\": 100 } or both")
            return nil
        }
        return KeepAlive(idle: idle, requests: requests, end: end, isAnnounced: announce != nil)
    }

    /// How long a connection waits for a request.
    private func idle(_ node: JSONNode, _ what: String) -> Nanoseconds? {
        guard let time = duration(node, what) else { return nil }
        if time == 0 {
            error(node.range, "\(what) must be longer than nothing", hint: "\"keepAlive\": false ends it at once")
            return nil
        }
        guard time <= KeepAlive.longest else {
            error(
                node.range, "\(what) is at most \"\(KeepAlive.longest.durationText)\"",
                hint: "the gateway itself ends a connection on which nothing was asked for so long")
            return nil
        }
        return time
    }

    private func end(_ member: JSONMember) -> KeepAlive.End? {
        let node = member.value
        guard let word = node.string else {
            guard node.members == nil else { return unasked(node, member.nameRange).map { .answer($0) } }
            wrongType(node, "\"end\"", "\"close\", \"reset\" or a step")
            return nil
        }
        switch word {
        case "close": return .close
        case "reset": return .reset
        default:
            error(
                node.range, "\"end\" cannot be \"\(word.shown)\"; it is \"close\", \"reset\" or a step",
                hint: didYouMean(word, ["close", "reset"]) ?? "such as { \"reply\": { \"status\": 408 } }")
            return nil
        }
    }
}

// MARK: - Answers that nobody asked for
extension FileReader {
    private static let mostUnasked = 16 << 10

    /// The answer of a step that is sent without a request: all of it at once.
    private func unasked(_ node: JSONNode, _ range: Range<Int>) -> WireScript? {
        let taken = ["reply", "fail", "with", "description"]
        if let other = node.members?.first(where: {
            !taken.contains($0.name) && vocabularies.step.names.contains($0.name)
        }) {
            error(other.nameRange, "\"end\" is one answer, sent at once: \"\(other.name)\" has no place in it")
            return nil
        }
        let errors = errorCount
        let step = StepReader(RuleReader(self, name: "keepAlive"), number: 0, .then)
        guard case .answer(let answer)? = step.read(node)?.step.act, errorCount == errors else { return nil }
        guard let script = answer.scriptOfAll else {
            error(
                range, "\"end\" is sent without a request: its answer has no placeholders, and is to no call",
                hint: "such as { \"reply\": { \"status\": 408 } }")
            return nil
        }
        guard !script.actions.isEmpty, script.ending.act == .finish, script.upload == .read else {
            error(
                range, "\"end\" is a whole answer with a FIN behind it, which \"\(answer.failure ?? "this")\" is not",
                hint: "an RST is \"end\": \"reset\"")
            return nil
        }
        guard let count = script.countAtOnce else {
            error(range, "\"end\" is sent at once: its answer has no delays and no pace")
            return nil
        }
        if count > Self.mostUnasked {
            error(range, "the answer of an \"end\" has at most 16 KiB with its head, and this has \(count) bytes")
            return nil
        }
        return script
    }
}

extension CompiledAnswer {
    /// The script for every request, whatever it asks; nil if there is none.
    fileprivate var scriptOfAll: WireScript? {
        switch source {
        case .script(let script), .reply(_, let script): script
        case .onDemand(let script): script.value
        case .negotiated(let answers): answers.plain == nil ? answers.coded.script : nil
        case .perRequest, .laidOut, .fromSystemAnswer: nil
        }
    }
}

extension WireScript {
    /// Its bytes on an HTTP/1 connection that it closes; nil if it does not send them all at once.
    fileprivate var countAtOnce: Int? {
        guard !hasMadeParts else { return nil }
        var encoder = HTTP1Encoder(
            script: self, isHead: false,
            setting: HTTP1Head.Setting(date: [UInt8](repeating: 0x20, count: 29), keepAlive: false))
        var bytes: [UInt8] = []
        var count = 0
        while true {
            let output = encoder.fill(&bytes)
            count += bytes.count
            bytes.removeAll(keepingCapacity: true)
            switch output {
            case .more: continue
            case .end: return count
            case .wait, .limit, .starved: return nil
            }
        }
    }
}
