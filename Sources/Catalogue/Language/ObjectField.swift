public import JSONText

/// A field of an object in a scenario file. The reader uses its name, the JSON Schema all of it.
public struct ObjectField: Sendable {
    public let name: String
    /// One sentence for authors of scenarios. Of a field that is planned: what it waits for, as a clause.
    public let summary: String
    public let shape: Shape
    /// The default.
    public let standard: JSONValue?
    public let isNeeded: Bool
    /// Whether it is planned for a later version: refused by name, and not in the schema.
    public let isLater: Bool

    public init(
        _ name: String, _ shape: Shape, _ summary: String, standard: JSONValue? = nil, isNeeded: Bool = false,
        isLater: Bool = false
    ) {
        self.name = name
        self.summary = summary
        self.shape = shape
        self.standard = standard
        self.isNeeded = isNeeded
        self.isLater = isLater
    }

    /// A field that is planned for a later version.
    public static func later(_ name: String, _ reason: String = "") -> ObjectField {
        ObjectField(name, .anything, reason, isLater: true)
    }

    public var json: JSONValue {
        .object([("description", .string(summary))] + shape.keywords + (standard.map { [("default", $0)] } ?? []))
    }
}
