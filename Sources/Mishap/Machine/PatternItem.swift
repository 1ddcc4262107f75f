/// An item of a pattern as PCRE2 reports it in callouts: a character, a class, or the beginning or end of a group, with
/// its quantifier, and with white space and comments after it.
struct PatternItem {
    let text: ArraySlice<UInt8>

    init(_ text: ArraySlice<UInt8>) { self.text = text }

    private func starts(withOneOf beginnings: [StaticString]) -> Bool {
        beginnings.contains { beginning in
            beginning.withUTF8Buffer { text.starts(with: $0) }
        }
    }

    var isClass: Bool { text.first == UInt8(ascii: "[") }
    var isClusterOfCharacters: Bool { starts(withOneOf: [#"\X"#]) }
    var isScriptRun: Bool { starts(withOneOf: ["(*sr:", "(*asr:", "(*script_run:", "(*atomic_script_run:"]) }
    var isAlternative: Bool { text.first == UInt8(ascii: "|") }
    var opensGroup: Bool { text.first == UInt8(ascii: "(") }

    var isLookbehind: Bool {
        starts(withOneOf: [
            "(?<=", "(?<!", "(?<*", "(*plb:", "(*nlb:", "(*naplb:", "(*positive_lookbehind:", "(*negative_lookbehind:",
            "(*non_atomic_positive_lookbehind:",
        ])
    }

    /// `(?R)`, `(?1)`, `(?-1)`, `(?&name)`, `(?P>name)`, `\g<name>`.
    var isCall: Bool {
        if starts(withOneOf: ["(?R", "(?&", "(?P>", #"\g<"#, #"\g'"#]) { return true }
        let number = text.dropFirst(2).drop { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
        return starts(withOneOf: ["(?"]) && number.first.map { (0x30...0x39).contains($0) } == true
    }

    /// `\1`, `\g{1}`, `\k<name>`, `(?P=name)`. `\101` counts as one, although it is a character if there are fewer
    /// groups; that only makes the pattern dearer.
    var isBackReference: Bool {
        if isCall { return false }
        guard text.first == UInt8(ascii: "\\"), let next = text.dropFirst().first else {
            return starts(withOneOf: ["(?P="])
        }
        return next == UInt8(ascii: "g") || next == UInt8(ascii: "k") || (0x31...0x39).contains(next)
    }

    /// Its bytes if it is a single literal character: `a`, `"`, `\.`.
    var literal: ArraySlice<UInt8>? {
        guard let first = text.first else { return nil }
        if first >= 0x80 {
            // One whole UTF-8 character and nothing else.
            let isOne = text.dropFirst().allSatisfy { $0 & 0xC0 == 0x80 }
            return isOne ? text : nil
        }
        if text.count == 1 { return #".^$()[|*+?\"#.utf8.contains(first) ? nil : text }
        guard text.count == 2, first == UInt8(ascii: "\\"), let mark = text.last else { return nil }
        // "If a character that is neither a digit nor a letter follows a backslash, it stands for itself".
        let isLetterOrDigit = (0x61...0x7A).contains(mark | 0x20) || (0x30...0x39).contains(mark)
        return (0x21...0x7E).contains(mark) && !isLetterOrDigit ? text.dropFirst() : nil
    }

    /// Whether it is a back reference with a quantifier other than `?`. A number larger than `largest` is a character.
    func isRepeatedReference(largest: Int) -> Bool {
        guard isBackReference else { return false }
        var rest = quantifier
        if let digit = text.dropFirst().first, (0x31...0x39).contains(digit) {
            let digits = text.dropFirst().prefix { (0x30...0x39).contains($0) }
            let number = digits.prefix(6).reduce(0) { $0 * 10 + Int($1 - 0x30) }
            guard number < 10 || number <= largest else { return false }
            rest = text[digits.endIndex...]
        }
        // Extended patterns allow white space and comments before a quantifier.
        while let first = rest.first {
            if first == UInt8(ascii: "#") {
                rest = rest.drop { $0 != 0x0A }.dropFirst()
            } else if first == 0x20 || (0x09...0x0D).contains(first) {
                rest = rest.dropFirst()
            } else {
                break
            }
        }
        guard rest.first == UInt8(ascii: "{") else {
            return rest.first == UInt8(ascii: "*") || rest.first == UInt8(ascii: "+")
        }
        return rest.dropFirst().first.map { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ",") } == true
    }

    /// Whether its quantifier has no upper bound.
    var isEndless: Bool {
        if opensGroup || text.first == UInt8(ascii: ")") { return false }
        let rest = quantifier
        if rest.first == UInt8(ascii: "*") || rest.first == UInt8(ascii: "+") { return true }
        // 1,000 repetitions or more count as unbounded.
        return rest.contains(UInt8(ascii: ",")) || leastCount >= 1000
    }

    /// Lower bound of its quantifier, as in `a{500,}`; 0 without one.
    var leastCount: Int {
        if opensGroup || text.first == UInt8(ascii: ")") { return 0 }
        var largest = 0
        let rest = quantifier
        for place in rest.indices where rest[place] == UInt8(ascii: "{") {
            let digits = rest[(place + 1)...].drop { $0 == UInt8(ascii: " ") }
                .prefix { (0x30...0x39).contains($0) }.prefix(6)
            largest = max(largest, digits.reduce(0) { $0 * 10 + Int($1 - 0x30) })
        }
        return largest
    }

    /// The text after the character, class or reference itself, or a longer part of the text if the end of that cannot
    /// be determined.
    private var quantifier: ArraySlice<UInt8> {
        if isClass { return text[endOfClass...] }
        if starts(withOneOf: ["(?P="]) { return text.drop { $0 != UInt8(ascii: ")") }.dropFirst() }
        guard text.first == UInt8(ascii: "\\"), let letter = text.dropFirst().first else { return text.dropFirst() }
        let rest = text.dropFirst(2)
        guard "xoNupPgk".utf8.contains(letter), let opening = rest.first,
            let closing = Self.closing[opening], let end = rest.firstIndex(of: closing)
        else { return rest }
        return rest[(end + 1)...]
    }

    private static let closing: [UInt8: UInt8] = [
        UInt8(ascii: "{"): UInt8(ascii: "}"), UInt8(ascii: "<"): UInt8(ascii: ">"),
        UInt8(ascii: "'"): UInt8(ascii: "'"),
    ]

    /// Index after the `]` that ends a class; the start if none is found.
    private var endOfClass: Int {
        var place = text.startIndex + 1
        if place < text.endIndex, text[place] == UInt8(ascii: "^") { place += 1 }
        // A `]` in first place is a member.
        if place < text.endIndex, text[place] == UInt8(ascii: "]") { place += 1 }
        while place < text.endIndex {
            let rest = text[place...]
            switch text[place] {
            case UInt8(ascii: "]"): return place + 1
            case UInt8(ascii: "\\"): place += rest.starts(with: #"\Q"#.utf8) ? Self.length(of: rest, to: #"\E"#) : 2
            case UInt8(ascii: "[") where rest.dropFirst().first == UInt8(ascii: ":"):
                place += Self.length(of: rest, to: ":]")
            default: place += 1
            }
        }
        return text.startIndex
    }

    /// Length up to and including the closing delimiter; 1 if there is none.
    private static func length(of text: ArraySlice<UInt8>, to end: StaticString) -> Int {
        end.withUTF8Buffer { end in
            let place = text.indices.dropFirst(2).first { text[$0...].starts(with: end) }
            return place.map { $0 + end.count - text.startIndex } ?? 1
        }
    }

    /// Cost of each byte that it scans, relative to a plain class.
    func width(isFolding: Bool, hasUnicodeProperties: Bool) -> Int {
        let members = isClass ? endOfClass - text.startIndex : 0
        let isListed =
            isClass
            && (text.contains { $0 >= 0x80 } || hasLetter(of: "xopPNhHvV") || hasUnicodeProperties)
        // Members are compared one by one.
        if isListed { return (2 + members / 2) * (isFolding ? 2 : 1) }
        return hasUnicodeProperties || hasLetter(of: "pP") ? 4 : 1
    }

    /// Whether it contains an escape of one of these letters, such as `\p`.
    private func hasLetter(of letters: StaticString) -> Bool {
        letters.withUTF8Buffer { letters in
            zip(text, text.dropFirst()).contains { $0 == UInt8(ascii: "\\") && letters.contains($1) }
        }
    }
}
