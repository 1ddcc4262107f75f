internal import Catalogue
internal import Scenario
internal import Systems
internal import Synchronization
internal import Wire

/// What `fail/NAME/…` answers: failures on their own, with their parameters as they stand.
final class FailureAnswers: Sendable {
    private let numbering: Mutex<ScriptNumbering>

    init(_ numbering: ScriptNumbering) { self.numbering = Mutex(numbering) }

    /// The failure that a path begins with, the longest name first; nil for none.
    static func name(in path: [String]) -> String? {
        for count in stride(from: min(path.count, 4), to: 0, by: -1) {
            let name = path.prefix(count).joined(separator: "/")
            if FailureIndex.all[name] != nil { return name }
        }
        return nil
    }

    /// Whether what a failure does depends on the body of the request.
    static func readsBody(_ name: String, of request: Request) -> Bool {
        FailureIndex.all[name].flatMap { FailureIndex.all.dialect(of: $0) }?.needsBody(of: request) ?? false
    }

    /// What goes onto the wire; whether it is the same for every request.
    func script(of name: String, _ request: Request, at wallMilliseconds: Int64) -> (WireScript, isConstant: Bool) {
        guard let failure = FailureIndex.all[name] else { return (Problems.unknownFailure([name]), false) }
        let dialect = FailureIndex.all.dialect(of: failure)
        let isConstant = failure.isConstant && dialect == nil
        let number = isConstant ? numbering.withLock { $0.next() } : 0
        let script = failure.script(
            Arguments(of: failure), for: request, in: dialect,
            beside: failure.stock(for: request, in: dialect) ?? PlainHTTP().stockSuccess, at: wallMilliseconds,
            number: number)
        return (script, isConstant)
    }
}
