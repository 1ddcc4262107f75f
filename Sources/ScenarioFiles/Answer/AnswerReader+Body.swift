internal import Bytes
internal import Catalogue
internal import JSONText
internal import Rules
internal import Wire

/// The body of a reply and its Content-Type.
extension AnswerReader {
    /// `isTemplate`: a file's content has placeholders. `mustBeKnown`: why chunks may not be made while they are sent.
    func setBody(
        _ member: JSONMember, isTemplate: Bool = false, mustBeKnown: String? = nil, on reply: inout Reply
    ) {
        let node = member.value
        switch member.name {
        case "json": set(templates.jsonTemplate(node), JSONWriter.bytes(node), "application/json", on: &reply)
        case "text": set(template(node, "\"text\""), node.utf8, "text/plain; charset=utf-8", on: &reply)
        case "html": set(template(node, "\"html\""), node.utf8, "text/html; charset=utf-8", on: &reply)
        case "base64": set(fileReader.base64(node, "\"base64\""), ContentType.unknown, on: &reply)
        case "file":
            setFile(node, isTemplate: isTemplate, on: &reply)
        case "size": setSize(node, on: &reply)
        case "chunks": setChunks(node, mustBeKnown: mustBeKnown, on: &reply)
        case dialect.successField:
            set(templates.jsonTemplate(node), JSONWriter.bytes(node), successType(node), on: &reply)
            // The fields of every success come before the reply's own, which can remove them.
            let named = reply.head.fields.map(\.name)
            reply.head.fields += dialect.stockSuccess.head.fields.filter { !named.contains($0.name) }
        default: break
        }
    }

    /// The Content-Type of a success; reports a value that the system cannot express.
    private func successType(_ node: JSONNode) -> String {
        guard let dialect = dialect as? any TranslatingDialect else {
            let type = dialect.stockSuccess.head.first("content-type")
            return type.map { String(decoding: $0, as: UTF8.self) } ?? "application/json"
        }
        if let objection = dialect.objection(to: node) {
            error(objection.range, objection.message, hint: objection.hint)
        }
        return dialect.successContentType
    }

    func set(
        _ template: TextTemplate?, _ sample: [UInt8]?, _ contentType: String, on reply: inout Reply
    ) {
        guard let template, let sample else { return }
        set(.bytes(template.constant ?? sample), contentType, on: &reply)
        substitute(template, part: 0)
        if template.constant == nil { bodyTemplate = template }
    }

    /// Adds a substitution of a part of the body if the template has placeholders.
    func substitute(_ template: TextTemplate, part: Int) {
        guard template.constant == nil else { return }
        hasDynamicBody = true
        substitutions.append { reply, rendering in
            reply.body[part].content = .bytes(template.bytes(&rendering))
        }
    }

    func set(_ bytes: [UInt8]?, _ contentType: String, on reply: inout Reply) {
        guard let bytes else { return }
        set(.bytes(bytes), contentType, on: &reply)
    }

    private func set(_ content: Content, _ contentType: String, on reply: inout Reply) {
        reply.body = [Reply.Part(content)]
        reply.head.set("Content-Type", contentType)
    }

    private func setSize(_ node: JSONNode, on reply: inout Reply) {
        guard node.members != nil else {
            guard let size = fileReader.byteCount(node, "\"size\"", 0...SizeText.largest) else { return }
            return set(Self.seeded(rule.seed, [], size), ContentType.unknown, on: &reply)
        }
        guard let members = object(node, .size, what: "\"size\"") else { return }
        guard let bytes = members.first(where: { $0.name == "bytes" }) else {
            if !isMisspelt("bytes", members, .size) { error(node.range, "\"size\" needs \"bytes\"") }
            return
        }
        let size = fileReader.byteCount(bytes.value, "\"bytes\"", 0...SizeText.largest)
        let key = members.first { $0.name == "key" }.flatMap { template($0.value, "\"key\"") }
        guard let size else { return }
        let seed = rule.seed
        set(Self.seeded(seed, key?.constant ?? [], size), ContentType.unknown, on: &reply)
        guard let key, key.constant == nil else { return }
        substitutions.append { reply, rendering in
            reply.body[0].content = Self.seeded(seed, key.bytes(&rendering), size)
        }
    }

    /// Bytes that depend on the seed, the key and their offset alone, so that a part and the rest make the whole, whatever
    /// step sends them.
    private static func seeded(_ seed: Int64, _ key: [UInt8], _ size: Int) -> Content {
        let content = Content.seeded(key: ContentKey.ofBodies(seed: seed, named: key), range: 0..<size)
        return size <= smallSize ? .bytes(content.bytes(0..<size)) : content
    }

    /// Bodies up to this size in bytes are made at load; larger ones are made while they are sent.
    private static let smallSize = 64 << 10
}
