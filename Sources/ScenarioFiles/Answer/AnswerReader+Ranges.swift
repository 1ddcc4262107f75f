internal import Catalogue
internal import JSONText
internal import Wire

/// Replies to range requests.
extension AnswerReader {
    /// Adds `Accept-Ranges` before the reply's own fields, which can override it.
    func announceRanges(_ member: JSONMember, on reply: inout Reply) {
        guard isTrue(member) else { return }
        reply.hasRanges = true
        reply.head.set("Accept-Ranges", "bytes")
    }

    /// Reports `ranges` in a reply that cannot have them.
    func checkRanges(_ member: JSONMember, _ body: JSONMember?, on reply: Reply) {
        guard reply.hasRanges else { return }
        if reply.head.isExact {
            error(member.nameRange, "\"ranges\" has no effect: \"head\" is the whole head")
        } else if let field = reply.head.framingField {
            error(member.nameRange, "\"ranges\" cannot stand beside the header \"\(field)\"")
        } else if reply.head.status != 200 {
            error(member.nameRange, "only a reply with status 200 has \"ranges\", not one with \(reply.head.status)")
        } else if let body, body.name == dialect.successField {
            error(
                member.nameRange, "a success of \(dialect.name) has no \"ranges\"",
                hint: "it answers a call in the body of a request, and only a GET asks for ranges")
        } else if body?.name == "chunks" {
            error(member.nameRange, "\"ranges\" needs a body in one piece, not \"chunks\"")
        } else if body == nil {
            error(member.nameRange, "\"ranges\" needs a body")
        }
    }

    /// Reports a failure after which a reply with `ranges` cannot have them.
    func keepsRanges(_ spoiled: Reply, _ failure: Failure, _ range: Range<Int>) -> Bool {
        guard spoiled.hasRanges, !spoiled.canHaveRanges else { return true }
        error(range, "\"ranges\" has no effect: \"\(failure.name)\" changes more than the bytes of the body")
        return false
    }
}

extension ResponseHead {
    /// The field of the head that defines how the body is framed, if there is one.
    var framingField: String? {
        if has("content-length") { return "Content-Length" }
        return has("transfer-encoding") ? "Transfer-Encoding" : nil
    }
}
