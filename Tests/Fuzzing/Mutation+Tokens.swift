import JSONText

/// Changes that know what a string, a number and a brace are, and nothing of what they are for.
extension Mutation {
    mutating func tokens() -> [UInt8] {
        var tokens = Self.split(one(of: corpus.texts) ?? [])
        if below(6) == 0 {
            let other = Self.split(one(of: corpus.texts) ?? [])
            tokens = Array(tokens[..<below(tokens.count + 1)]) + Array(other[below(other.count + 1)...])
        }
        for _ in 0..<min(several(), 64) where (1..<20_000).contains(tokens.count) {
            let place = below(tokens.count)
            switch below(6) {
            case 0: tokens.remove(at: place)
            case 1: tokens.insert(tokens[place], at: below(tokens.count))
            case 2: tokens.swapAt(place, below(tokens.count))
            case 3: tokens.insert(token(), at: place)
            case 4:
                let end = min(tokens.count, place + several())
                tokens.insert(contentsOf: Array(tokens[place..<end]), at: place)
            default: tokens[place] = token()
            }
        }
        return Array(tokens.joined())
    }

    private mutating func token() -> [UInt8] {
        switch below(3) {
        case 0: Array((one(of: ["{", "}", "[", "]", ",", ":", "true", "null", "//", "/*", "\u{FEFF}"]) ?? "").utf8)
        case 1: scalar().bytes()
        default: Array("\"\(one(of: corpus.names + corpus.words) ?? "")\"".utf8)
        }
    }

    /// Strings, runs of other letters and digits, and everything else byte by byte.
    private static func split(_ text: [UInt8]) -> [[UInt8]] {
        var tokens: [[UInt8]] = []
        var index = 0
        while index < text.count {
            let start = index
            index += 1
            if text[start] == UInt8(ascii: "\"") {
                while index < text.count, text[index] != UInt8(ascii: "\"") {
                    index += text[index] == UInt8(ascii: "\\") ? 2 : 1
                }
                index = min(index + 1, text.count)
            } else if isWord(text[start]) {
                while index < text.count, isWord(text[index]) { index += 1 }
            }
            tokens.append(Array(text[start..<index]))
        }
        return tokens
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."): true
        default: false
        }
    }
}
