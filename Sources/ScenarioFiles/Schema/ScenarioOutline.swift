public import Catalogue
internal import JSONText

/// The parts of a scenario for programs that are generated from a description: what members there are and of which type,
/// without the conditions between them and the names of failures, which `ScenarioSchema` has.
public enum ScenarioOutline {
    /// By their names, which references between them use with `prefix` before them.
    public static func definitions(prefix: String) -> [(name: String, shape: Shape)] {
        [ObjectShape.scenario, .rule, .step, .match, .expectation].map { part in
            let members = part.known.map { field -> (String, JSONValue) in
                let shape = field.name == "with" ? .object([("type", "object")]) : outline(field.shape.json, prefix)
                return (field.name, described(shape, field.summary))
            }
            return (
                part.name,
                Shape([("type", "object"), ("properties", .object(members)), ("additionalProperties", true)])
            )
        }
    }

    /// The definitions of the schema that are one of the outline.
    private static let names = [
        "rule": "rule", "step": "step", "onlyStep": "step", "item": "step", "match": "match", "innerMatch": "match",
        "expectation": "expectation",
    ]

    /// What a generated program needs of a shape; empty where it may be several things.
    private static func outline(_ shape: JSONValue, _ prefix: String) -> JSONValue {
        if case .string(let reference)? = shape["$ref"] {
            let name = names[String(reference.dropFirst(Shape.prefix.count))]
            return .object(name.map { [("$ref", .string(prefix + $0))] } ?? [])
        }
        if case .bool? = shape["const"] { return .object([("type", "boolean")]) }
        if let values = shape["enum"] { return .object([("type", "string"), ("enum", values)]) }
        guard case .string(let type)? = shape["type"] else { return .object([]) }
        var members: [(String, JSONValue)] = [("type", .string(type))]
        if type == "array", let items = shape["items"] { members.append(("items", outline(items, prefix))) }
        return .object(members)
    }

    private static func described(_ shape: JSONValue, _ summary: String) -> JSONValue {
        guard case .object(let members) = shape else { return shape }
        return .object([("description", .string(summary))] + members)
    }
}
