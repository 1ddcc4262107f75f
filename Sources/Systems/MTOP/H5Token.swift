internal import Bytes
internal import Catalogue
internal import Wire

/// The token that web pages (H5) sign requests with. It is a cookie of the answer that says that the token is missing
/// or expired.
struct H5Token {
    /// In milliseconds.
    static let lifetime: Int64 = 2 * 60 * 60 * 1000

    let cookies: [HeaderField]

    /// A new token, drawn from the seed.
    init(_ context: AnswerContext) {
        var draw = context.draw()
        let token = String(decoding: draw.hex(count: 32), as: UTF8.self)
        let encryptedToken = String(decoding: draw.hex(count: 32), as: UTF8.self)
        let end = context.wallMilliseconds + Self.lifetime
        cookies = ["_m_h5_tk=\(token)_\(end)", "_m_h5_tk_enc=\(encryptedToken)"].map {
            HeaderField("Set-Cookie", "\($0); Path=/; Max-Age=604800")
        }
    }

    /// The token of a request, and when it expires in milliseconds since 1970; nil if it has none.
    static func read(_ request: Request) -> (token: [UInt8], end: Int64)? {
        let (field, name) = (Array("cookie".utf8), Array("_m_h5_tk=".utf8))
        for index in 0..<request.fieldCount where request.isField(index, named: field) {
            for pair in request.head[request.fieldValue(index)].split(separator: UInt8(ascii: ";")) {
                let pair = pair.drop { $0 == UInt8(ascii: " ") }
                guard pair.starts(with: name) else { continue }
                let value = pair.dropFirst(name.count)
                guard let underscore = value.firstIndex(of: UInt8(ascii: "_")),
                    let end = Int64(String(decoding: value[(underscore + 1)...], as: UTF8.self))
                else { return nil }
                return (Array(value[..<underscore]), end)
            }
        }
        return nil
    }
}
