@testable import Mishap

extension JournalBlock.Written {
    /// What is read of each record, in their order. A record is not valid any longer than that.
    func map<Result>(_ read: (JournalRecord) -> Result) -> [Result] {
        var results: [Result] = []
        JournalRecord.forEach(in: self) { results.append(read($0)) }
        return results
    }
}
