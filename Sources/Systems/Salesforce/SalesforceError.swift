internal import Bytes
internal import Catalogue
internal import JSONText
internal import Wire

/// The error of a refused request, or of one record of several.
struct SalesforceError: Sendable {
    var code: String
    var message: String
    /// A JSON list of field names; nil leaves the member out.
    var fields: [UInt8]?
    /// Members in front of all others, as JSON without the comma behind them.
    var leading: String?
    var isCodeFirst = false

    /// The body of a response: a list, also for one error.
    var body: [UInt8] {
        var text = Array("[{".utf8)
        if let leading { text += "\(leading),".utf8 }
        let members = [("message", message), ("errorCode", code)]
        for (index, member) in (isCodeFirst || leading != nil ? members.reversed() : members).enumerated() {
            text += #"\#(index == 0 ? "" : ",")"\#(member.0)":"#.utf8
            JSONWriter.string(member.1.utf8, into: &text)
        }
        if let fields { text += Array(#","fields":"#.utf8) + fields }
        text += "}]".utf8
        return text
    }

    /// The body for a client that accepts XML and no JSON.
    var xml: String {
        let names = fields.flatMap { Salesforce.parse($0)?.elements }?.compactMap(\.string) ?? []
        let fields = names.map { "<fields>\(Failure.escaped($0))</fields>" }.joined()
        return #"<?xml version="1.0" encoding="UTF-8"?><Errors><Error><errorCode>"#
            + "\(Failure.escaped(code))</errorCode><message>\(Failure.escaped(message))</message>\(fields)"
            + "</Error></Errors>"
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

/// An error's answers in all forms in which they go out, made once, but for those of SOAP and the Bulk API 1.0, which few
/// ask for.
struct SalesforceAnswer: Sendable {
    private var json: Reply
    private var xml: Reply
    /// Nil for a reply that is the same in all forms.
    private let error: SalesforceError?

    /// - Parameter usage: The value of Sforce-Limit-Info; nil leaves it out.
    init(_ error: SalesforceError, _ status: Int, usage: String? = nil) {
        json = Self.limited(Salesforce.json(status, error.body), usage)
        xml = Self.limited(
            Reply(status: status, contentType: "application/xml;charset=UTF-8", text: error.xml), usage)
        self.error = error
    }

    /// A reply that is the same in all forms.
    init(_ reply: Reply) {
        json = reply
        xml = reply
        error = nil
    }

    func with(_ field: HeaderField) -> SalesforceAnswer {
        var answer = self
        answer.json.head.set(field)
        answer.xml.head.set(field)
        return answer
    }

    /// The answer to a part of a batch.
    var part: Reply { json }

    /// The answer to a request, or to a part of a batch, which is always JSON.
    func reply(to call: Call?, _ request: Request) -> Reply {
        if call?.fields[Salesforce.Field.position] != nil { return json }
        if request.head[request.path].starts(with: Salesforce.soapRoot) {
            return error.map(Salesforce.soapFault) ?? json
        }
        if request.head[request.path].starts(with: Salesforce.bulkRoot) {
            return error.map { SalesforceBulk.reply($0, to: request) } ?? json
        }
        return Self.wantsXML(request) ? xml : json
    }

    private static func limited(_ reply: Reply, _ usage: String?) -> Reply {
        guard let usage else { return reply }
        var reply = reply
        Salesforce.setUsage(usage, in: &reply)
        return reply
    }

    /// Whether the client accepts XML, and does not name JSON.
    private static func wantsXML(_ request: Request) -> Bool {
        guard let field = request.first(accept) else { return false }
        let value = request.head[field]
        return xmlType.isFound(in: value) && !jsonType.isFound(in: value)
    }

    private static let accept = Array("accept".utf8)
    private static let xmlType = ByteSearch(Array("application/xml".utf8), ignoreCase: true)
    private static let jsonType = ByteSearch(Array("application/json".utf8), ignoreCase: true)
}
