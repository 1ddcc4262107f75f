internal import Systems
internal import Catalogue

/// The names that a prefix word could become, for shells that complete it.
struct FailureNames {
    let candidates: [Completion.Candidate]

    /// Whole names; where none begins so, their codes and other names, which are enough for `explain`.
    init(_ prefix: String, in index: FailureIndex = .all) {
        let names = index.entries.map { Completion.Candidate($0.name, $0.summary) }
        guard !prefix.isEmpty, !names.contains(where: { $0.word.hasPrefix(prefix) }) else {
            candidates = names
            return
        }
        candidates = index.entries.flatMap { entry in
            ([entry.code] + entry.aliases).filter(Self.isPlain).map { Completion.Candidate($0, entry.summary) }
        }
    }

    /// Whether a shell takes it as it is.
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
