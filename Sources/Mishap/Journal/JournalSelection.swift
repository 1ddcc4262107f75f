/// Selects the records of a window among all that are offered, in any order, without keeping more than twice of what
/// fits.
struct JournalSelection {
    enum Source {
        case record(JournalRecord)
        /// Index of an exchange in flight.
        case exchange(Int)
    }

    private struct Candidate {
        let number: UInt64
        let size: Int
        let source: Source
    }

    let wanted: JournalWindow.Wanted
    private var candidates: [Candidate] = []
    /// Bytes of all candidates.
    private var size = 0
    /// The lowest number that is known not to fit.
    private(set) var next: UInt64?

    init(_ wanted: JournalWindow.Wanted) { self.wanted = wanted }

    mutating func add(_ number: UInt64, size: Int, _ source: Source) {
        guard wanted.contains(number), number < next ?? .max else { return }
        candidates.append(Candidate(number: number, size: size, source: source))
        self.size += size
        if self.size / 2 > wanted.size { trim() }
    }

    /// Whether a record of that number may still fit.
    mutating func mayTake(_ number: UInt64) -> Bool {
        if size > wanted.size { trim() }
        return number < next ?? .max
    }

    /// The records that fit, in the order of their numbers.
    mutating func take() -> [Source] {
        trim()
        return candidates.map(\.source)
    }

    private mutating func trim() {
        candidates.sort { $0.number < $1.number }
        var (count, fitting) = (0, 0)
        while count < candidates.count, candidates[count].size <= wanted.size - fitting {
            fitting += candidates[count].size
            count += 1
        }
        size = fitting
        guard count < candidates.count else { return }
        next = candidates[count].number
        candidates.removeSubrange(count...)
    }
}

extension JournalRing {
    /// Adds the records to the selection. Blocks that can have none of it are not looked into, so that a window costs
    /// what its own blocks cost: records come in the order in which their entries end.
    func select(into selection: inout JournalSelection) {
        let wanted = selection.wanted
        let places = blocks.indices.filter {
            wanted.overlaps(blocks[$0].lowest, blocks[$0].highest) && blocks[$0].highestSequence > wanted.leastSequence
        }
        for place in places.sorted(by: { blocks[$0].lowest < blocks[$1].lowest }) {
            if case .endings = wanted.order, !selection.mayTake(blocks[place].lowest) { return }
            let block = JournalBlock.Written(
                blocks[place].block, count: blocks[place].used, records: blocks[place].count)
            JournalRecord.forEach(in: block) { record in
                if let number = wanted.number(of: record) {
                    selection.add(number, size: record.size, .record(record))
                }
            }
        }
    }
}
