internal import Catalogue
internal import Wire

extension Failure {
    /// A failure that answers with this error code.
    static func graph(_ code: GraphCode) -> Failure {
        let (usage, forms) = (GraphUsage(ofErrors: code), code.forms)
        return Failure(
            code.name, code.meaning + ".", wire: wire(code, usage, forms),
            reports: [ClientReport(GraphChapter.client, report(code))],
            source: code.sourceText, evidence: code.evidence,
            parameters: parameters(code, usage, forms), objection: { arguments, _ in objection(arguments, forms) },
            effect: .answerToCall { arguments in
                let envelope = envelope(code, usage, arguments, forms)
                return { call, context in envelope.reply(to: call, in: context) }
            })
    }

    private static func wire(_ code: GraphCode, _ usage: GraphUsage?, _ forms: [GraphForm]) -> String {
        let subcode = code.subcode.map { " and subcode \($0)" } ?? ""
        let other =
            forms.isEmpty
            ? ""
            : " Captured too, and sent by `by`: "
                + forms.map { "\($0.name) is \"\($0.message)\" (\($0.capture))" }.joined(separator: ", ") + "."
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

    /// `graph/other`: a code that is given, whatever is known of it.
    static var graphOther: Failure {
        Failure(
            "graph/other", "An error with any code and subcode, negative ones too.",
            wire: """
                An error of the code and subcode that are given, \(#"{ "code": -1, "subcode": 2207001 }"#): message, type \
                and status are those of the code if it is listed, and of any error of the API if it is not: 403 from 200 to \
                299, else 400. In a batch it is the answer to one request of it; for a batch that is taken whole it is all \
                of the answer.
                """,
            reports: [
                ClientReport(GraphChapter.client, "FBSDKErrorGraphRequestGraphAPI, category by its table of codes")
            ],
            source: GraphSource.other, evidence: .assumed,
            parameters: [
                Parameter(
                    "code", .integer, "The code.", standard: .count(anyCode),
                    form: #"{ "fail": "other", "with": { "code": -1, "subcode": 2207001, "message": "…" } }"#),
                Parameter("subcode", .integer, "The error_subcode; none by default."),
            ] + texts(type: nil, title: nil, message: nil) + [transient(nil), data(nil), GraphAPI.statuses],
            effect: .answerToCall { arguments in
                let code = GraphCode(arguments.count("code") ?? anyCode, arguments.count("subcode"))
                let envelope = envelope(code, nil, arguments)
                return { call, context in envelope.reply(to: call, in: context) }
            })
    }

    /// The code of Instagram's own errors, which is sent where `other` is asked for by its name alone.
    private static let anyCode = -1

    private static func envelope(
        _ code: GraphCode, _ usage: GraphUsage?, _ arguments: Arguments, _ forms: [GraphForm] = []
    ) -> GraphErrorTemplate {
        var error = GraphError(code)
        let form = arguments.text("by").flatMap { name in forms.first { $0.name == name } }
        if let form { error.take(form) }
        if let message = arguments.text("message") { error.message = GraphMessage(exactly: message) }
        error.type = arguments.text("type") ?? error.type
        error.subcode = arguments.count("subcode")
        error.userTitle = arguments.text("userTitle") ?? error.userTitle
        error.userMessage = arguments.text("userMessage") ?? error.userMessage
        error.isTransient = arguments.text("transient") ?? error.isTransient
        error.data = arguments.json("data") ?? error.data
        let usage = usage ?? (error.isOfWhatsApp ? .whatsAppMessages : nil)
        return GraphErrorTemplate(
            error, status: form?.status ?? code.status(arguments), usage.map { [$0.field(arguments)] } ?? [])
    }

    /// The short form has a code and a message alone.
    private static func objection(_ arguments: Arguments, _ forms: [GraphForm]) -> Objection? {
        guard let name = arguments.text("by"), forms.contains(where: { $0.name == name && $0.shape == .short })
        else { return nil }
        let given =
            ["type", "userTitle", "userMessage", "transient"].first { arguments.text($0) != nil }
            ?? (arguments.count("subcode") != nil ? "subcode" : arguments.json("data") != nil ? "data" : nil)
        return given.map { Objection("by \"\(name)\" has a code and a message alone, and no \"\($0)\"", of: $0) }
    }

    private static func parameters(_ code: GraphCode, _ usage: GraphUsage?, _ forms: [GraphForm]) -> [Parameter] {
        let by =
            forms.isEmpty
            ? []
            : [
                Parameter.by(
                    [GraphForm.standard] + forms.map(\.name), "In which of the forms that were captured it comes.")
            ]
        return by
            + texts(
                type: forms.isEmpty ? code.type : nil, title: code.userTexts?.title, message: code.userTexts?.message)
            + [
                Parameter(
                    "subcode", .count(1...Int(Int32.max)),
                    "The error_subcode\(code.subcode == nil ? "; none by default" : "").",
                    standard: code.subcode.map(Argument.count)),
                transient(code.isTransient), data(code.data),
            ] + (code.publishedStatus == nil ? [] : [GraphAPI.statuses]) + (usage?.parametersOfErrors ?? [])
    }

    private static func texts(type: String?, title: String?, message: String?) -> [Parameter] {
        [
            Parameter("message", .text, "The text for developers, in place of the stock one."),
            Parameter(
                "type", .text, "The type of the error\(type == nil ? "; OAuthException for most" : "").",
                standard: type.map(Argument.text)),
            Parameter(
                "userTitle", .text, "The error_user_title, which an app may show.", standard: title.map(Argument.text)),
            Parameter(
                "userMessage", .text, "The error_user_msg, which an app may show.",
                standard: message.map(Argument.text)),
        ]
    }

    private static func transient(_ standard: Bool?) -> Parameter {
        Parameter(
            "transient", .flag, "The is_transient, by which the client tries again whatever the code is.",
            standard: standard.map { .text("\($0)") })
    }

    private static func data(_ standard: [UInt8]?) -> Parameter {
        Parameter("data", .json, "The error_data.", standard: standard.map(Argument.json))
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
