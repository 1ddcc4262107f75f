internal import Catalogue
internal import JSONText
internal import Wire

extension ObjectShape {
    static let match = ObjectShape(
        "match", "a match",
        [
            ObjectField("method", method, "The method, in upper case as clients send it."),
            ObjectField(
                "path", .either([.path, Shape.defined("textValue").with("type", "object")]),
                "The path: literal, or with {name} and * for a segment, and ** for all the rest; or its tests, decoded."
            ),
            ObjectField(
                "parameters", Shape.map(.defined("textValue"), 1...), "The named segments of the path, decoded."),
            ObjectField("target", .defined("textValue"), "The path with its query, as it was sent."),
            ObjectField("query", .map(.defined("fieldValue")), "Fields of the query."),
            ObjectField("headers", .map(.defined("fieldValue"), names: .token), "Fields of the head."),
            ObjectField("cookies", .map(.defined("fieldValue")), "Cookies."),
            ObjectField("form", .map(.defined("fieldValue")), "Fields of a form in the body."),
            ObjectField("body", .defined("bytesValue"), "The body, as text or bytes."),
            ObjectField("multipart", .map(.defined("formPart")), "Parts of a multipart form, by name."),
            ObjectField(
                "json", .either([.map(.defined("jsonValue"), names: .pointer), .defined("jsonValue")]),
                "Values within the body's JSON, each by its JSON Pointer (* is any element), or the whole of it."),
            ObjectField("any", .list(.defined("innerMatch"), 1...), "Matches of which one must hold."),
            ObjectField("not", Shape.defined("innerMatch").with("minProperties", 1), "A match that must not hold."),
            ObjectField(
                "variables", .map(.defined("textValue")), "What variables of the session must be."),
            ObjectField(
                "host", .defined("textValue"), "The host that the request names, in lower case and without a port."),
            ObjectField("protocol", literals(protocols), "The version of HTTP, over TLS or not."),
            ObjectField("tls", .defined("tlsMatch"), "What was agreed on in the TLS handshake; in the clear, nothing."),
        ])

    static let protocols = HTTPVersion.allCases.map(\.name) + ["h2"]

    static let tlsMatch = ObjectShape(
        "tlsMatch", "a match of TLS",
        [
            ObjectField("exists", .flag, "Whether the connection has TLS."),
            ObjectField("version", literals(TLSInfo.Version.allCases.map(\.name)), "The version of TLS."),
            ObjectField("serverName", .defined("textValue"), "The name that the client asks for (SNI), in lower case."),
            ObjectField(
                "clientCertificate", .defined("textValue"), "The subject of the client's certificate, as in RFC 4514."),
        ],
        [
            Shape([("minProperties", 1)]),
            .when(.has("exists", .only(false)), Shape([("maxProperties", 1)])),
        ])

    /// A matcher of text that is one of a few words, or is compared with something else.
    private static func literals(_ words: [String]) -> Shape {
        let word = Shape.either([.enumeration(words), .form("\\{\\{", "A placeholder.")])
        return .either([word, .list(word, 1...), Shape.defined("textValue").with("type", "object")])
    }

    private static let method: Shape = {
        let single = Shape.form("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$|\\{\\{", "A method has no spaces and no separators.")
        return .either([single, .list(single, 1...), Shape.defined("textValue").with("type", "object")])
    }()

    /// A matcher of text.
    static let textValue = value(
        "textValue", .scalar, instead: ["string", "number", "boolean", "array"],
        [("items", Shape.scalar.json), ("minItems", 1)])
    /// The same, of a field that may repeat.
    static let fieldValue = {
        var shape = value(
            "fieldValue", .scalar, instead: ["string", "number", "boolean", "array"],
            [("items", Shape.scalar.json), ("minItems", 1)], not: "textValue")
        shape.fields += [
            ObjectField("all", .list(.scalar, 1...), "Each of these is among its values."),
            ObjectField(
                "count", .either([.integer(0...100_000), .defined("valueCount")]), "How many values it has."),
        ]
        return shape
    }()
    /// The same, of what need not be text.
    static let bytesValue = {
        var shape = value(
            "bytesValue", .scalar, instead: ["string", "number", "boolean", "array"],
            [("items", Shape.scalar.json), ("minItems", 1)])
        let contains = ObjectField(
            "contains", .either([.scalar, .defined("containedBytes")]), "This is somewhere in it.")
        shape.fields = shape.fields.map { $0.name == "contains" ? contains : $0 }
        shape.fields += [
            ObjectField("base64", .base64, "It is these bytes."), ObjectField("hex", .hex, "It is these bytes."),
        ]
        return shape
    }()
    static let containedBytes = ObjectShape(
        "containedBytes", "what is contained",
        [ObjectField("base64", .base64, "These bytes."), ObjectField("hex", .hex, "These bytes.")],
        [.atLeastOne(of: ["base64", "hex"]), .apart(["base64", "hex"])])
    static let valueCount = ObjectShape(
        "valueCount", "a count of values",
        [
            ObjectField("atLeast", .integer(0...100_000), "Not fewer."),
            ObjectField("atMost", .integer(0...100_000), "Not more."),
        ],
        [.atLeastOne(of: ["atLeast", "atMost"])])
    static let formPart = ObjectShape(
        "formPart", "a part of a form",
        [
            ObjectField("filename", .defined("textValue"), "Its file name."),
            ObjectField("type", .defined("textValue"), "Its Content-Type."),
            ObjectField("headers", .map(.defined("fieldValue"), names: .token), "Its fields."),
            ObjectField("content", .defined("bytesValue"), "What is in it."),
        ])
    /// A matcher of a JSON value.
    static let jsonValue = value("jsonValue", .anything, instead: ["string", "number", "boolean", "null"])

    private static func value(
        _ name: String, _ value: Shape, instead types: [String], _ keywords: [(String, JSONValue)] = [],
        not excluded: String? = nil
    ) -> ObjectShape {
        ObjectShape(
            name, "a value matcher",
            [
                ObjectField("equals", value, "It is this."),
                ObjectField("not", .defined(excluded ?? name), "It is there, and this does not hold."),
                ObjectField("contains", .scalar, "This is somewhere in it."),
                ObjectField("startsWith", .scalar, "It begins with this."),
                ObjectField("endsWith", .scalar, "It ends with this."),
                ObjectField("matches", .text, "A regular expression that all of it matches."),
                ObjectField("search", .text, "A regular expression that matches somewhere in it."),
                ObjectField("in", .list(value, 1...), "It is one of these."),
                ObjectField("exists", .flag, "Whether it is there at all."),
                ObjectField("above", .number, "It is a number above this."),
                ObjectField("below", .number, "It is a number below this."),
                ObjectField("atLeast", .number, "It is a number, and not below this."),
                ObjectField("atMost", .number, "It is a number, and not above this."),
                ObjectField(
                    "like", .anything, "JSON that has at least this: members recursively, lists as parts in order."),
                ObjectField(
                    "anyOrder", .flag, "Whether the elements of lists may come in any order, beside equals or like.",
                    standard: false),
                ObjectField("ignoreCase", .flag, "Whether upper and lower case are the same.", standard: false),
            ],
            [
                Shape([("minProperties", 1)]),
                .when(.has("ignoreCase", .anything), Shape([("minProperties", 2)])),
                .when(.has("anyOrder", .anything), .atLeastOne(of: ["equals", "in", "like"])),
                .when(
                    .has("exists", .only(false)),
                    Shape([("propertyNames", ["enum": ["exists", "ignoreCase"]])])),
            ],
            instead: Instead(types: types, keywords: keywords))
    }
}
