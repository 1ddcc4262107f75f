public import JSONText
public import Wire

/// Reads values of a scenario file and reports errors with their positions. A method that returns nil has reported why.
///
/// Implemented by the reader of scenario files, and passed to the readers of systems for their own values.
public protocol ValueReader: AnyObject {
    /// The number of errors in the file so far.
    var errorCount: Int { get }

    func error(_ range: Range<Int>, _ message: String, hint: String?)
    /// Reports an error such as `"status" must be a number, not a string`.
    func wrongType(_ node: JSONNode, _ what: String, _ wanted: String)
    /// The line number of a range, for messages that refer to a second position.
    func line(_ range: Range<Int>) -> Int
    /// The range in the file of some bytes of a string's value, which differ from the source by escapes.
    func place(of bytes: Range<Int>, inString range: Range<Int>) -> Range<Int>

    /// The members of an object, after its names were checked against a vocabulary.
    func object(_ node: JSONNode, _ vocabulary: Vocabulary, what: String?) -> [JSONMember]?
    /// Whether one of the members is probably this field, misspelt. Then a missing field need not be reported.
    func isMisspelt(_ name: String, _ members: [JSONMember], _ vocabulary: Vocabulary) -> Bool
    /// A string without placeholders and escapes for them.
    func string(_ node: JSONNode, _ what: String) -> String?
    /// A string without placeholders, in which `{{{{` stands for `{{`. `message` is reported for a placeholder.
    func literal(_ node: JSONNode, _ what: String, otherwise message: String, hint: String) -> [UInt8]?
    /// The same, for the name of a member.
    func literal(_ bytes: [UInt8], _ range: Range<Int>, otherwise message: String, hint: String) -> [UInt8]?
    /// A JSON value without placeholders, with `{{{{` replaced in its strings.
    func constant(_ node: JSONNode, otherwise message: String) -> JSONNode?
    /// A number of bytes: a number, or a size such as `"10KB"`.
    func byteCount(_ node: JSONNode, _ what: String, _ bounds: ClosedRange<Int>) -> Int?
    func duration(_ node: JSONNode, _ what: String) -> Nanoseconds?
    func base64(_ node: JSONNode, _ what: String) -> [UInt8]?
    /// The content of a file beside the scenario. `use` describes its purpose in messages.
    func file(_ path: String, _ node: JSONNode, _ use: String) -> [UInt8]?
}

extension ValueReader {
    public func error(_ range: Range<Int>, _ message: String) { error(range, message, hint: nil) }

    public func literal(_ node: JSONNode, _ what: String, otherwise message: String) -> [UInt8]? {
        literal(node, what, otherwise: message, hint: Self.bracesHint)
    }

    public func literal(_ bytes: [UInt8], _ range: Range<Int>, otherwise message: String) -> [UInt8]? {
        literal(bytes, range, otherwise: message, hint: Self.bracesHint)
    }

    private static var bracesHint: String { "a literal {{ is written {{{{" }
}
