/// What the real gateway was seen to say with a code, in Chinese, which clients compare whole.
struct CapturedText: Sendable {
    /// The text behind the code; nil where the code stands alone.
    let message: String?
    /// Elements of `ret` behind that of the code.
    var further: [String] = []
    /// Whether `data` has the URL of the page where the user passes a check.
    var hasCheckPage = false

    static let byCode: [String: CapturedText] = [
        "FAIL_SYS_TOKEN_EXOIRED": CapturedText(message: "令牌过期"),
        "FAIL_SYS_TOKEN_EMPTY": CapturedText(message: "令牌为空"),
        "FAIL_SYS_TOKEN_ILLEGAL": CapturedText(message: "非法令牌"),
        "FAIL_SYS_ILLEGAL_ACCESS": CapturedText(message: "非法请求"),
        "FAIL_SYS_TRAFFIC_LIMIT": CapturedText(message: "哎哟喂,被挤爆啦,请稍后重试!"),
        "FAIL_SYS_API_NOT_FOUNDED": CapturedText(message: "请求API不存在"),
        "FAIL_SYS_SERVICE_TIMEOUT": CapturedText(message: "请求服务超时"),
        "FAIL_SYS_ILEGEL_SIGN": CapturedText(message: "非法请求签名"),
        "FAIL_SYS_PARAMINVALID_ERROR": CapturedText(message: "请求参数非法"),
        "FAIL_SYS_USER_VALIDATE": CapturedText(
            message: nil, further: ["RGV587_ERROR::\(busy)"], hasCheckPage: true),
        "RGV587_ERROR": CapturedText(message: busy),
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
