internal import Catalogue
internal import Wire

extension Failure {
    /// The gateway throttles before it looks at the request.
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
