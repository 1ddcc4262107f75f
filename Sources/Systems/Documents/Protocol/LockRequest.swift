/// The lock that the body of a LOCK asks for (RFC 4918, 9.10). A LOCK without a body refreshes a lock, and is not read
/// here.
struct LockRequest: Hashable {
    let isShared: Bool
    /// The whole `owner` element with its namespaces, so that it can be copied into any answer; nil if there is none.
    let owner: [UInt8]?

    static let maximumBody = 64 << 10
    /// Bytes of the owner, which a listing repeats for each document that the lock covers.
    static let maximumOwner = 1_024

    /// - Parameter charset: The charset of the Content-Type, in lower case.
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
