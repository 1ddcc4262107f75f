internal import Bytes
internal import Catalogue
internal import JSONText
internal import Wire

/// The parameters of a request: fields of the query, and of a body that is a form or a JSON object.
///
/// Made only if `mentions` finds the parameter's name in the bytes of the request, which is rare.
struct GraphParameters {
    /// A body or a batch with more values is not read.
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

    /// The value of a parameter as text, from the query or else from the body.
    func value(_ name: String) -> [UInt8]? {
        let bytes = Array(name.utf8)
        if let value = request.decodedQuery.first(bytes) ?? form[bytes].first { return Array(value) }
        return json?[name].map { $0.utf8 ?? Array(request.body[$0.range]) }
    }

    /// A parameter of a call: of its own URL, or if it is in no batch of the request's query or form.
    static func value(_ name: StaticString, of call: Call, in context: AnswerContext) -> String? {
        if let url = call.fields[GraphAPI.Field.relativeURL], let mark = url.firstIndex(of: UInt8(ascii: "?")) {
            var fields = QueryFields(url, mark + 1..<url.endIndex)
            while let field = fields.next() {
                guard QueryFields.decode(url[field.name]).elementsEqual("\(name)".utf8) else { continue }
                return String(decoding: QueryFields.decode(url[field.value]), as: UTF8.self)
            }
        }
        guard !call.isInGraphBatch, mentions(name, context.request) else { return nil }
        return GraphParameters(context.request).value("\(name)").map { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether the name may be in the query or the body: its bytes are there, or a percent-encoded character of it.
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

    /// The effective method, in upper case: the parameter `method`, with which clients that can only GET and POST name
    /// another one, or the method of the request.
    static func verb(_ request: Request) -> [UInt8] {
        let method = Array(request.head[request.method])
        guard mentions("method", request), let other = GraphParameters(request).value("method"), !other.isEmpty,
            other.count <= 16
        else { return method }
        return Array(other.text.uppercased().utf8)
    }
}
