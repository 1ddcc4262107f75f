internal import JSONText
internal import Wire

/// Replies whose bodies are encoded.
extension AnswerReader {
    /// `"gzip"`, `"deflate"`, `"raw-deflate"` or `{ "always": "gzip" }`.
    func setEncoding(_ member: JSONMember, _ body: JSONMember?, on reply: inout Reply) {
        let errors = errorCount
        var (value, isAlways) = (member.value, false)
        if member.value.members != nil {
            guard let members = object(member.value, .encoding, what: "\"encoding\"") else { return }
            guard let always = members.first else {
                error(member.value.range, "\"encoding\" is empty", hint: "it is \"gzip\", or { \"always\": \"gzip\" }")
                return
            }
            (value, isAlways) = (always.value, true)
        }
        let what = isAlways ? "\"always\"" : "\"encoding\""
        guard let word = word(value, what, ContentCoding.Name.allCases.map(\.rawValue)),
            let name = ContentCoding.Name(rawValue: word)
        else { return }
        checkEncoding(member, body, reply)
        guard errors == errorCount else { return }
        let coding = ContentCoding(name, isAlways: isAlways, by: fileReader.encoder)
        self.coding = coding
        reply.coding = coding
    }

    /// Reports a reply whose body cannot be encoded.
    private func checkEncoding(_ member: JSONMember, _ body: JSONMember?, _ reply: Reply) {
        if reply.head.isExact {
            error(member.nameRange, "\"encoding\" cannot stand beside \"head\", which is the whole head")
        } else if let field = reply.head.framingField {
            error(member.nameRange, "\"encoding\" cannot stand beside the header \"\(field)\"")
        } else if reply.head.has("content-encoding") {
            error(member.nameRange, "\"encoding\" cannot stand beside the header \"Content-Encoding\", which it sets")
        } else if body == nil || reply.head.forbidsContent {
            error(member.nameRange, "\"encoding\" needs a body")
        } else if breaksCoding {
            error(member.nameRange, "\"encoding\" cannot stand beside a failure that is about the coding of the body")
        } else if reply.contentCount > Reply.mostEncoded {
            error(member.nameRange, "a body that is encoded has \(Reply.mostEncoded >> 20) MiB at most")
        }
    }
}
