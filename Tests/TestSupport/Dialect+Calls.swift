public import Catalogue
public import Wire

extension CallFields {
    /// Of a system with one match field.
    public init(first value: [UInt8]) {
        self.init()
        self[0] = value
    }

    /// As a dictionary of texts, by the names of a system's match fields.
    public func texts(_ dialect: some Dialect) -> [String: String] {
        let names = dialect.matchFields.map(\.name)
        return Dictionary(
            uniqueKeysWithValues: indices.map { (names[$0], String(decoding: self[$0] ?? [], as: UTF8.self)) })
    }
}

extension Dialect {
    /// The response to a request, from the answers to its calls.
    public func combine(_ answers: [Reply?], of request: Request) -> Reply {
        combine(answers, to: read(request), of: request)
    }
}
