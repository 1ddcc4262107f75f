internal import Bytes
internal import Catalogue
internal import Wire

/// A path of the REST API, of a request or a subrequest.
struct SalesforceResource: Sendable {
    /// The path after the version, such as `/sobjects/Account`; empty for the version itself.
    let path: [UInt8]
    let segments: [ArraySlice<UInt8>]
    /// Such as `v62.0`.
    let version: String
    /// What is behind the `?` of a subrequest's URL.
    private(set) var query: ArraySlice<UInt8>?

    private static let root = Array("/services/data/".utf8)

    /// The resource of a request; nil for a path outside of the REST API.
    init?(_ request: Request) {
        let path = request.head[request.path]
        guard path.starts(with: Self.root) else { return nil }
        self.init(path, from: Self.root.count)
    }

    /// The resource of a subrequest, whose URL may begin with the version.
    init?(url: [UInt8]) {
        let path = url.prefix { $0 != UInt8(ascii: "?") }
        let root = path.starts(with: Self.root) ? Self.root.count : path.first == UInt8(ascii: "/") ? 1 : 0
        self.init(path, from: root)
        if path.count < url.count { query = url[(path.count + 1)...] }
    }

    /// Reads `v62.0` and the segments after it.
    private init?(_ raw: ArraySlice<UInt8>, from root: Int) {
        let rest = raw.dropFirst(root)
        let version = rest.prefix { $0 != UInt8(ascii: "/") }
        guard version.first == UInt8(ascii: "v"), version.count > 1,
            version.dropFirst().allSatisfy({ $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) })
        else { return nil }
        var names = rest.dropFirst(version.count)
        // One slash at the end is ignored, as go-salesforce sends it.
        if names.last == UInt8(ascii: "/"), names.dropLast().last != UInt8(ascii: "/") { names.removeLast() }
        self.version = String(decoding: version, as: UTF8.self)
        path = PercentCoding.decode(names)
        // A percent-encoded slash is part of its segment.
        let parts =
            names.isEmpty ? [] : names.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        segments = parts.map { $0.contains(UInt8(ascii: "%")) ? PercentCoding.decode($0)[...] : $0 }
    }

    /// Why it does not answer whatever it is: for its version, or a 405 for the method.
    func refusal(of verb: [UInt8]) -> SalesforceAnswer? { refusalOfVersion ?? refusalOfMethod(verb) }

    private func refusalOfMethod(_ verb: [UInt8]) -> SalesforceAnswer? {
        let allowed = methods ?? Self.allMethods
        guard !allowed.contains(where: { verb.elementsEqual($0.utf8) }) else { return nil }
        let name = String(decoding: verb, as: UTF8.self)
        return SalesforceErrors.answer(
            "METHOD_NOT_ALLOWED",
            message: "HTTP Method '\(name)' not allowed. Allowed are \(allowed.joined(separator: ","))"
        ).with(HeaderField("Allow", allowed.joined(separator: ", ")))
    }

    private var refusalOfVersion: SalesforceAnswer? {
        let number = version.dropFirst().prefix { $0 != "." }
        guard let number = Int(number), number <= Salesforce.versionNumbers.upperBound else {
            return SalesforceErrors.answer("NOT_FOUND")
        }
        return number < Salesforce.versionNumbers.lowerBound ? SalesforceErrors.answer("GONE") : nil
    }

    /// The segments of a kind of resource, made once: `*` is any.
    struct Pattern: Sendable {
        /// Nil for any.
        fileprivate let names: [ArraySlice<UInt8>?]

        init(_ path: String) {
            names = path.split(separator: "/").map { $0 == "*" ? nil : ArraySlice($0.utf8) }
        }
    }

    /// Whether it is of that kind.
    func has(_ pattern: Pattern) -> Bool {
        guard segments.count == pattern.names.count else { return false }
        for index in segments.indices {
            if let name = pattern.names[index], name != segments[index] { return false }
        }
        return true
    }

    /// Whether it is `composite/sobjects`, which takes collections of records.
    var isOfRecords: Bool {
        segments.count > 1 && segments[0].elementsEqual("composite".utf8) && segments[1].elementsEqual("sobjects".utf8)
    }

    /// The object of a path below `sobjects`, such as `Account`.
    var object: ArraySlice<UInt8>? {
        guard segments.count > 1, segments[0].elementsEqual("sobjects".utf8) else { return nil }
        return segments[1].isEmpty ? nil : segments[1]
    }

    /// The ID of the record: 15 or 18 letters and digits.
    var id: ArraySlice<UInt8>? {
        guard object != nil, segments.count > 2, Self.isID(segments[2]) else { return nil }
        return segments[2]
    }

    private static func isID(_ bytes: ArraySlice<UInt8>) -> Bool {
        (bytes.count == 15 || bytes.count == 18)
            && bytes.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0.asciiLowercased) }
    }

    /// The methods that the resource allows; nil if they are not known.
    var methods: [String]? {
        if has(.composite) || has(.batch) || has(.tree) { return Self.creating }
        if has(.collection) { return Self.changing }
        if has(.retrieval) { return Self.retrieving }
        if has(.upserts) { return Self.upserting }
        if has(.query) || has(.queryPage) || has(.queryAll) || has(.queryAllPage) || has(.limits)
            || has(.search)
            || has(.objects) || has(.description) || has(.recent)
        {
            return Self.reading
        }
        if has(.object) || has(.parameterizedSearch) { return Self.readingAndCreating }
        if id != nil, segments.count == 3 { return Self.ofRecord }
        return nil
    }

    /// In the order of the captured refusals.
    private static let reading = ["HEAD", "GET"]
    private static let readingAndCreating = ["HEAD", "GET", "POST"]
    private static let ofRecord = ["HEAD", "GET", "PATCH", "DELETE"]
    private static let creating = ["POST"]
    private static let changing = ["POST", "PATCH", "DELETE"]
    private static let retrieving = ["GET", "POST"]
    private static let upserting = ["PATCH"]

    /// The methods that any resource allows; others are refused everywhere.
    private static let allMethods = ["HEAD", "GET", "POST", "PATCH", "PUT", "DELETE"]
}

extension SalesforceResource.Pattern {
    static let composite = Self("composite")
    static let batch = Self("composite/batch")
    static let tree = Self("composite/tree/*")
    static let collection = Self("composite/sobjects")
    static let retrieval = Self("composite/sobjects/*")
    static let upserts = Self("composite/sobjects/*/*")
    static let query = Self("query")
    static let queryPage = Self("query/*")
    static let queryAll = Self("queryAll")
    static let queryAllPage = Self("queryAll/*")
    static let limits = Self("limits")
    static let search = Self("search")
    static let parameterizedSearch = Self("parameterizedSearch")
    static let objects = Self("sobjects")
    static let description = Self("sobjects/*/describe")
    static let recent = Self("recent")
    static let object = Self("sobjects/*")
    static let toolingQuery = Self("tooling/query")
    static let toolingQueryAll = Self("tooling/queryAll")
    static let toolingSearch = Self("tooling/search")
}
