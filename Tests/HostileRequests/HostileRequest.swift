/// Bytes that a client may send, and what a strict server says to them.
///
/// The expectation is from RFC 9110, 9112 and 3986, written before the row was run. It does not say what this server
/// happens to do.
public struct HostileRequest: Sendable {
    /// Unique in the table.
    public let name: String
    /// What decides it, such as `9112 3.2`: the number of the RFC and its section.
    public let section: String
    /// The bytes, with `{path}` where the path of the answer goes, and without a follow-up. Each scalar is one byte.
    let template: String
    /// What may become of it. One of these is right as a whole; a mixture of two is not.
    public let readings: [Reading]

    init(_ name: String, _ section: String, _ template: String, _ readings: Reading...) {
        self.init(name, section, template, either: readings)
    }

    init(_ name: String, _ section: String, _ template: String, either readings: [Reading]) {
        self.name = name
        self.section = section
        self.template = template
        self.readings = readings
    }

    /// The place in a template for the path of an answer.
    static let placeholder = "{path}"

    /// Whether the row can be sent to any path.
    public var hasPath: Bool { Self.bytes(template, path: "").count != template.unicodeScalars.count }

    /// The bytes to send for an answer at `path`.
    public func bytes(path: String) -> [UInt8] { Self.bytes(template, path: path) }

    /// The bytes of a text whose scalars are bytes, with the path in place of the placeholder.
    static func bytes(_ text: String, path: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = text.unicodeScalars.map { UInt8($0.value) }[...]
        let placeholder = Array(placeholder.utf8)
        while let brace = rest.firstIndex(of: placeholder[0]) {
            bytes += rest[..<brace]
            let isPlace = rest[brace...].starts(with: placeholder)
            bytes += isPlace ? Array(path.utf8) : [placeholder[0]]
            rest = rest[(brace + (isPlace ? placeholder.count : 1))...]
        }
        return bytes + rest
    }

    /// All rows.
    public static let all: [HostileRequest] =
        methods + requestLines + versions + targets + emptyLines + fieldNames + fieldValues + hosts + lengths + codings
        + chunkSizes + chunkLines + extensions + trailers + expectations + connections + bodies + pipelines + smuggling
        + foreign + incomplete
}
