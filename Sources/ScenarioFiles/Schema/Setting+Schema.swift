internal import Catalogue
internal import JSONText

extension Setting {
    func json(_ syntax: (any StateSyntax)?) -> JSONValue { ObjectField(name, shape(syntax), summary).json }

    private func shape(_ syntax: (any StateSyntax)?) -> Shape {
        switch kind {
        case .flag: .flag
        case .word(let words): .enumeration(words)
        case .text: .text
        case .number(let bounds): .integer(bounds)
        case .bytes(let bounds): .bytes(bounds)
        case .object: Shape([("type", "object")])
        case .json: .anything
        case .state: syntax.map { .defined($0.name) } ?? .anything
        }
    }
}
