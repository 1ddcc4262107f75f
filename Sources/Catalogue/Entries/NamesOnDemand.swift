internal import Synchronization

/// Names in the documents of a system, with what they stand for: made when somebody asks for one, which few do.
final class NamesOnDemand: Sendable {
    let rows: @Sendable () -> [ForeignName]
    private let meanings = Mutex<[String: ForeignFailureNames.Meaning]?>(nil)

    init(_ rows: @escaping @Sendable () -> [ForeignName]) { self.rows = rows }

    func meaning(of name: String) -> ForeignFailureNames.Meaning? {
        meanings.withLock { known in
            let all = known ?? ForeignFailureNames.meanings(rows())
            known = all
            return all[name.lowercased()]
        }
    }
}
