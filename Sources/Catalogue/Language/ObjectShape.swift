public import JSONText

/// An object of a scenario file: what it may have, and what holds between its fields.
///
/// The reader's vocabulary and the schema both come from here, so that no field can be in one and not in the other.
public struct ObjectShape: Sendable {
    /// What the schema calls it.
    public let name: String
    /// With its article, for messages of the reader.
    public let nounPhrase: String
    public var fields: [ObjectField]
    public var conditions: [Shape]
    /// What may stand in its place that is no object, as keywords which do not concern objects.
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

    /// The same, without some of its fields.
    public func without(_ names: [String], as name: String) -> ObjectShape {
        ObjectShape(name, nounPhrase, fields.filter { !names.contains($0.name) }, conditions, instead: instead)
    }

    /// The same, with fields that only a system has.
    public func adding(_ more: [ObjectField], _ conditions: [Shape] = []) -> ObjectShape {
        let names = more.map(\.name)
        let kept = fields.filter { !names.contains($0.name) }
        return ObjectShape(name, nounPhrase, kept + more, self.conditions + conditions, instead: instead)
    }

    /// The fields of this version.
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
