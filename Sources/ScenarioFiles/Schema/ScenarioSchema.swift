public import Catalogue
internal import JSONText

/// The JSON Schema (draft 2020-12) of scenario files, made from the shapes that the loader uses.
///
/// It rejects errors of form, so that editors underline them; errors that need the whole file, other files or a
/// calculation are left to the loader. It never rejects what the loader accepts.
public struct ScenarioSchema {
    private let failures: FailureIndex
    private let dialects: [any Dialect]

    public init(_ failures: FailureIndex) {
        self.failures = failures
        dialects = failures.dialects
    }

    /// The text of the schema file.
    public var text: String { String(decoding: json.bytes(pretty: true), as: UTF8.self) + "\n" }

    var json: JSONValue {
        let plain = SystemSchema(nil, failures)
        let systems = dialects.map { SystemSchema($0, failures) }
        let chosen = Shape.when(.none(of: ["system", "extends"]), plain.top)
        let conditions =
            [chosen]
            + systems.map { Shape.when(.has("system", .only(.string($0.name))), $0.top) }
        var root: [(String, JSONValue)] = [
            ("$schema", "https://json-schema.org/draft/2020-12/schema"),
            ("$comment", "Written by `mishap schema`."),
            ("title", "A scenario of Mishap"),
            ("description", "A named situation: which requests get which answers and failures."),
        ]
        var scenario = ObjectShape.scenario
        scenario.fields = scenario.fields.map(ofRoot)
        scenario.conditions += conditions
        root += scenario.shape.keywords
        let definitions =
            Self.shared + dialects.flatMap(Self.state) + plain.definitions + systems.flatMap(\.definitions)
        root.append(("$defs", .object(definitions.map { ($0.0, $0.1.json) })))
        return .object(root)
    }

    /// A field of the top level. One that depends on the system is only described here: its shape comes with the
    /// condition for that system.
    private func ofRoot(_ field: ObjectField) -> ObjectField {
        var shape = field.shape
        if field.name == "system" { shape = .enumeration(dialects.map(\.name)) }
        if SystemSchema.dependsOnSystem(field.shape) { shape = .anything }
        return ObjectField(
            field.name, shape, field.summary, standard: field.standard, isNeeded: field.isNeeded, isLater: field.isLater
        )
    }

    /// Definitions that are the same for every system.
    static let shared: [(String, Shape)] =
        [
            ObjectShape.textValue, .fieldValue, .bytesValue, .containedBytes, .valueCount, .formPart, .tlsMatch,
            .jsonValue,
            .until, .lognormal, .pace, .readPace, .cut, .cutPlace, .interim, .size, .encoding,
            .chunk, .chunkDelay, .interimDelay, .fieldBytes, .raw,
            .requests, .gap, .backoff, .factor, .honours, .late, .connections, .connectionsOrNone, .gaveUp,
            .atOnce, .connectionTLS,
        ].map { ($0.name, $0.shape) }
        + [
            ("headers", .headers), ("head", .head), ("placeholder", .placeholder), ("duration", .duration),
            ("span", .span), ("size", .size),
            ("bodyPosition", .bodyPosition), ("cutPosition", .cutPosition),
        ]

    /// Definitions of the system's state.
    private static func state(_ dialect: any Dialect) -> [(String, Shape)] {
        guard let syntax = dialect.stateSyntax else { return [] }
        return syntax.definitions.map { ($0.name, $0.shape) }
            + [(syntax.name, syntax.settingShape), (syntax.name + "Changes", syntax.stepShape)]
    }
}

extension Shape {
    /// Fields of a head by name.
    fileprivate static let headers: Shape = {
        let single = either([Shape([("type", ["string", "number", "boolean"]), outsideLines]), fieldBytes])
        let value = Shape([
            ("type", ["string", "number", "boolean", "null", "array"]), outsideLines, ("items", single.json),
            ("minItems", 1),
        ])
        return Shape([
            ("type", "object"), ("propertyNames", token.json),
            ("additionalProperties", either([value, fieldBytes]).json),
        ])
    }()

    private static let fieldBytes = defined(ObjectShape.fieldBytes.name)

    /// A whole head: pairs of name and value.
    fileprivate static let head: Shape = {
        let pair = Shape([
            ("type", "array"),
            ("prefixItems", [Shape.line.with("minLength", 1).json, Shape.either([.line, fieldBytes]).json]),
            ("items", false), ("minItems", 2),
        ])
        return .list(pair)
    }()
}
