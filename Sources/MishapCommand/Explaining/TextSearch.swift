internal import Systems
internal import Catalogue
internal import JSONText
internal import Wire

/// Finds entries by what servers and clients print, and by what is said of them: a message that was pasted, whole or in part.
struct TextSearch {
    /// Words in lower case. A Chinese character is a word by itself, so that a part of a sentence is found too.
    private let words: [String]
    private let index: FailureIndex

    /// Of what was pasted, its beginning.
    private static let (longestQuery, mostWords) = (2_000, 100)

    /// Nil for what is found in too many texts: nothing, or a single word that is no name.
    init?(_ query: String, in index: FailureIndex) {
        words = Array(Self.words(String(query.prefix(Self.longestQuery))).prefix(Self.mostWords))
        self.index = index
        guard let only = words.first else { return nil }
        if words.count == 1 {
            // `mappingCode`, `error_subcode`: a word of prose has no such marks.
            let isName = query.dropFirst().contains { $0.isUppercase || $0.isNumber || $0 == "_" || $0 == "-" }
            guard isName, only.count >= 4 else { return nil }
        }
        let says = words.contains { $0.count >= 5 } || words.count { $0.first?.isIdeograph == true } > 1
        guard says else { return nil }
    }

    /// Those that have the most words of the query in a row, those that print them before those that only speak of them; none
    /// unless that is all of the query, or four words.
    var entries: [CatalogueEntry] {
        let needed = min(words.count, Self.enough)
        func best(_ texts: (CatalogueEntry) -> [String]) -> [CatalogueEntry] {
            let found = index.entries.map { entry in
                (entry: entry, count: texts(entry).map { commonRun(Self.words($0)) }.max() ?? 0)
            }
            guard let most = found.map(\.count).max(), most >= needed else { return [] }
            return found.filter { $0.count == most }.map(\.entry)
        }
        let printing = best(printed)
        return printing.isEmpty ? best { [$0.summary] + $0.remarks.map(\.text) } : printing
    }

    /// So many words in a row are no chance.
    private static let enough = 4

    /// What a server sends and a client shows.
    private func printed(_ entry: CatalogueEntry) -> [String] {
        guard case .failure(let make) = entry.disposition else { return entry.remarks.map(\.text) }
        let failure = make()
        var texts = failure.allReports.map(\.report)
        guard failure.kind == .answer, let dialect = index.dialect(of: failure) else { return texts }
        let request = Request.make("GET", dialect.samplePath)
        let script = failure.script(
            Arguments(of: failure), for: request, in: dialect, beside: failure.stock ?? dialect.stockSuccess)
        for case .content(let content, _) in script.actions where content.count <= Self.longestBody {
            let bytes = content.bytes(0..<content.count)
            if case .success(let json) = JSONParser.parse(bytes) {
                texts += json.texts
            } else {
                texts.append(String(decoding: bytes, as: UTF8.self))
            }
        }
        return texts
    }

    private static let longestBody = 16 << 10

    static func words(_ text: String) -> [String] {
        var words: [String] = []
        var word = ""
        for character in text.lowercased() {
            if character.isIdeograph {
                if !word.isEmpty { words.append(word) }
                word = ""
                words.append(String(character))
            } else if character.isLetter || character.isNumber || character == "_" {
                word.append(character)
            } else if !word.isEmpty {
                words.append(word)
                word = ""
            }
        }
        return word.isEmpty ? words : words + [word]
    }

    /// The most words of the query that follow each other in the text, in their order.
    private func commonRun(_ text: [String]) -> Int {
        var (longest, before) = (0, [Int](repeating: 0, count: words.count + 1))
        for word in text {
            var row = [Int](repeating: 0, count: words.count + 1)
            for (place, wanted) in words.enumerated() where wanted == word {
                row[place + 1] = before[place] + 1
                longest = max(longest, row[place + 1])
            }
            before = row
        }
        return longest
    }
}

extension Character {
    /// Whether it is of a script that writes no blanks between words.
    fileprivate var isIdeograph: Bool {
        unicodeScalars.first.map { (0x3400...0x9FFF).contains($0.value) || (0x20000...0x3FFFF).contains($0.value) }
            ?? false
    }
}

extension JSONNode {
    /// All texts in it.
    fileprivate var texts: [String] {
        switch value {
        case .string: string.map { [$0] } ?? []
        case .array(let elements): elements.flatMap(\.texts)
        case .object(let members): members.flatMap(\.value.texts)
        case .null, .bool, .number: []
        }
    }
}
