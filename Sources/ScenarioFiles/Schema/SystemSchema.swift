internal import Catalogue
internal import JSONText

/// The part of the schema that depends on the scenario's system: replies, matches, failures, and everything that
/// contains them.
struct SystemSchema {
    private let dialect: (any Dialect)?
    private let failures: FailureIndex

    /// `dialect` is nil for plain HTTP.
    init(_ dialect: (any Dialect)?, _ failures: FailureIndex) {
        self.dialect = dialect
        self.failures = failures
    }

    var name: String { dialect?.name ?? "http" }

    /// The fields at the top level in this system.
    var top: Shape {
        let fields = ObjectShape.scenario.known.filter { Self.dependsOnSystem($0.shape) }.map { ($0.name, $0.shape) }
        guard let dialect else {
            return qualified(Shape(Shape.may(fields).keywords + [("allOf", [Shape.none(of: ["settings"]).json])]))
        }
        let settings = Shape([
            ("properties", .object(dialect.settings.map { ($0.name, $0.json(dialect.stateSyntax)) })),
            ("additionalProperties", false),
        ])
        return qualified(.may(fields + [("settings", settings)]))
    }

    var definitions: [(String, Shape)] {
        let shapes =
            [
                rule, .rateLimit, .atOnceLimit, .delay, .keepAlive, .connection, match, innerMatch, reply, .expectation,
                .after,
            ] + steps
        let failing = FailureSchema(dialect, failures)
        let all =
            shapes.map { ($0.name, $0.shape) } + [
                ("failure", failing.name), ("failing", failing.conditions),
                ("connectionFailure", FailureSchema(dialect, failures, in: .connections).name),
            ]
        return all.map { (qualifiedName($0.0), qualified($0.1)) }
    }

    private var steps: [ObjectShape] { ObjectShape.steps.map { $0.adding(stepFields) } }

    /// The field of a step that changes the system's state.
    private var stepFields: [ObjectField] {
        dialect?.stateSyntax.map { [ObjectField($0.name, .defined($0.name + "Changes"), $0.summary)] } ?? []
    }

    private var reply: ObjectShape {
        guard let success = dialect?.successField else {
            var reply = ObjectShape.reply
            reply.conditions = ObjectShape.replyConditions(ObjectShape.bodies)
            return reply
        }
        var reply = ObjectShape.reply.adding([
            ObjectField(success, .anything, "A success of \(name): any JSON, which goes out in its envelope.")
        ])
        reply.conditions = ObjectShape.replyConditions(ObjectShape.bodies + [success])
        return reply
    }

    private var matchFields: [ObjectField] {
        (dialect?.matchFields ?? []).map { field in
            switch field.kind {
            case .text: ObjectField(field.name, .defined("textValue"), field.summary)
            case .batch: ObjectField(field.name, .flag, field.summary)
            }
        }
    }

    private var match: ObjectShape {
        let own = (dialect?.matchFields ?? []).filter(\.isOfElement).map(\.name)
        guard let batchField = dialect?.batchField, !own.isEmpty else { return ObjectShape.match.adding(matchFields) }
        return ObjectShape.match.adding(matchFields, [.when(.has(batchField.name, .only(true)), .none(of: own))])
    }

    /// Without the batch field, which `any` and `not` cannot have.
    private var innerMatch: ObjectShape {
        ObjectShape.match.adding(matchFields.filter { $0.name != dialect?.batchField?.name })
            .without([], as: "innerMatch")
    }

    private var rule: ObjectShape {
        let names = failures.failures.filter { $0.needsBatch && failures.dialect(of: $0)?.name == name }
            .flatMap { [$0.name, String($0.name.dropFirst(name.utf8.count + 1))] }
        let rule = ObjectShape.rule.adding(stepFields, [.apart("steps", from: stepFields.map(\.name))])
        guard !names.isEmpty, let batchField = dialect?.batchField else { return rule }
        let takesBatch = Shape.has("match", .has(batchField.name, .only(true)))
        let others = Shape([("not", Shape.enumeration(names).json)])
        return rule.adding(
            [],
            [
                .when(
                    Shape([("not", takesBatch.json)]),
                    .may([("fail", others), ("steps", Shape([("items", Shape.may([("fail", others)]).json)]))]))
            ])
    }

    // MARK: - Names
    private static let systemDefinitions: Set = [
        "rule", "rateLimit", "atOnceLimit", "match", "innerMatch", "reply", "step", "item", "onlyStep", "afterWait",
        "unasked", "keepAlive", "connection", "delay",
        "failure", "failing", "connectionFailure",
        "expectation", "after",
    ]

    private func qualifiedName(_ name: String) -> String { dialect.map { "\($0.name).\(name)" } ?? name }

    /// Whether a part of the shape depends on the system.
    static func dependsOnSystem(_ shape: Shape) -> Bool {
        var depends = false
        _ = renamed(shape.json) { name in
            depends = depends || systemDefinitions.contains(name)
            return name
        }
        return depends
    }

    /// The shape, with references to the definitions of this system.
    private func qualified(_ shape: Shape) -> Shape {
        Shape(
            shape.keywords.map { keyword, value in
                (keyword, Self.member(keyword, value) { Self.systemDefinitions.contains($0) ? qualifiedName($0) : $0 })
            })
    }

    private static func renamed(_ json: JSONValue, _ name: (String) -> String) -> JSONValue {
        switch json {
        case .object(let members): .object(members.map { ($0.0, member($0.0, $0.1, name)) })
        case .array(let elements): .array(elements.map { renamed($0, name) })
        default: json
        }
    }

    private static func member(_ keyword: String, _ value: JSONValue, _ name: (String) -> String) -> JSONValue {
        guard keyword == "$ref", case .string(let reference) = value else { return renamed(value, name) }
        return .string(Shape.prefix + name(String(reference.dropFirst(Shape.prefix.utf8.count))))
    }
}
