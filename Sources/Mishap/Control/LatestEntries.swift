internal import JSONText
internal import Wire

/// The entries of several sessions that have ended last.
struct LatestEntries {
    struct Entry: Sendable {
        /// As `LiveEvent.entry` names it.
        let key: String
        let json: JSONValue
        let event: [UInt8]
    }

    /// The latest last.
    let entries: [Entry]

    private struct Place {
        /// In milliseconds since 1970.
        let ended: Int64
        let session: Int
        let record: JournalRecord
    }

    /// Bytes of all entries, beyond which no earlier one is told.
    private static let mostBytes = 2 << 20

    /// `parts`: of each shard, for each of the sessions the blocks that have its latest records.
    init(_ sessions: [Session], _ parts: [[[JournalBlock.Written]]], _ limit: Int) {
        var places: [Place] = []
        for part in parts {
            for (number, blocks) in part.enumerated() {
                let start = sessions[number].journalStart.completion
                for block in blocks {
                    JournalRecord.forEach(in: block) { record in
                        let facts = record.facts
                        guard facts.completion > start else { return }
                        let time =
                            facts.ended > facts.arrived ? Int64(clamping: (facts.ended - facts.arrived) / 1_000_000) : 0
                        places.append(Place(ended: facts.arrivedAt + time, session: number, record: record))
                    }
                }
                // Most sessions are small: those that are too many are dropped now and then.
                if places.count > 4 * limit + 4_096 { Self.trim(&places, limit) }
            }
        }
        Self.trim(&places, limit)
        var (entries, size) = ([Entry](), 0)
        for place in places.reversed() where size < Self.mostBytes {
            let session = sessions[place.session]
            let (json, event) = LiveEvent.ended(session.name, place.record, session.scenario(ofGeneration:))
            size += event.count
            entries.append(
                Entry(key: LiveEvent.entry(session.name, place.record.facts.sequence), json: json, event: event))
        }
        self.entries = entries.reversed()
        withExtendedLifetime(parts) {}
    }

    private static func trim(_ places: inout [Place], _ limit: Int) {
        places.sort {
            ($0.ended, $0.session, $0.record.facts.completion) < ($1.ended, $1.session, $1.record.facts.completion)
        }
        places = places.suffix(limit)
    }
}
