public import JSONText

/// A field that an object of a scenario file may have: its name for the reader, the rest for the schema.
public struct ObjectField: Sendable {
    public let name: String
    /// One sentence for whoever writes a scenario.
    public let summary: String
    public let shape: Shape
    /// What holds where it is not given.
    public let standard: JSONValue?
    public let isNeeded: Bool
    /// Part of the language, but not of this version: refused by name, and not in the schema.
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

    /// One that a later version brings.
    public static func later(_ name: String) -> ObjectField { ObjectField(name, .anything, "", isLater: true) }

    public var json: JSONValue {
        .object([("description", .string(summary))] + shape.keywords + (standard.map { [("default", $0)] } ?? []))
    }
}
