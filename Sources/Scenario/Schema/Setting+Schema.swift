internal import Catalogue
internal import JSONText

extension Setting {
    var json: JSONValue { ObjectField(name, shape, summary).json }

    private var shape: Shape {
        switch kind {
        case .flag: .flag
        case .word(let words): .words(words)
        case .text: .text
        case .number(let bounds): .integer(bounds)
        case .object: Shape([("type", "object")])
        case .documents: .defined("store")
        }
    }
}
