/// What the real gateway was seen to say with a code, in Chinese, which clients compare whole.
struct CapturedText: Sendable {
    /// The text behind the code; nil where the code stands alone.
    let message: String?
    /// The name of a parameter of the request that ends the text, unless `with` names another.
    var parameter: String?
    /// Another text that was captured too, and where.
    var other: (message: String, source: String)?
    /// Elements of `ret` behind that of the code.
    var further: [String] = []
    /// Whether `data` has the URL of the page where the user passes a check.
    var hasCheckPage = false
    var envelope = MTOPEnvelope.usual
    var source = "public issue threads"

    static let byCode: [String: CapturedText] = [
        "FAIL_SYS_TOKEN_EXOIRED": CapturedText(message: "令牌过期"),
        "FAIL_SYS_TOKEN_EMPTY": CapturedText(message: "令牌为空"),
        "FAIL_SYS_TOKEN_ILLEGAL": CapturedText(message: "非法令牌"),
        "FAIL_SYS_ILLEGAL_ACCESS": CapturedText(message: "非法请求"),
        "FAIL_SYS_TRAFFIC_LIMIT": CapturedText(
            message: "哎哟喂,被挤爆啦,请稍后重试!", other: ("哎哟喂,被挤爆啦,请稍后重试", "a capture")),
        "FAIL_SYS_API_NOT_FOUNDED": CapturedText(message: "请求API不存在"),
        "FAIL_SYS_SERVICE_TIMEOUT": CapturedText(message: "请求服务超时"),
        "FAIL_SYS_ILEGEL_SIGN": CapturedText(message: "非法请求签名"),
        "FAIL_SYS_PARAMINVALID_ERROR": CapturedText(message: "请求参数非法"),
        "FAIL_SYS_SESSION_EXPIRED": CapturedText(
            message: "Session过期", other: ("SESSION失效", "older, a capture"),
            source: "a capture and a public client's test"),
        "FAIL_SYS_BIZPARAM_MISSED": CapturedText(message: "缺少业务参数", parameter: "req", source: "a capture"),
        "FAIL_SYS_UNAUTHORIZED_ENTRANCE": CapturedText(message: "API访问入口未授权", source: "a capture"),
        "FAIL_SYS_USER_VALIDATE": CapturedText(
            message: nil, further: ["RGV587_ERROR::\(busy)"], hasCheckPage: true, envelope: .resultAndData,
            source: "a capture"),
        "RGV587_ERROR": CapturedText(
            message: busy + "!", other: (busy, "behind FAIL_SYS_USER_VALIDATE, a capture"), hasCheckPage: true,
            source: "a capture"),
    ]

    private static let busy = "SM::哎哟喂,被挤爆啦,请稍后重试"
}

/// The language of the texts that were captured. All other texts are ours, and English.
enum TextLanguage: String, Sendable, CaseIterable {
    case chinese = "zh"
    case english = "en"

    /// The setting, and the parameter of failures for which it gives the default.
    static let name = "language"
    static let words = allCases.map(\.rawValue)
}

/// The text of a success: gateways were seen to send either.
enum SuccessText: String, Sendable, CaseIterable {
    case interface, call

    static let name = "success"
    static let words = allCases.map(\.rawValue)

    /// The elements of `ret`.
    func result(in language: TextLanguage) -> MTOPResult {
        switch (self, language) {
        case (.interface, .chinese): Self.interfaceCallSucceeded
        case (.interface, .english): Self.apiCallSucceeded
        case (.call, .chinese): Self.chineseCallSucceeded
        case (.call, .english): Self.callSucceeded
        }
    }

    private static let interfaceCallSucceeded = MTOPResult(["SUCCESS::接口调用成功"])
    private static let apiCallSucceeded = MTOPResult(["SUCCESS::The API call succeeded"])
    private static let chineseCallSucceeded = MTOPResult(["SUCCESS::调用成功"])
    private static let callSucceeded = MTOPResult(["SUCCESS::The call succeeded"])
}
