internal import Bytes

/// A place in the order in which the entries of a journal end: `c128.k3j9x0`. Those behind it are the next ones, whatever
/// their numbers: with entry 1 in flight and entry 2 done, the end of 1 is still to come.
struct JournalCursor: Sendable, Hashable, CustomStringConvertible {
    /// How many entries have ended before it.
    var endings: UInt64
    /// Tells the journal from those of other sessions and other processes.
    let journal: UInt32

    init(_ endings: UInt64, of journal: UInt32) {
        self.endings = endings
        self.journal = journal
    }

    /// Nil for anything else than a description.
    init?(_ text: some StringProtocol) {
        let parts = text.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
        guard text.first == "c", parts.count == 2, let endings = UInt64(parts[0]),
            let journal = UInt32(parts[1], radix: 36)
        else { return nil }
        self.init(endings, of: journal)
        guard description == text else { return nil }
    }

    var description: String { "c\(endings).\(String(journal, radix: 36))" }
}
