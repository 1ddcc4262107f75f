/// What a call says under the names of its system's match fields: so few that looking through them is quickest.
public struct CallFields: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    private struct Field: Sendable, Hashable {
        let name: String
        var value: [UInt8]
    }

    private var fields: [Field] = []

    public init() {}

    public init(dictionaryLiteral elements: (String, [UInt8])...) {
        fields = elements.map { Field(name: $0, value: $1) }
    }

    /// In the order in which they came.
    public var names: [String] { fields.map(\.name) }

    public subscript(name: String) -> [UInt8]? {
        get {
            for field in fields where field.name == name { return field.value }
            return nil
        }
        set {
            let place = fields.firstIndex { $0.name == name }
            switch (place, newValue) {
            case (let place?, let value?): fields[place].value = value
            case (let place?, nil): fields.remove(at: place)
            case (nil, let value?):
                if fields.isEmpty { fields.reserveCapacity(4) }
                fields.append(Field(name: name, value: value))
            case (nil, nil): break
            }
        }
    }
}
