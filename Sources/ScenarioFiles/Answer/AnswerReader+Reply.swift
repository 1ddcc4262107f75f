internal import Bytes
internal import Catalogue
internal import JSONText
internal import Rules
internal import Wire

/// A reply: head, body, and how they are framed.
extension AnswerReader {
    private static let bodies = ObjectShape.bodies

    func reply(_ node: JSONNode) -> Reply? {
        let success = dialect.successField
        guard let members = object(node, vocabularies.reply, what: "\"reply\"") else { return nil }
        let errors = errorCount
        let bodies = members.filter { Self.bodies.contains($0.name) || $0.name == success }
        if bodies.count > 1 {
            error(
                bodies[1].nameRange,
                "a reply has one body: \"\(bodies[1].name)\" cannot stand beside \"\(bodies[0].name)\"")
        }
        if let raw = bodies.first, raw.name == "raw" { return rawReply(raw, members) }
        var reply = Reply()
        let status = member("status", members)
        var madeStatus: TextTemplate?
        if let status, hasPlaceholders(status.value) {
            madeStatus = madeNumber(status.value, "\"status\"")
            hasMadeStatus = madeStatus != nil
        } else if let status {
            reply.head.status = count(status.value, "\"status\"", 200...999) ?? 200
        }
        if let reason = member("reason", members), let text = line(reason.value, "\"reason\"") {
            reply.head.reason = sampleText(text, reason.value)
            if text.constant == nil {
                substitutions.append { reply, rendering in reply.head.reason = text.line(&rendering) }
            }
        }
        let isTemplate = member("template", members).map { self.isTemplate($0, bodies.first) } ?? false
        if let body = bodies.first {
            setBody(body, isTemplate: isTemplate, mustBeKnown: needOfWholeBody(members), on: &reply)
        }
        if let ranges = member("ranges", members) { announceRanges(ranges, on: &reply) }
        setHead(members, .head, on: &reply.head)
        setVersion(members, on: &reply.head)
        setFraming(members, on: &reply)
        if let trailers = member("trailers", members) { setTrailers(trailers, on: &reply) }
        if let interim = member("interim", members) { reply.interim = interims(interim.value) }
        if let body = bodies.first, reply.head.forbidsContent {
            error(body.nameRange, "a response with status \(reply.head.status) has no body")
        }
        if let ranges = member("ranges", members) { checkRanges(ranges, bodies.first, on: reply) }
        if let encoding = member("encoding", members) { setEncoding(encoding, bodies.first, on: &reply) }
        if let madeStatus {
            substitutions.append { reply, rendering in
                let text = madeStatus.bytes(&rendering)
                if let status = Int(String(decoding: text, as: UTF8.self)), (200...999).contains(status) {
                    reply.head.status = status
                } else {
                    rendering.refuse(text, as: "status", wanted: "a status from 200 to 999")
                }
            }
        }
        if !rule.takesOnlyHEAD {
            warnOfLength(reply, members)
            warnOfCompression(reply, members)
        }
        warnOfCoding(reply, members)
        return errorCount == errors ? reply : nil
    }

    func hasPlaceholders(_ node: JSONNode) -> Bool {
        node.utf8.map { Placeholders.firstBraces(in: $0) != nil } ?? false
    }

    /// The template of a number that placeholders make.
    func madeNumber(_ node: JSONNode, _ what: String) -> TextTemplate? {
        guard let template = template(node, what) else { return nil }
        if let constant = template.constant {
            error(node.range, "\(what) cannot be \"\(constant.text.shown)\"", hint: "it has neither {{…}} nor quotes")
            return nil
        }
        if what == "\"status\"", case .hit? = template.solePlaceholder?.source {
            error(
                node.range, "{{hit}} counts the requests of the rule, and is no status",
                hint: "\"steps\" say which answer follows which")
        }
        return template
    }

    /// Whether the reply has a success of the system, which gets its envelope later.
    func isSuccess(_ node: JSONNode) -> Bool { dialect.successField.map { node[$0] != nil } ?? false }

    private func member(_ name: String, _ members: [JSONMember]) -> JSONMember? {
        members.first { $0.name == name }
    }

    /// A string that becomes part of a line of the head.
    private func line(_ node: JSONNode, _ what: String) -> TextTemplate? {
        guard let text = template(node, what), staysInLine(node) else { return nil }
        return text
    }

    private func rawReply(_ raw: JSONMember, _ members: [JSONMember]) -> Reply? {
        if let other = members.first(where: {
            !Self.bodies.contains($0.name) && Vocabulary.reply.names.contains($0.name)
        }) {
            error(other.nameRange, "\"raw\" is the whole response: \"\(other.name)\" has no place beside it")
            return nil
        }
        guard let template = rawBytes(raw.value) else { return nil }
        var reply = Reply()
        reply.raw = template.constant ?? raw.value["text"]?.utf8 ?? []
        if template.constant == nil {
            hasDynamicBody = true
            substitutions.append { reply, rendering in reply.raw = template.bytes(&rendering) }
        }
        return reply
    }

    /// A string of base64, or an object that says what it is.
    private func rawBytes(_ node: JSONNode) -> TextTemplate? {
        if node.utf8 != nil { return fileReader.base64(node, "\"raw\"").map { TextTemplate([.literal($0)]) } }
        guard node.members != nil else {
            wrongType(
                node, "\"raw\"", "a string of base64, or an object",
                hint: "it is { \"text\": \"HTTP/1.1 200 OK\\r\\n…\" }")
            return nil
        }
        guard let text = node["text"], node.members?.count == 1 else {
            return fileReader.bytes(node, .raw).map { TextTemplate([.literal($0)]) }
        }
        return template(text, "\"text\"")
    }

    /// The member that has the fields of the head.
    private func fields(_ members: [JSONMember]) -> JSONMember? {
        member("headers", members) ?? member("head", members)
    }

    private func setHead(_ members: [JSONMember], _ section: FieldSection, on head: inout ResponseHead) {
        if let exact = member("head", members) {
            if let headers = member("headers", members) {
                error(headers.nameRange, "\"headers\" cannot stand beside \"head\", which is the whole head")
            }
            let pairs = pairs(exact.value, "\"head\"")
            head.fields = pairs?.fields ?? []
            head.isExact = true
            substitute(pairs?.substitutions ?? [], section, from: 0)
        } else if let headers = member("headers", members),
            let fields = headerMembers(headers.value, "\"headers\"", hasHead: true)
        {
            setHeaders(fields, section, on: &head)
        }
    }

    /// What needs the whole body before it is sent; nil for nothing.
    private func needOfWholeBody(_ members: [JSONMember]) -> String? {
        if member("encoding", members) != nil { return "\"encoding\"" }
        if member("ranges", members) != nil { return "\"ranges\"" }
        return member("framing", members)?.value.string == "length" ? "\"framing\": \"length\"" : nil
    }

    private func setVersion(_ members: [JSONMember], on head: inout ResponseHead) {
        guard let version = member("version", members) else { return }
        head.isHTTP10 = word(version.value, "\"version\"", ["1.0", "1.1"]) == "1.0"
    }

    private func setFraming(_ members: [JSONMember], on reply: inout Reply) {
        guard let framing = member("framing", members) else {
            // Beside other fields about it, parts of a body are no chunks.
            if reply.framing == .chunked, reply.head.tellsFraming, !reply.head.has("transfer-encoding") {
                reply.framing = .automatic
            }
            return
        }
        guard let word = word(framing.value, "\"framing\"", ["length", "chunked", "close"]) else { return }
        reply.framing = word == "length" ? .length : word == "chunked" ? .chunked : .close
        if reply.head.forbidsContent {
            error(framing.nameRange, "a response with status \(reply.head.status) has no body to frame")
        }
    }

    private func setTrailers(_ member: JSONMember, on reply: inout Reply) {
        if let members = member.value.members {
            var head = ResponseHead()
            setHeaders(members, .trailers, on: &head)
            reply.trailers = head.fields
        } else if member.value.elements != nil {
            let pairs = pairs(member.value, "\"trailers\"")
            reply.trailers = pairs?.fields ?? []
            substitute(pairs?.substitutions ?? [], .trailers, from: 0)
        } else {
            wrongType(member.value, "\"trailers\"", "an object or a list of pairs")
        }
        let isChunked =
            !reply.head.forbidsContent
            && (reply.framing == .chunked || reply.framing == .automatic && !reply.head.tellsFraming)
        if !isChunked { error(member.nameRange, "only a chunked body has trailers") }
    }

    private static let mostInterims = 10_000

    private func interims(_ node: JSONNode) -> [Reply.Interim] {
        guard let nodes = node.elements else {
            wrongType(node, "\"interim\"", "a list")
            return []
        }
        var total = 0
        return nodes.enumerated().compactMap { number, node in
            guard let members = object(node, .interim) else { return nil }
            guard let status = member("status", members) else {
                if !isMisspelt("status", members, .interim) {
                    error(node.range, "an interim response needs a \"status\"")
                }
                return nil
            }
            var head = ResponseHead(status: count(status.value, "\"status\"", 100...199) ?? 100)
            if head.status == 101 {
                error(
                    status.value.range, "after status 101 no HTTP follows",
                    hint: "the failure \"http/unrequested-upgrade\" sends it alone")
            }
            if let reason = member("reason", members), let text = line(reason.value, "\"reason\"") {
                head.reason = sampleText(text, reason.value)
                if text.constant == nil {
                    substitutions.append { reply, rendering in reply.interim[number].head.reason = text.line(&rendering)
                    }
                }
            }
            setHead(members, .interim(number), on: &head)
            var interim = Reply.Interim(head)
            if let times = member("times", members) { interim.count = count(times.value, "\"times\"", 1...1_000) ?? 1 }
            total += interim.count
            if total > Self.mostInterims, total - interim.count <= Self.mostInterims {
                error(node.range, "there are \(Self.mostInterims) interim responses at most, with all their \"times\"")
            }
            switch member("delay", members).flatMap({ step.delay($0.value, ofChunk: true) }) {
            case .fixed(let time)?: interim.delay = time
            case .until?:
                error(
                    node.range, "an interim response cannot wait for variables",
                    hint: "the \"delay\" of the step can, before all of them")
            case let random?:
                substitutions.append { reply, rendering in
                    reply.interim[number].delay = rendering.origin.time(of: random, ofPart: -1 - number)
                }
            case nil: break
            }
            return interim
        }
    }

    /// A wrong length is legal but rarely intended.
    private func warnOfLength(_ reply: Reply, _ members: [JSONMember]) {
        guard reply.framing == .automatic, !reply.head.forbidsContent,
            let value = reply.head.first("content-length"), let headers = fields(members)
        else { return }
        let text = String(decoding: value, as: UTF8.self)
        let isKnown = !hasDynamicBody && Placeholders.firstBraces(in: value) == nil
        guard isKnown, text != String(reply.contentCount) else { return }
        warning(
            headers.nameRange, "Content-Length is \(text), but the body has \(reply.contentCount) bytes",
            hint: "the failures \"http/length-too-long\" and \"http/length-too-short\" do this by name")
    }

    /// Without `encoding`, a body is compressed by nobody: Content-Encoding says what it is already.
    private func warnOfCompression(_ reply: Reply, _ members: [JSONMember]) {
        guard let value = reply.head.first("content-encoding"), let headers = fields(members),
            !hasDynamicBody, !breaksCoding, reply.coding == nil, reply.contentCount > 0, reply.head.status != 206
        else { return }
        let name = value.text.lowercased()
        let start = Array(reply.body.prefix(2).flatMap { $0.content.bytes(0..<min(2, $0.content.count)) }.prefix(2))
        let isRight: Bool
        switch name {
        case "gzip", "x-gzip": isRight = start == [0x1F, 0x8B]
        // The header of zlib (RFC 1950, 2.2); without it there is none to tell, and only text is certainly none.
        case "deflate":
            isRight =
                start.count == 2 && start[0] & 0x0F == 8 && (Int(start[0]) << 8 + Int(start[1])) % 31 == 0
                || !members.contains { ["json", "text", "html"].contains($0.name) }
        default: return
        }
        if isRight { return }
        warning(
            headers.nameRange, "Content-Encoding is \(name), but the body is not",
            hint: "the failure \"http/bad-gzip\" does this by name")
    }

    /// A hand-written Transfer-Encoding is legal but rarely intended without chunks.
    private func warnOfCoding(_ reply: Reply, _ members: [JSONMember]) {
        guard let value = reply.head.first("transfer-encoding"), let headers = fields(members),
            reply.framing == .automatic, value.equalsIgnoringCase("chunked"), !reply.endsWithChunk
        else { return }
        warning(
            headers.nameRange, "Transfer-Encoding is chunked, but the body goes out as it is, without chunks",
            hint: "\"framing\": \"chunked\" makes them")
    }
}

extension Reply {
    /// Whether the body ends with the last chunk, written by hand.
    fileprivate var endsWithChunk: Bool {
        guard let last = body.last?.content else { return false }
        return last.bytes(max(0, last.count - 5)..<last.count).elementsEqual("0\r\n\r\n".utf8)
    }
}
