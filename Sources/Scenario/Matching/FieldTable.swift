/// Named values in the order in which they came. Asking for one takes the same time however many there are.
struct FieldTable {
    private var values: [[UInt8]: [ArraySlice<UInt8>]] = [:]
    private var count = 0

    /// More are not looked at: ten megabytes may be millions, of which each takes a hundred times its bytes.
    static let most = 100_000

    var isFull: Bool { count == Self.most }

    mutating func add(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) {
        guard !isFull else { return }
        count += 1
        values[Array(name), default: []].append(value)
    }

    /// Every value of that name; none where it is not there.
    subscript(_ name: [UInt8]) -> [ArraySlice<UInt8>] { values[name] ?? [] }
}

extension FieldTable {
    /// The fields of a query or of a URL-encoded form.
    init(urlEncoded storage: [UInt8], _ range: Range<Int>) {
        var fields = QueryFields(storage, range)
        while !isFull, let (name, value) = fields.next() {
            add(QueryFields.decode(storage[name]), QueryFields.decode(storage[value]))
        }
    }

    /// One line of cookies: `a=1; b=2`. Quotes belong to the value, and what has no `=` is no cookie that
    /// could be asked for (RFC 6265, 4.2.1 and 5.4).
    mutating func add(cookies line: ArraySlice<UInt8>) {
        for pair in line.split(separator: UInt8(ascii: ";")) {
            guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let name = pair[..<equals].trimmingBlanks
            if !name.isEmpty { add(name, pair[(equals + 1)...].trimmingBlanks) }
        }
    }
}

extension ArraySlice<UInt8> {
    /// Without spaces and tabs at either end.
    var trimmingBlanks: ArraySlice<UInt8> {
        func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else {
            return self[endIndex...]
        }
        return self[first...last]
    }
}
