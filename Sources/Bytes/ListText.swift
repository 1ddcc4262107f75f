/// Joins items as in a sentence.
package enum ListText {
    /// "a, b or c".
    package static func or(_ words: [String]) -> String { joined(words, "or") }

    /// "a, b and c".
    package static func and(_ words: [String]) -> String { joined(words, "and") }

    private static func joined(_ words: [String], _ last: String) -> String {
        words.count < 2
            ? words.joined() : "\(words.dropLast().joined(separator: ", ")) \(last) \(words[words.count - 1])"
    }
}
