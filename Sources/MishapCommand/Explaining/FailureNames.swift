internal import Systems
internal import Catalogue

/// The completions of a failure's name.
struct FailureNames {
    let candidates: [Completion.Candidate]

    /// Full names; if none has this prefix, also codes and aliases, which `explain` accepts.
    init(_ prefix: String, in index: FailureIndex = .all) {
        let names = index.entries.map { Completion.Candidate($0.name, $0.summary) }
        guard !prefix.isEmpty, !names.contains(where: { $0.word.hasPrefix(prefix) }) else {
            candidates = names
            return
        }
        candidates = index.entries.flatMap { entry in
            let words = ([entry.code] + entry.aliases).filter(Self.isPlain)
            // A selector that is written with and without its colon is offered once.
            return words.filter { $0.last != ":" || !words.contains(String($0.dropLast())) }
                .map { Completion.Candidate($0, entry.summary) }
        }
    }

    /// Whether it needs no quotes in a shell.
    private static func isPlain(_ name: String) -> Bool {
        name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"): true
            default: "/._:+-".utf8.contains(byte)
            }
        }
    }
}
