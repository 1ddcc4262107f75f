internal import Catalogue
internal import JSONText
internal import Wire

/// Replies of which a client may ask for a part.
extension AnswerReader {
    /// Says that there are ranges, before the reply's own fields, which may say otherwise.
    func announceRanges(_ member: JSONMember, on reply: inout Reply) {
        guard isTrue(member) else { return }
        reply.hasRanges = true
        reply.head.set("Accept-Ranges", "bytes")
    }

    /// Refuses ranges of what has no parts that could be told apart.
    func checkRanges(_ member: JSONMember, _ body: JSONMember?, on reply: Reply) {
        guard reply.hasRanges else { return }
        if reply.head.isExact {
            error(member.nameRange, "\"ranges\" has no effect: the list of pairs is the whole head")
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

    /// Refuses what makes of a reply with ranges one that can have none.
    func keepsRanges(_ spoiled: Reply, _ failure: Failure, _ range: Range<Int>) -> Bool {
        guard spoiled.hasRanges, !spoiled.canHaveRanges else { return true }
        error(range, "\"ranges\" has no effect: \"\(failure.name)\" changes more than the bytes of the body")
        return false
    }
}

extension ResponseHead {
    /// The field that says how the body is framed, where the head says it by itself.
    var framingField: String? {
        if has("content-length") { return "Content-Length" }
        return has("transfer-encoding") ? "Transfer-Encoding" : nil
    }
}
