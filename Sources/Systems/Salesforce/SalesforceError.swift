internal import JSONText
internal import Wire

/// What Salesforce says of a request, or of one record of several, that it refuses.
struct SalesforceError: Sendable {
    var code: String
    var message: String
    /// A list of names as JSON; nil for none at all.
    var fields: [UInt8]?

    /// As the body of a response: a list, also for one error.
    var body: [UInt8] {
        var text = Array(#"[{"message":"#.utf8)
        JSONWriter.string(message.utf8, into: &text)
        text += #","errorCode":"#.utf8
        JSONWriter.string(code.utf8, into: &text)
        if let fields { text += Array(#","fields":"#.utf8) + fields }
        text += "}]".utf8
        return text
    }

    /// As one of the errors of a record, where the code has another name and the fields are never missing.
    var recordText: [UInt8] {
        var text = Array(#"{"statusCode":"#.utf8)
        JSONWriter.string(code.utf8, into: &text)
        text += #","message":"#.utf8
        JSONWriter.string(message.utf8, into: &text)
        text += #","fields":"#.utf8
        text += fields ?? Array("[]".utf8)
        text.append(UInt8(ascii: "}"))
        return text
    }

    func reply(_ status: Int) -> Reply { Salesforce.json(status, body) }

    /// The words of a code as a sentence without its full stop: what is said where nobody wrote more.
    static func sentence(for code: String) -> String {
        let words = code.split(separator: "_").enumerated().map { place, word in
            if acronyms.contains(word) { return String(word) }
            return place == 0 ? word.prefix(1) + word.dropFirst().lowercased() : word.lowercased()
        }
        return words.joined(separator: " ")
    }

    /// What stays in capitals.
    private static let acronyms: Set<Substring> = [
        "API", "BCC", "CRM", "DML", "HTML", "ID", "IP", "ISO", "JSON", "QAT", "SOAP", "SSO", "SST", "TM", "URI", "URL",
        "XML",
    ]
}
