import SessionLives

/// Instructions of the life of a session: made, used for 20 requests, asked for its journal, deleted.
struct LifeBudget: BudgetRow {
    let name = "session-life"
    let title = "a session's life: made, 20 requests, its journal, deleted"

    /// A multiple of six: lives reach their session in three ways, and half of them give the scenario whole.
    private static let batch = 12

    func measure(_ bench: PinnedBench) throws(BenchError) -> Measurement {
        let callgrind = try bench.callgrind(serving: bench.files.lives())
        defer { callgrind.server.stop() }
        let port = callgrind.server.port
        for _ in 0..<3 { try live(port) }
        let profile = try callgrind.least { () throws(BenchError) in try live(port) }
        return Measurement(profile, requests: Self.batch)
    }

    private func live(_ port: UInt16) throws(BenchError) {
        do throws(LifeError) {
            _ = try SessionLives(port: port).run(Self.batch, clients: 1)
        } catch {
            throw BenchError(error.description)
        }
    }
}
