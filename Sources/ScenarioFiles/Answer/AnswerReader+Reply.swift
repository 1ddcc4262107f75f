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
        if let status = member("status", members) {
            reply.head.status = count(status.value, "\"status\"", 200...999) ?? 200
        }
        if let reason = member("reason", members), let text = line(reason.value, "\"reason\"") {
            reply.head.reason = sampleText(text, reason.value)
            if text.constant == nil {
                substitutions.append { reply, rendering in reply.head.reason = text.line(&rendering) }
            }
        }
        let isTemplate = member("template", members).map { self.isTemplate($0, bodies.first) } ?? false
        if let body = bodies.first { setBody(body, isTemplate: isTemplate, on: &reply) }
        if let ranges = member("ranges", members) { announceRanges(ranges, on: &reply) }
        setHead(members, .head, on: &reply.head)
        setFraming(members, on: &reply)
        if let trailers = member("trailers", members) { setTrailers(trailers, on: &reply) }
        if let interim = member("interim", members) { reply.interim = interims(interim.value) }
        if let body = bodies.first, reply.head.forbidsContent {
            error(body.nameRange, "a response with status \(reply.head.status) has no body")
        }
        if let ranges = member("ranges", members) { checkRanges(ranges, bodies.first, on: reply) }
        if let encoding = member("encoding", members) { setEncoding(encoding, bodies.first, on: &reply) }
        if !rule.takesOnlyHEAD {
            warnOfLength(reply, members)
            warnOfCompression(reply, members)
        }
        warnOfCoding(reply, members)
        return errorCount == errors ? reply : nil
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
        guard let bytes = fileReader.base64(raw.value, "\"raw\"") else { return nil }
        var reply = Reply()
        reply.raw = bytes
        return reply
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

    private func setFraming(_ members: [JSONMember], on reply: inout Reply) {
        guard let framing = member("framing", members) else { return }
        guard let word = word(framing.value, "\"framing\"", ["length", "chunked", "close"]) else { return }
        reply.framing = word == "length" ? .length : word == "chunked" ? .chunked : .close
        if reply.head.isExact {
            error(framing.nameRange, "\"framing\" has no effect: \"head\" is the whole head")
        } else if let field = reply.head.framingField {
            error(framing.nameRange, "\"framing\" has no effect beside the header \"\(field)\"")
        } else if reply.head.forbidsContent {
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
            !reply.head.isExact && reply.head.framingField == nil && !reply.head.forbidsContent
            && (reply.framing == .automatic || reply.framing == .chunked)
        if !isChunked { error(member.nameRange, "only a chunked body has trailers") }
    }

    private func interims(_ node: JSONNode) -> [Reply.Interim] {
        guard let nodes = node.elements else {
            wrongType(node, "\"interim\"", "a list")
            return []
        }
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
            return Reply.Interim(head)
        }
    }

    /// A wrong length is legal but rarely intended.
    private func warnOfLength(_ reply: Reply, _ members: [JSONMember]) {
        guard let value = reply.head.first("content-length"), let headers = fields(members) else { return }
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
            value.equalsIgnoringCase("chunked"), !reply.endsWithChunk
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
