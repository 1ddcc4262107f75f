/// What lock a LOCK asks for (RFC 4918, 9.10). One without a body refreshes a lock, and is not read here.
struct LockRequest: Hashable {
    let isShared: Bool
    /// The whole `owner` element, which means the same wherever it stands; nil where it is not said whose lock it is.
    let owner: [UInt8]?

    static let maximumBody = 64 << 10
    /// Bytes of the owner: a listing says it of each document that the lock reaches.
    static let maximumOwner = 1_024

    /// - Parameter charset: What the Content-Type says of the body, in small letters.
    static func read(_ body: [UInt8], charset: String? = nil) -> Result<LockRequest, BodyProblem> {
        Result { () throws(BodyProblem) in try parse(body, charset) }
    }

    private static func parse(_ body: [UInt8], _ charset: String?) throws(BodyProblem) -> LockRequest {
        var reader = try BodyReader(body, charset: charset, atMost: maximumBody, root: "lockinfo")
        var scopes: [String] = []
        var types: [String] = []
        var owner: [UInt8]?
        while let name = try reader.child() {
            switch name.davName {
            case "lockscope": scopes += try reader.names().compactMap(\.davName)
            case "locktype": types += try reader.names().compactMap(\.davName)
            case "owner":
                guard owner == nil else { throw .notConforming }
                let element = try reader.element()
                guard element.count <= maximumOwner else { throw .tooLarge }
                owner = element
            default: try reader.skip()
            }
        }
        try reader.end()
        guard scopes == ["exclusive"] || scopes == ["shared"], types == ["write"] else { throw .notConforming }
        return LockRequest(isShared: scopes == ["shared"], owner: owner)
    }
}
