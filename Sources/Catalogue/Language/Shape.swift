public import JSONText

/// The JSON Schema of a value in a scenario file.
public struct Shape: Sendable {
    public var keywords: [(String, JSONValue)]

    public init(_ keywords: [(String, JSONValue)]) { self.keywords = keywords }

    public var json: JSONValue { .object(keywords) }

    /// Any JSON value.
    public static let anything = Shape([])
    public static let text = Shape([("type", "string")])
    public static let flag = Shape([("type", "boolean")])
    public static let scalar = Shape([("type", ["string", "number", "boolean"])])
    public static let number = Shape([("type", "number")])

    public static func integer(_ bounds: ClosedRange<Int>) -> Shape {
        Shape([
            ("type", "integer"), ("minimum", .int(Int64(bounds.lowerBound))),
            ("maximum", .int(Int64(bounds.upperBound))),
        ])
    }

    public static func enumeration(_ values: [String]) -> Shape {
        Shape([("enum", .array(values.map { .string($0) }))])
    }

    public static func only(_ value: JSONValue) -> Shape { Shape([("const", value)]) }

    /// A string that matches a pattern. Editors show `message` for other strings.
    public static func form(_ pattern: String, _ message: String) -> Shape {
        Shape([("type", "string"), ("pattern", .string(pattern)), ("patternErrorMessage", .string(message))])
    }

    public static func list(_ element: Shape, _ count: PartialRangeFrom<Int> = 0...) -> Shape {
        Shape([("type", "array"), ("items", element.json)] + atLeast("minItems", count.lowerBound))
    }

    /// A list of two.
    public static func pair(_ element: Shape) -> Shape { list(element).with("minItems", 2).with("maxItems", 2) }

    /// An object with arbitrary names.
    public static func map(_ value: Shape, names: Shape? = nil, _ count: PartialRangeFrom<Int> = 0...) -> Shape {
        Shape(
            [("type", "object"), ("additionalProperties", value.json)]
                + (names.map { [("propertyNames", $0.json)] } ?? []) + atLeast("minProperties", count.lowerBound))
    }

    public static func either(_ shapes: [Shape]) -> Shape {
        shapes.count == 1 ? shapes[0] : Shape([("anyOf", .array(shapes.map(\.json)))])
    }

    /// A reference to a definition in the schema.
    public static func defined(_ name: String) -> Shape { Shape([("$ref", .string(prefix + name))]) }

    /// This with one more keyword.
    public func with(_ keyword: String, _ value: JSONValue) -> Shape { Shape(keywords + [(keyword, value)]) }

    public static let prefix = "#/$defs/"

    private static func atLeast(_ keyword: String, _ count: Int) -> [(String, JSONValue)] {
        count == 0 ? [] : [(keyword, .int(Int64(count)))]
    }
}

// MARK: - What holds between the fields of an object
extension Shape {
    /// The fields exclude each other.
    public static func apart(_ names: [String]) -> Shape {
        dependent(names.dropLast().enumerated().map { ($1, Array(names[($0 + 1)...])) })
    }

    /// The field excludes the others.
    public static func apart(_ name: String, from others: [String]) -> Shape { dependent([(name, others)]) }

    public static func atLeastOne(of names: [String]) -> Shape {
        Shape([("anyOf", .array(names.map { .object([("required", .array([.string($0)]))]) }))])
    }

    /// The field requires another one.
    public static func needs(_ name: String, _ other: String) -> Shape {
        Shape([("dependentRequired", .object([(name, .array([.string(other)]))]))])
    }

    public static func when(_ condition: Shape, _ then: Shape) -> Shape {
        Shape([("if", condition.json), ("then", then.json)])
    }

    /// The field is present and has this shape.
    public static func has(_ name: String, _ shape: Shape) -> Shape {
        Shape([
            ("type", "object"), ("properties", .object([(name, shape.json)])), ("required", .array([.string(name)])),
        ])
    }

    public static func all(_ shapes: [Shape]) -> Shape { Shape([("allOf", .array(shapes.map(\.json)))]) }

    /// The fields, if present, have these shapes.
    public static func may(_ fields: [(String, Shape)]) -> Shape {
        Shape([("properties", .object(fields.map { ($0.0, $0.1.json) }))])
    }

    public static func none(of names: [String]) -> Shape { Shape([("properties", absent(names))]) }

    private static func dependent(_ fields: [(String, [String])]) -> Shape {
        Shape([("dependentSchemas", .object(fields.map { ($0.0, none(of: $0.1).json) }))])
    }

    private static func absent(_ names: [String]) -> JSONValue { .object(names.map { ($0, false) }) }
}
