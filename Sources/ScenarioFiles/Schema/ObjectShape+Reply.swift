internal import Bytes
internal import Catalogue
internal import JSONText
internal import Wire

extension ObjectShape {
    static let reply = ObjectShape(
        "reply", "a reply",
        [
            ObjectField("status", .either([.integer(200...999), .placeholder]), "The status.", standard: 200),
            ObjectField("version", .enumeration(["1.0", "1.1"]), "The version in the status line.", standard: "1.1"),
            ObjectField("reason", .line, "The reason phrase, in place of the usual one."),
            ObjectField("headers", .defined("headers"), "Fields that are set; null takes one away."),
            ObjectField(
                "head", .defined("head"), "All fields as a list of pairs, to which nothing is added."),
            ObjectField("json", .anything, "A body of JSON, compact, with the numbers as they are written."),
            ObjectField("text", .text, "A body of plain text."),
            ObjectField("html", .text, "A body of HTML."),
            ObjectField("base64", .base64, "A body of any bytes."),
            ObjectField(
                "file", .file,
                "A body from a file beside the scenario, or below a folder called `files`, where its name may have placeholders."
            ),
            ObjectField("template", .only(true), "The content of the file has placeholders."),
            ObjectField("size", .defined("bodySize"), "A body of that many seeded bytes."),
            ObjectField("chunks", .list(.defined("chunk"), 1...), "A chunked body, chunk by chunk."),
            ObjectField("raw", .defined("raw"), "The whole response, byte for byte."),
            ObjectField(
                "framing", .enumeration(["length", "chunked", "close"]),
                "How the end of the body is told; by its length where nothing is said. Fields about it that are written stay as they are."
            ),
            ObjectField("trailers", .either([.defined("headers"), .defined("head")]), "Fields behind a chunked body."),
            ObjectField("interim", .list(.defined("interim")), "Heads with a status of 1xx that go out first."),
            ObjectField("ranges", .only(true), "Answers requests for a part of the body with that part."),
            ObjectField(
                "encoding", .defined("encoding"),
                "Encodes the body for requests that accept it, or for all."),
        ])

    /// Fields of which a reply has at most one.
    static let bodies = ["json", "text", "html", "base64", "file", "size", "chunks", "raw"]

    /// Conditions on a reply; a system may add to `bodies`.
    static func replyConditions(_ bodies: [String]) -> [Shape] {
        let others = reply.known.map(\.name).filter { !bodies.contains($0) }
        return [
            .apart(bodies), .apart("raw", from: others),
            .when(.has("status", Shape([("enum", [204, 304])])), .none(of: bodies + ["framing", "trailers"])),
            .apart("head", from: ["headers", "ranges", "encoding"]),
            .when(.has("framing", .enumeration(["length", "close"])), .none(of: ["trailers"])),
            .when(
                .all([.has("head", .anything), .none(of: ["framing", "chunks"])]), .none(of: ["trailers"])),
            .when(.has("ranges", .anything), whole),
            .needs("template", "file"),
            .when(.has("encoding", .anything), .atLeastOne(of: bodies)),
        ]
    }

    /// A reply that can have ranges: a body in one piece, status 200, and no head of its own.
    private static let whole = Shape(
        Shape.may([("status", .either([.only(200), .placeholder]))]).keywords
            + Shape.atLeastOne(of: bodies.filter { !["chunks", "raw"].contains($0) }).keywords)

    /// The value of a field, as bytes that need not be UTF-8.
    static let fieldBytes = ObjectShape(
        "fieldBytes", "a header's value in bytes",
        [
            ObjectField("base64", .base64, "Any bytes but CR, LF and NUL."),
            ObjectField("latin1", .latin1Line, "Characters up to U+00FF, one byte each."),
        ],
        [.atLeastOne(of: ["base64", "latin1"]), .apart(["base64", "latin1"])])

    static let raw = ObjectShape(
        "raw", "a raw response",
        [
            ObjectField("text", .text, "As text, with its line ends; may have placeholders."),
            ObjectField("base64", .base64, "As base64."),
            ObjectField("hex", .hex, "As hexadecimal digits."),
        ],
        [.atLeastOne(of: ["text", "base64", "hex"]), .apart(["text", "base64", "hex"])],
        instead: Instead(types: ["string"], keywords: Array(Shape.base64.keywords.dropFirst())))

    static let encoding = ObjectShape(
        "encoding", "an encoding",
        [
            ObjectField(
                "always", .enumeration(ContentCoding.Name.allCases.map(\.rawValue)),
                "The coding that all requests get, unasked.", isNeeded: true)
        ],
        instead: Instead(
            types: ["string"],
            keywords: [
                ("pattern", "^(gzip|deflate|raw-deflate)$"),
                ("patternErrorMessage", "A coding is gzip, deflate or raw-deflate."),
            ]))

    static let interim = ObjectShape(
        "interim", "an interim response",
        [
            ObjectField(
                "status", Shape.integer(100...199).with("not", ["const": 101]), "Its status.", isNeeded: true),
            ObjectField("reason", .line, "The reason phrase, in place of the usual one."),
            ObjectField("delay", .defined("interimDelay"), "How long it waits before each."),
            ObjectField("times", .integer(1...1_000), "How often it is sent.", standard: 1),
            ObjectField("headers", .defined("headers"), "Its fields."),
            ObjectField("head", .defined("head"), "Its fields as a list of pairs."),
        ],
        [.apart(["headers", "head"])])

    static let size = ObjectShape(
        "bodySize", "a size",
        [
            ObjectField("bytes", .bytes(0...SizeText.largest), "How many bytes.", isNeeded: true),
            ObjectField("key", .text, "Bodies with different keys differ; may have placeholders."),
        ],
        instead: Instead(
            types: ["integer", "string"],
            keywords: [
                ("minimum", 0), ("maximum", .int(Int64(SizeText.largest))),
                ("pattern", "^[0-9]+(\\.[0-9]+)?([KMG]i?)?B$"),
                ("patternErrorMessage", "A size is a number and B, KB, MB, GB, KiB, MiB or GiB, as in \"10MB\"."),
            ]))

    static let chunk = ObjectShape(
        "chunk", "a chunk",
        [
            ObjectField("text", Shape.text.with("minLength", 1), "What is in it, as text."),
            ObjectField("base64", Shape.base64.with("minLength", 1), "What is in it, as bytes."),
            ObjectField("stall", .defined("duration"), "Silence, in place of a chunk."),
            ObjectField("delay", .defined("chunkDelay"), "How long it waits before the first."),
            ObjectField(
                "times", .either([.integer(1...1_000_000), .only("forever")]),
                "How often it is sent; {{repeat}} in its text counts from 1.", standard: 1),
            ObjectField("every", .defined("duration"), "The time between two of them."),
        ],
        [
            .atLeastOne(of: ["text", "base64", "stall"]), .apart(["text", "base64", "stall"]),
            .apart("stall", from: ["delay", "times", "every"]), .needs("every", "times"),
            .when(
                .has("times", .only("forever")),
                Shape([("properties", ["every": .object(Shape.span.keywords)]), ("required", ["every"])])),
        ],
        instead: Instead(types: ["string"], keywords: [("minLength", 1)]))
}
