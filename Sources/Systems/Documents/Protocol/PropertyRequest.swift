/// The body of a PROPFIND (RFC 4918, 9.1).
enum PropertyRequest: Hashable {
    /// All live properties except quotas, all dead ones, and the included ones.
    case all(including: [PropertyName])
    case names
    case these([PropertyName])

    static let maximumBody = 64 << 10
    /// Limit of names: each is answered for each document of a listing.
    static let maximumNames = 128

    /// - Parameter charset: The charset of the Content-Type, in lower case.
    static func read(_ body: [UInt8], charset: String? = nil) -> Result<PropertyRequest, BodyProblem> {
        // RFC 4918, 9.1: an empty body asks for all properties.
        if body.isEmpty { return .success(.all(including: [])) }
        return Result { () throws(BodyProblem) in try parse(body, charset) }
    }

    private static func parse(_ body: [UInt8], _ charset: String?) throws(BodyProblem) -> PropertyRequest {
        var reader = try BodyReader(body, charset: charset, atMost: maximumBody, root: "propfind")
        var requests: [PropertyRequest] = []
        var included: [PropertyName]?
        while let name = try reader.child() {
            switch name.davName {
            case "allprop":
                requests.append(.all(including: []))
                try reader.skip()
            case "propname":
                requests.append(.names)
                try reader.skip()
            case "prop": requests.append(.these(try names(&reader)))
            case "include": included = (included ?? []) + (try names(&reader))
            default: try reader.skip()
            }
        }
        try reader.end()
        guard requests.count == 1 else { throw .notConforming }
        guard let included else { return requests[0] }
        guard requests[0] == .all(including: []), included.count <= maximumNames else { throw .notConforming }
        return .all(including: included)
    }

    /// The names without duplicates.
    private static func names(_ reader: inout BodyReader) throws(BodyProblem) -> [PropertyName] {
        var seen: Set<PropertyName> = []
        let names = try reader.names().filter { seen.insert($0).inserted }
        guard names.count <= maximumNames else { throw .tooLarge }
        return names
    }
}
