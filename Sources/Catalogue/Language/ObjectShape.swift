public import JSONText

/// The definition of an object in a scenario file: its fields, and conditions between them.
///
/// Both the reader's vocabulary and the JSON Schema are made from it, so that they always agree.
public struct ObjectShape: Sendable {
    /// Its name in the schema.
    public let name: String
    /// What it is called in messages, with its article: "a reply".
    public let nounPhrase: String
    public var fields: [ObjectField]
    public var conditions: [Shape]
    /// Other types that are allowed in place of the object, with schema keywords that do not affect objects.
    public var instead: Instead?

    public struct Instead: Sendable {
        public let types: [String]
        public let keywords: [(String, JSONValue)]

        public init(types: [String], keywords: [(String, JSONValue)]) {
            self.types = types
            self.keywords = keywords
        }
    }

    public init(
        _ name: String, _ nounPhrase: String, _ fields: [ObjectField], _ conditions: [Shape] = [],
        instead: Instead? = nil
    ) {
        self.name = name
        self.nounPhrase = nounPhrase
        self.fields = fields
        self.conditions = conditions
        self.instead = instead
    }

    /// A copy without some of its fields.
    public func without(_ names: [String], as name: String) -> ObjectShape {
        ObjectShape(name, nounPhrase, fields.filter { !names.contains($0.name) }, conditions, instead: instead)
    }

    /// A copy with further fields, such as those of a system; they replace fields of the same name.
    public func adding(_ more: [ObjectField], _ conditions: [Shape] = []) -> ObjectShape {
        let names = more.map(\.name)
        let kept = fields.filter { !names.contains($0.name) }
        return ObjectShape(name, nounPhrase, kept + more, self.conditions + conditions, instead: instead)
    }

    /// The fields that this version supports.
    public var known: [ObjectField] { fields.filter { !$0.isLater } }

    public var shape: Shape {
        var keywords: [(String, JSONValue)] = []
        if let instead {
            keywords.append(("type", .array((["object"] + instead.types).map { .string($0) })))
            keywords += instead.keywords
        } else {
            keywords.append(("type", "object"))
        }
        keywords.append(("properties", .object(known.map { ($0.name, $0.json) })))
        let needed = known.filter(\.isNeeded)
        if !needed.isEmpty { keywords.append(("required", .array(needed.map { .string($0.name) }))) }
        keywords.append(("additionalProperties", false))
        if !conditions.isEmpty { keywords.append(("allOf", .array(conditions.map(\.json)))) }
        return Shape(keywords)
    }
}
