/// Why a field of calls never has the value that a match wants of it.
public struct FieldMistake: Sendable {
    /// What it is or has instead, behind the field's name.
    public let words: String
    /// What was probably meant; nil where nobody can tell.
    public let meant: String?

    init(_ words: String, meant: String?) {
        self.words = words
        self.meant = meant
    }
}
