internal import JSONText
internal import Wire

/// The error of a refused request, or of one record of several.
struct SalesforceError: Sendable {
    var code: String
    var message: String
    /// A JSON list of field names; nil leaves the member out.
    var fields: [UInt8]?

    /// The body of a response: a list, also for one error.
    var body: [UInt8] {
        var text = Array(#"[{"message":"#.utf8)
        JSONWriter.string(message.utf8, into: &text)
        text += #","errorCode":"#.utf8
        JSONWriter.string(code.utf8, into: &text)
        if let fields { text += Array(#","fields":"#.utf8) + fields }
        text += "}]".utf8
        return text
    }

    /// An element of a record's `errors`, in which the code is called `statusCode` and `fields` is always present.
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

    /// The default message of a code: its words as a sentence, without the full stop.
    static func sentence(for code: String) -> String {
        let words = code.split(separator: "_").enumerated().map { index, word in
            if acronyms.contains(word) { return String(word) }
            return index == 0 ? word.prefix(1) + word.dropFirst().lowercased() : word.lowercased()
        }
        return words.joined(separator: " ")
    }

    /// Words that stay in capitals.
    private static let acronyms: Set<Substring> = [
        "API", "BCC", "CRM", "DML", "HTML", "ID", "IP", "ISO", "JSON", "QAT", "SOAP", "SSO", "SST", "TM", "URI", "URL",
        "XML",
    ]
}
