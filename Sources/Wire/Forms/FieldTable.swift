/// Values by name, with the values of each name in their original order. A look-up takes constant time.
package struct FieldTable {
    private var values: [[UInt8]: [ArraySlice<UInt8>]] = [:]
    private var count = 0

    package init() {}

    /// The maximum number of fields; further ones are ignored. A body of ten megabytes may have millions, and each
    /// takes about a hundred times its size in memory.
    package static let maximumCount = DecodedQuery.maximumCount

    package var isFull: Bool { count == Self.maximumCount }

    package mutating func add(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) {
        guard !isFull else { return }
        count += 1
        values[Array(name), default: []].append(value)
    }

    /// All values of that name.
    package subscript(_ name: [UInt8]) -> [ArraySlice<UInt8>] { values[name] ?? [] }
}

extension FieldTable {
    /// Reads a query or a URL-encoded form.
    package init(urlEncoded storage: [UInt8], _ range: Range<Int>) {
        var fields = QueryFields(storage, range)
        while !isFull, let (name, value) = fields.next() {
            add(QueryFields.decode(storage[name]), QueryFields.decode(storage[value]))
        }
    }

    /// Reads the form in a request's body, URL-encoded or multipart; empty for other bodies.
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

    /// Adds the cookies of one line: `a=1; b=2`. Quotes are part of the value, and pairs without `=` are ignored (RFC
    /// 6265, 4.2.1 and 5.4).
    package mutating func add(cookies line: ArraySlice<UInt8>) {
        for pair in line.split(separator: UInt8(ascii: ";")) {
            guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let name = pair[..<equals].trimmingBlanks
            if !name.isEmpty { add(name, pair[(equals + 1)...].trimmingBlanks) }
        }
    }
}

extension ArraySlice<UInt8> {
    package var trimmingBlanks: ArraySlice<UInt8> {
        func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else {
            return self[endIndex...]
        }
        return self[first...last]
    }
}
