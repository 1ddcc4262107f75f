internal import Bytes
internal import Catalogue
internal import JSONText
internal import Wire

/// The checks of the gateway before it looks for the API: protocol parameters, clock, app and signature.
///
/// The codes are documented. The order of the checks, the maximum age of a request and the signature are not: they are
/// our assumption, described in `docs/systems/mtop.md`.
struct RequestCheck {
    /// The codes that an unscripted request can be answered with.
    enum Rejection: String, CaseIterable, Error {
        case unknownAPI = "FAIL_SYS_API_NOT_FOUNDED"
        case missingParameter = "FAIL_SYS_PROTOPARAM_MISSED"
        case missingProtocolVersion = "FAIL_SYS_PROTOVER_MISSED"
        case unknownProtocolVersion = "FAIL_SYS_INVALID_PROTOCOLVERSION"
        case wrongMethod = "FAIL_SYS_INVALID_HTTP_METHOD"
        case contradiction = "FAIL_SYS_PORTOCOLPARAM_INVALID"
        case badTime = "FAIL_SYS_BADARGUMENT_T"
        case unknownApp = "FAIL_SYS_UNKNOWN_APP"
        case badChannel = "FAIL_SYS_ILLEGAL_ARGUMENT_TTID"
        case expired = "FAIL_SYS_REQUEST_EXPIRED"
        case badData = "FAIL_SYS_PARAM_FORMAT_ERROR"
        case wrongSignature = "FAIL_SYS_ILEGEL_SIGN"
        case missingToken = "FAIL_SYS_TOKEN_EMPTY"
        case expiredToken = "FAIL_SYS_TOKEN_EXOIRED"
        case wrongH5Signature = "FAIL_SYS_ILLEGAL_ACCESS"
    }

    /// Maximum difference between the request's time and the gateway's, in milliseconds.
    static let window: Int64 = 10 * 60 * 1000

    private let call: MTOPCall
    private let data: [UInt8]
    private let options: MTOP.Options
    private let context: AnswerContext
    private let parameters: ProtocolParameters

    init(_ call: MTOPCall, _ data: [UInt8], _ options: MTOP.Options, _ context: AnswerContext) {
        self.call = call
        self.options = options
        self.context = context
        parameters = ProtocolParameters(context.request)
        // A body that is passed through is signed in place of the data.
        self.data = data.isEmpty && parameters.isPassedThrough ? context.request.body : data
    }

    /// The first check that fails; `unknownAPI` if none does.
    var rejection: Rejection {
        let method = context.request.head[context.request.method]
        let isPost = method.elementsEqual("POST".utf8)
        guard isPost || method.elementsEqual("GET".utf8), isPost || !parameters.isPassedThrough else {
            return .wrongMethod
        }
        guard call.isComplete, let time = parameters["t"], let appKey = parameters["appKey"],
            let signature = parameters["sign"]
        else { return .missingParameter }
        if let rejection = protocolRejection { return rejection }
        guard let milliseconds = Self.milliseconds(time) else { return .badTime }
        if let known = options.appKey, known != appKey { return .unknownApp }
        if let channel = parameters["ttid"], !Self.isChannel(channel) { return .badChannel }
        if abs(milliseconds &- context.wallMilliseconds) > Self.window { return .expired }
        if !data.isEmpty, !isJSON { return .badData }
        return signatureRejection(signature, time, appKey) ?? .unknownAPI
    }

    private var protocolRejection: Rejection? {
        if let api = parameters.queryOrFormValue("api"), api.map(\.asciiLowercased) != call.api {
            return .contradiction
        }
        if let version = parameters.queryOrFormValue("v"), version != call.version { return .contradiction }
        if call.isH5 { return nil }
        guard let version = parameters["pv"] else { return .missingProtocolVersion }
        let parts = version.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isNumber = parts.count <= 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(Self.isDigit) }
        return isNumber ? nil : .unknownProtocolVersion
    }

    /// Reads seconds, or milliseconds if the number is too large for seconds.
    private static func milliseconds(_ time: [UInt8]) -> Int64? {
        guard time.count <= 15, time.allSatisfy(isDigit), let number = Int64(String(decoding: time, as: UTF8.self))
        else { return nil }
        return number < 100_000_000_000 ? number * 1000 : number
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// `channel@app_platform_version`.
    private static func isChannel(_ text: [UInt8]) -> Bool {
        let parts = text.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else { return false }
        let names = parts[1].split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
        return names.count >= 3 && names.allSatisfy { !$0.isEmpty }
    }

    private var isJSON: Bool {
        let options = JSONParser.Options(maximumValues: 1_000_000, duplicateKeys: .lastWins)
        if case .success = JSONParser.parse(data, options: options) { return true }
        return false
    }

    /// The token that a page signs with, which has to be there and not to have expired.
    static func pageToken(_ context: AnswerContext) throws(Rejection) -> [UInt8] {
        guard let (token, end) = H5Token.read(context.request) else { throw .missingToken }
        guard end > context.wallMilliseconds else { throw .expiredToken }
        return token
    }

    private func signatureRejection(_ signature: [UInt8], _ time: [UInt8], _ appKey: [UInt8]) -> Rejection? {
        if call.isH5 {
            do throws(Rejection) {
                let text = [try Self.pageToken(context), time, appKey, data].joined(separator: [UInt8(ascii: "&")])
                return MD5.hex(Array(text)) == signature ? nil : .wrongH5Signature
            } catch {
                return error
            }
        }
        guard let secret = options.appSecret else { return nil }
        let text = parameters.signedText(api: call.api ?? [], version: call.version ?? [], data: data)
        return MD5.authenticationCode(text, key: secret) == signature ? nil : .wrongSignature
    }
}
