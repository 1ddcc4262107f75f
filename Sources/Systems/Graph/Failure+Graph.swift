internal import Catalogue
internal import Wire

extension Failure {
    /// A failure that answers with this error code.
    static func graph(_ code: GraphCode) -> Failure {
        let usage = GraphUsage(ofErrors: code)
        let standard = envelope(
            code, usage, Arguments(standard: parameters(code, usage)))
        return Failure(
            code.name, code.meaning + ".",
            wire: """
                \(code.status) with an error of code \(code.code)\(code.subcode.map { " and subcode \($0)" } ?? "") and \
                the message "\(text(code))"\(usage.map { ", and the field \($0.name)" } ?? ""). The trace id is drawn \
                from the seed, the rule and the hit. In a batch it is the answer to one request of it; for a batch \
                that is taken whole it is all of the answer. The HTTP status is our assumption: none is published.
                """,
            reports: [ClientReport(GraphChapter.client, report(code))],
            source: code.source.text, evidence: code.source.evidence,
            parameters: parameters(code, usage),
            effect: .answerToCall { arguments in
                let envelope = arguments.isStandard ? standard : envelope(code, usage, arguments)
                return { _, context in envelope.reply(in: context) }
            })
    }

    /// An example with all parameters that any code has: its code has a usage field.
    static let anyGraphCode = graph(GraphCode(80000))

    private static func envelope(_ code: GraphCode, _ usage: GraphUsage?, _ arguments: Arguments) -> GraphErrorTemplate
    {
        let error = GraphError(
            code: code.code, message: arguments.text("message") ?? text(code),
            type: arguments.text("type") ?? GraphError.oauth, subcode: arguments.count("subcode"),
            userTitle: arguments.text("userTitle"), userMessage: arguments.text("userMessage"),
            isTransient: arguments.text("transient"), data: arguments.json("data"))
        return GraphErrorTemplate(error, status: code.status, usage.map { [$0.field(arguments)] } ?? [])
    }

    private static func text(_ code: GraphCode) -> String { "(#\(code.code)) \(code.message)" }

    private static func parameters(_ code: GraphCode, _ usage: GraphUsage?) -> [Parameter] {
        [
            Parameter("message", .text, "The text for developers, in place of the stock one."),
            Parameter("type", .text, "The type of the error.", standard: .text(GraphError.oauth)),
            Parameter(
                "subcode", .count(1...Int(Int32.max)),
                "The error_subcode\(code.subcode == nil ? "; none by default" : "").",
                standard: code.subcode.map(Argument.count)),
            Parameter("userTitle", .text, "The error_user_title, which an app may show."),
            Parameter("userMessage", .text, "The error_user_msg, which an app may show."),
            Parameter("transient", .flag, "The is_transient, by which the client tries again whatever the code is."),
            Parameter("data", .json, "The error_data."),
        ] + (usage?.parametersOfErrors ?? [])
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
