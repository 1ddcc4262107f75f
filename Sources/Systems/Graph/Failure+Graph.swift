internal import Catalogue
internal import Wire

extension Failure {
    /// A failure that answers with this error code.
    static func graph(_ code: GraphCode) -> Failure {
        let usage = GraphUsage(ofErrors: code)
        let standard = envelope(code, usage, Arguments(standard: parameters(code, usage)))
        return Failure(
            code.name, code.meaning + ".", wire: wire(code, usage),
            reports: [ClientReport(GraphChapter.client, report(code))],
            source: code.sourceText, evidence: code.evidence,
            parameters: parameters(code, usage),
            effect: .answerToCall { arguments in
                let envelope = arguments.isStandard ? standard : envelope(code, usage, arguments)
                return { call, context in envelope.reply(to: call, in: context) }
            })
    }

    private static func wire(_ code: GraphCode, _ usage: GraphUsage?) -> String {
        let subcode = code.subcode.map { " and subcode \($0)" } ?? ""
        let other = code.otherMessage.map { " Captured too, for `message`: \"\($0)\"." } ?? ""
        let status =
            switch code.statusBasis {
            case .captured: "The HTTP status is as captured."
            case .published: "The HTTP status is as published."
            case .assumed: "The HTTP status is our assumption."
            }
        let published = code.publishedStatus.map { " The provider publishes \($0), which `statuses` sends." } ?? ""
        return """
            \(code.status) with an error of code \(code.code)\(subcode) and the message "\(code.message)"\
            \(usage.map { ", and the field \($0.name)" } ?? ""). The trace id is drawn from the seed, the rule and the \
            hit. In a batch it is the answer to one request of it; for a batch that is taken whole it is all of the \
            answer. The message is \(code.isMessageCaptured ? "as captured" : "our own").\(other) \(status)\(published)
            """
    }

    /// An example with all parameters that any code has: its code has a usage field.
    static let anyGraphCode = graph(GraphCode(80000))

    private static func envelope(_ code: GraphCode, _ usage: GraphUsage?, _ arguments: Arguments) -> GraphErrorTemplate
    {
        var error = GraphError(code)
        if let message = arguments.text("message") { error.message = GraphMessage(exactly: message) }
        error.type = arguments.text("type") ?? error.type
        error.subcode = arguments.count("subcode")
        error.userTitle = arguments.text("userTitle")
        error.userMessage = arguments.text("userMessage")
        error.isTransient = arguments.text("transient")
        error.data = arguments.json("data")
        let published = arguments.text("statuses") == "published" ? code.publishedStatus : nil
        return GraphErrorTemplate(error, status: published ?? code.status, usage.map { [$0.field(arguments)] } ?? [])
    }

    private static func parameters(_ code: GraphCode, _ usage: GraphUsage?) -> [Parameter] {
        [
            Parameter("message", .text, "The text for developers, in place of the stock one."),
            Parameter("type", .text, "The type of the error.", standard: .text(code.type)),
            Parameter(
                "subcode", .count(1...Int(Int32.max)),
                "The error_subcode\(code.subcode == nil ? "; none by default" : "").",
                standard: code.subcode.map(Argument.count)),
            Parameter("userTitle", .text, "The error_user_title, which an app may show."),
            Parameter("userMessage", .text, "The error_user_msg, which an app may show."),
            Parameter(
                "transient", .flag, "The is_transient, by which the client tries again whatever the code is.",
                standard: code.isTransient.map { .text("\($0)") }),
            Parameter("data", .json, "The error_data."),
        ] + (code.publishedStatus == nil ? [] : [GraphAPI.statuses]) + (usage?.parametersOfErrors ?? [])
    }

    private static func report(_ code: GraphCode) -> String {
        let login = GraphChapter.loginErrors[code.subcode ?? 0].map { "; while logging in, \($0)" } ?? ""
        let what =
            switch code.category {
            case "transient": "tried again once, without a word, where it is not in a batch"
            case "recoverable" where code.subcode == 493: "the current token is marked as expired"
            case "recoverable": "the current token is dropped, and the user is asked to log in again"
            default: "handed to the app"
            }
        return "FBSDKErrorGraphRequestGraphAPI, category \(code.category): \(what)\(login)"
    }
}
