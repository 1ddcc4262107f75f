/// Named values in the order in which they came. Asking for one takes the same time however many there are.
package struct FieldTable {
    private var values: [[UInt8]: [ArraySlice<UInt8>]] = [:]
    private var count = 0

    package init() {}

    /// More are not looked at: ten megabytes may be millions, of which each takes a hundred times its bytes.
    package static let maximumCount = 100_000

    package var isFull: Bool { count == Self.maximumCount }

    package mutating func add(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) {
        guard !isFull else { return }
        count += 1
        values[Array(name), default: []].append(value)
    }

    /// Every value of that name; none where it is not there.
    package subscript(_ name: [UInt8]) -> [ArraySlice<UInt8>] { values[name] ?? [] }
}

extension FieldTable {
    /// The fields of a query or of a URL-encoded form.
    package init(urlEncoded storage: [UInt8], _ range: Range<Int>) {
        var fields = QueryFields(storage, range)
        while !isFull, let (name, value) = fields.next() {
            add(QueryFields.decode(storage[name]), QueryFields.decode(storage[value]))
        }
    }

    /// The fields of a request's form, URL-encoded or in parts; none where its body is something else.
    package init(formOf request: Request) {
        self.init()
        guard let field = request.first(Array("content-type".utf8)) else { return }
        let type = MediaType(request.head[field])
        if type.name.elementsEqual("application/x-www-form-urlencoded".utf8) {
            self.init(urlEncoded: request.body, request.body.indices)
        } else if type.name.elementsEqual("multipart/form-data".utf8), let boundary = type.parameter("boundary"),
            let form = MultipartForm(request.body, boundary: boundary)
        {
            self = form.fields()
        }
    }

    /// One line of cookies: `a=1; b=2`. Quotes belong to the value, and what has no `=` is no cookie that
    /// could be asked for (RFC 6265, 4.2.1 and 5.4).
    package mutating func add(cookies line: ArraySlice<UInt8>) {
        for pair in line.split(separator: UInt8(ascii: ";")) {
            guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let name = pair[..<equals].trimmingBlanks
            if !name.isEmpty { add(name, pair[(equals + 1)...].trimmingBlanks) }
        }
    }
}

extension ArraySlice<UInt8> {
    /// Without spaces and tabs at either end.
    package var trimmingBlanks: ArraySlice<UInt8> {
        func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else {
            return self[endIndex...]
        }
        return self[first...last]
    }
}
