internal import Catalogue
internal import Wire

/// Refusals of the gateway that have a status of their own, and no envelope.
extension Failure {
    /// The client has to prove that it is not a bot.
    static let antiAttack = Failure(
        "mtop/419", "The gateway wants to know that it is not talking to a machine.",
        wire: """
            419 without a body. By page: Location of `location`, and x-location-ext of `ext`. By login: Bx-action: \
            login. By bare: neither.
            """,
        reports: [
            ClientReport(
                "MtopSDK for Android",
                "the page is shown, or the login, and the request sent again; else "
                    + "ANDROID_SYS_API_41X_ANTI_ATTACK, 419AEC20001"),
            ClientReport("MtopSDK for iOS", "FAIL_LOCAL_ERROR_FANG_SHUO, 419IEC20001, 前方拥挤，亲稍等再试试"),
        ],
        source: "\(MTOPChapter.documentation); \(MTOPChapter.filters)", evidence: .documented, phase: .head,
        parameters: [
            .by(["page", "login", "bare"], "What the client is to do: show a page, log in, or find out by itself."),
            Parameter(
                "location", .text, limit: .withinLine, "The page that checks.", standard: .text("/punish")),
            Parameter(
                "ext", .text, limit: .withinLine, "More for that page.", standard: .text("mishap")),
        ],
        effect: .answer { arguments in
            let fields: [HeaderField] =
                switch arguments.text("by") {
                case "login": [HeaderField("Bx-action", "login")]
                case "bare": []
                default:
                    [
                        HeaderField("Location", arguments.headText("location") ?? ""),
                        HeaderField("x-location-ext", arguments.headText("ext") ?? ""),
                    ]
                }
            return .bare(419, fields, message: arguments.text("message"))
        })

    /// Throttling happens before the gateway reads the request.
    static let flowLimit = Failure(
        "mtop/420", "The gateway throttles the API, and the client then refuses it by itself for a while.",
        wire: "420 without a body and without a code. `sleep` adds bx-sleep.",
        reports: [
            ClientReport("MtopSDK for iOS", "FAIL_LOCAL_ERROR_FANG_XUE_FENG, 420IEC20000, 前方拥挤，亲稍等再试试"),
            ClientReport(
                "MtopSDK for Android",
                "ANDROID_SYS_API_FLOW_LIMIT_LOCKED, 420AEC20000; later calls of the API fail without a request"),
        ],
        source: "\(MTOPChapter.documentation); \(MTOPChapter.filters)", evidence: .documented, phase: .head,
        parameters: [
            Parameter(
                "sleep", .count(0...1_000_000_000),
                "The value of bx-sleep: for how long the client locks the API. Its unit is not documented.")
        ],
        effect: .answer { arguments in
            let sleep = arguments.count("sleep").map { [HeaderField("bx-sleep", String($0))] } ?? []
            return .bare(420, sleep, message: arguments.text("message"))
        })
}
