internal import Catalogue
internal import Wire

extension Failure {
    /// A failure that answers in the envelope with one code.
    static func mtop(
        _ returnCode: ReturnCode, status: Int = 200, _ summary: String, source: String, evidence: Evidence
    ) -> Failure {
        Failure(
            "mtop/\(returnCode.code)", summary, wire: wire(returnCode, status),
            reports: reports(returnCode, status), source: source, evidence: evidence,
            parameters: parameters(returnCode), effect: effect { _ in returnCode })
    }

    private static func effect(_ code: @escaping @Sendable (Arguments) -> ReturnCode) -> Effect {
        .answerToCall { arguments in
            let answer = code(arguments).inLanguage(
                arguments.text(TextLanguage.name).flatMap(TextLanguage.init) ?? .chinese,
                message: arguments.text("message"), parameter: arguments.text("parameter"),
                further: arguments.json("ret") == nil ? nil : arguments.texts("ret"))
            let data = arguments.json("data")
            return { call, context in answer.reply(to: call?.mtop ?? MTOPCall(), data: data, in: context) }
        }
    }

    private static func parameters(_ code: ReturnCode?) -> [Parameter] {
        let data =
            code?.captured?.hasCheckPage == true
            ? "The data of the envelope, in place of the URL of the page."
            : "Business data that goes along with the "
                + "failure; an empty object by default."
        let language = Parameter(
            TextLanguage.name, .word(TextLanguage.words), "The language of the stock text.",
            standard: .text(TextLanguage.chinese.rawValue))
        let parameter = code?.captured?.parameter.map {
            Parameter(
                "parameter", .text, "The parameter of the request that the stock text names.", standard: .text($0))
        }
        return [
            Parameter("message", .text, "The text behind the code, in place of the stock one."),
            Parameter("data", .json, data),
            Parameter("ret", .json, limit: .texts, "All elements of ret that stand behind that of the code."),
        ] + (parameter.map { [$0] } ?? []) + (code.map { $0.captured != nil } ?? true ? [language] : [])
    }

    /// A failure with any code of the business behind the gateway.
    static let business = Failure(
        "mtop/business", "The business behind the gateway refuses with a code of its own.",
        wire: """
            200 with `ret` of `code` and the message, the api and v of the request, `x-retcode` and `x-systime`. A \
            code that stands in a table, or begins with FAIL_SYS_, gets its `x-mapping-code`.
            """,
        source: MTOPChapter.documentation, evidence: .documented,
        parameters: [
            Parameter("code", .text, "The code, of any name.", standard: .text("FAIL_BIZ_ERROR"))
        ] + parameters(nil),
        effect: effect { ReturnCode(named: $0.text("code") ?? "") })

    /// A failure with any list of `ret`.
    static let anyResult = Failure(
        "mtop/other", "The gateway answers with a list of ret that stands in no table.",
        wire: """
            200 with `ret` as it is given, behind `code` where that is given too, the api and v of the request, \
            `x-retcode` of the first element's code and `x-systime`. A code that stands in a table, or begins with \
            FAIL_SYS_, gets its `x-mapping-code`.
            """,
        source: MTOPChapter.documentation, evidence: .assumed,
        parameters: [
            Parameter(
                "ret", .json, limit: .texts, "All elements of ret, or those that stand behind `code`.",
                standard: .json(Array(#"["FAIL_BIZ_ERROR::The business behind the gateway refuses"]"#.utf8)),
                form: #"{ "fail": "other", "with": { "ret": ["FAIL_SYS_USER_VALIDATE", "RGV587_ERROR::SM::…"] } }"#),
            Parameter("code", .text, "The code of an element in front of `ret`."),
            Parameter("message", .text, "The text behind the code of the first element, in place of its own."),
            Parameter("data", .json, "The data of the envelope; an empty object by default."),
        ],
        effect: .answerToCall { arguments in
            let code = arguments.text("code")
            let answer = ReturnCode(
                elements: (code.map { [$0] } ?? []) + arguments.texts("ret"), message: arguments.text("message"))
            let data = arguments.json("data")
            return { call, context in answer.reply(to: call?.mtop ?? MTOPCall(), data: data, in: context) }
        })

    private static func wire(_ returnCode: ReturnCode, _ status: Int) -> String {
        let mapping = returnCode.mappingCode.map { "`x-mapping-code: \($0)`, " } ?? ""
        let cookies = returnCode.setsToken ? " New cookies _m_h5_tk and _m_h5_tk_enc come with it." : ""
        let page =
            returnCode.captured?.hasCheckPage == true
            ? " `data` has the URL of a page at the gateway, below the path of the request." : ""
        let echo = returnCode.captured?.envelope.hasCall == false ? "no api and no v" : "the api and v of the request"
        return """
            \(status) with `ret` of \(returnCode.shownResult), \(echo), \(mapping)`x-retcode` and `x-systime`.\
            \(cookies)\(page) \(text(returnCode))
            """
    }

    private static func text(_ code: ReturnCode) -> String {
        guard let captured = code.captured else { return "The text is assumed." }
        let name = captured.parameter == nil ? "" : ", and ends with the name of the parameter, `parameter`"
        let other = captured.other.map { "; \"\($0.message)\" was captured too (\($0.source)), for `message`" } ?? ""
        let english = code.english(naming: captured.parameter)
        return "The text is as captured\(name)\(other); by `language` of en it is \"\(english)\"."
    }

    /// Derived from the rules of the documentation; the SDKs were not run.
    private static func reports(_ returnCode: ReturnCode, _ status: Int) -> [ClientReport] {
        guard let mapping = returnCode.mappingCode else {
            return [ClientReport("MtopSDK", "\(returnCode.code), with the message as it is and no mapping code")]
        }
        return [
            ClientReport("MtopSDK for iOS", "\(returnCode.code), \(status)I\(mapping), 服务竟然出错了"),
            ClientReport("MtopSDK for Android", "\(returnCode.code), \(status)A\(mapping)"),
        ]
    }
}
