@testable import Mishap

extension JournalBlock.Written {
    /// Its records, in their order.
    var all: [JournalRecord] {
        var records: [JournalRecord] = []
        JournalRecord.forEach(in: self) { records.append($0) }
        return records
    }
}
