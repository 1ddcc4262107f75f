public import JSONText
public import Wire

/// Reads values of a scenario file, and says what is wrong with them, where they stand. A reader that returns nil has
/// said why.
///
/// The reader of scenario files is one; a system's own reader is handed it for what only that system knows.
public protocol ValueReader: AnyObject {
    /// How many errors there are so far, in all of the file.
    var errorCount: Int { get }

    func error(_ range: Range<Int>, _ message: String, hint: String?)
    /// `"status" must be a number, not a string`.
    func wrongType(_ node: JSONNode, _ what: String, _ wanted: String)
    /// The line of a place, for messages that point at two.
    func line(_ range: Range<Int>) -> Int
    /// Where some bytes of a string's value stand in the file, escapes accounted for.
    func place(of bytes: Range<Int>, inString range: Range<Int>) -> Range<Int>

    /// The members of an object whose names are all in its vocabulary.
    func object(_ node: JSONNode, _ vocabulary: Vocabulary, what: String?) -> [JSONMember]?
    /// Whether one of the members is probably this field, misspelt: then all is said with that.
    func isMisspelt(_ name: String, _ members: [JSONMember], _ vocabulary: Vocabulary) -> Bool
    /// A string that stands for itself.
    func string(_ node: JSONNode, _ what: String) -> String?
    /// A string without placeholders, in which `{{{{` writes `{{`; `message` is what is said of a placeholder.
    func literal(_ node: JSONNode, _ what: String, otherwise message: String, hint: String) -> [UInt8]?
    /// The same for the name of a member.
    func literal(_ bytes: [UInt8], _ range: Range<Int>, otherwise message: String, hint: String) -> [UInt8]?
    /// A value, its strings as they are meant.
    func constant(_ node: JSONNode, otherwise message: String) -> JSONNode?
    func duration(_ node: JSONNode, _ what: String) -> Nanoseconds?
    func base64(_ node: JSONNode, _ what: String) -> [UInt8]?
    /// The bytes of a file that lies beside the scenario; `use` says what it is to be.
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
