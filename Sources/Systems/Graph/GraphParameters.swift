internal import Bytes
internal import JSONText
internal import Wire

/// What a request says beside its path: fields of the query, and of a body that is a form or a JSON object.
///
/// Made only for a request that has the name in question somewhere in its bytes: nearly none has.
struct GraphParameters {
    /// More values than this in a body or in a batch are not read.
    static let maximumValues = 100_000

    private let request: Request
    private let form: FieldTable
    private let json: JSONNode?

    init(_ request: Request) {
        self.request = request
        form = FieldTable(formOf: request)
        json = Self.json(request)
    }

    private static func json(_ request: Request) -> JSONNode? {
        guard let field = request.first(Array("content-type".utf8)),
            MediaType(request.head[field]).name.elementsEqual("application/json".utf8)
        else { return nil }
        let options = JSONParser.Options(maximumValues: maximumValues, duplicateKeys: .lastWins)
        return try? JSONParser.parse(request.body, options: options).get()
    }

    /// The value of that name as text: of the query, or else of the body.
    func value(_ name: String) -> [UInt8]? {
        if let range = request.query {
            var fields = QueryFields(request.head, range)
            while let field = fields.next() {
                if QueryFields.decode(request.head[field.name]).elementsEqual(name.utf8) {
                    return Array(QueryFields.decode(request.head[field.value]))
                }
            }
        }
        if let value = form[Array(name.utf8)].first { return Array(value) }
        return json?[name].map { $0.utf8 ?? Array(request.body[$0.range]) }
    }

    /// Whether the name is anywhere in the query or in the body, where its value would be looked for; also where a
    /// character of it is encoded.
    static func mentions(_ name: StaticString, _ request: Request) -> Bool {
        if let query = request.query, contains(request.head, query, name) { return true }
        return contains(request.body, request.body.indices, name)
    }

    private static func contains(_ bytes: [UInt8], _ range: Range<Int>, _ name: StaticString) -> Bool {
        let count = name.utf8CodeUnitCount
        return name.withUTF8Buffer { wanted in
            let first = unsafe wanted[0]
            for start in range {
                if bytes[start] == UInt8(ascii: "%"), let byte = PercentCoding.escape(at: start, in: bytes[range]),
                    unsafe wanted.contains(byte)
                {
                    return true
                }
                guard bytes[start] == first, range.upperBound - start >= count else { continue }
                var length = 1
                while length < count, unsafe bytes[start + length] == wanted[length] { length += 1 }
                if length == count { return true }
            }
            return false
        }
    }

    /// The method that is meant, in upper case: a client that can only GET and POST says another in a parameter.
    static func verb(_ request: Request) -> [UInt8] {
        let own = Array(request.head[request.method])
        guard mentions("method", request), let other = GraphParameters(request).value("method"), !other.isEmpty,
            other.count <= 16
        else { return own }
        return Array(other.text.uppercased().utf8)
    }
}
