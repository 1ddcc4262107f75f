/// A part of a name that somebody asks for: whole words of it, in any case.
struct NamePart {
    private let part: [Character]
    /// A word of prose, which is found in many names by chance, has to be much of one.
    private let isProse: Bool

    /// Two sevenths: `gzip` of `truncated-gzip`, but not `data` of `send data error`.
    private static let leastShare = 7

    init(_ part: String) {
        self.part = Array(part.lowercased())
        isProse = part.allSatisfy { $0.isLowercase }
    }

    func isIn(_ name: String) -> Bool {
        let characters = Array(name)
        guard part.count <= characters.count, !part.isEmpty else { return false }
        let code = name.lastIndex(of: "/").map { name[name.index(after: $0)...] } ?? name[...]
        if isProse, Self.leastShare * part.count < code.count * 2 { return false }
        let folded = Array(name.lowercased())
        guard folded.count == characters.count else { return false }
        return (0...folded.count - part.count).contains { start in
            let end = start + part.count
            return folded[start..<end].elementsEqual(part) && Self.isBoundary(start, characters)
                && Self.isBoundary(end, characters)
        }
    }

    /// Whether a word of the name begins or ends there: `FAIL_SYS`, `NSFile|Write`, `HTTP|Error`, `http2|goaway`.
    private static func isBoundary(_ place: Int, _ name: [Character]) -> Bool {
        guard place > 0, place < name.count else { return true }
        let (before, after) = (name[place - 1], name[place])
        guard before.isLetter || before.isNumber, after.isLetter || after.isNumber else { return true }
        if before.isNumber != after.isNumber || before.isLowercase && after.isUppercase { return true }
        return before.isUppercase && after.isUppercase && place + 1 < name.count && name[place + 1].isLowercase
    }
}

extension String {
    /// The number behind the mark, which may be in parentheses; nil for other texts.
    func code(behind mark: Character) -> String? {
        let text = drop { $0 == "(" }.drop { $0 == mark }
        guard contains(mark), text.count < count, let number = Int(text.hasSuffix(")") ? text.dropLast() : text) else {
            return nil
        }
        return "\(number)"
    }
}
