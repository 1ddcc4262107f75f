import Glibc
import SessionLives

/// How many whole lives of sessions a second there are, by the wall clock, with clients that compare all that they get.
struct SessionsRow: Row {
    let name = "sessions"
    let title = "2,000 lives of sessions (POST, 20 requests, journal, DELETE) by 16 clients at once"

    private static let clients = 16

    func measure(_ bench: Workbench) throws(BenchError) -> [Finding] {
        let server = try bench.mishap(serving: bench.files.lives())
        defer { server.stop() }
        let count = bench.options.quick ? 500 : 2_000
        _ = try live(count, .both, server)
        let before = server.usage.residentBytes
        var runs: [Run] = []
        for round in 1...bench.options.rounds {
            Progress.log("  sessions: \(round)/\(bench.options.rounds)")
            runs.append(try live(count, .both, server))
        }
        let named = try (1...3).map { (_) throws(BenchError) in try live(count, .name, server) }
        let whole = try (1...3).map { (_) throws(BenchError) in try live(count, .whole, server) }
        let judged = try (1...3).map { (_) throws(BenchError) in try live(count, .both, server, look: .verdict) }
        let lives = (runs.count + named.count + whole.count + judged.count) * count
        // Given back a little later.
        usleep(500_000)
        let left = Double(server.usage.residentBytes - before) / 1_024 / Double(lives)
        return [
            Finding(
                label: "lives", unit: .livesPerSecond, samples: runs.map(\.result.perSecond), threshold: .atLeast(500)),
            Finding(
                label: "lives of a scenario by name", unit: .livesPerSecond, samples: named.map(\.result.perSecond)),
            Finding(
                label: "lives of a whole scenario", unit: .livesPerSecond, samples: whole.map(\.result.perSecond)),
            Finding(
                label: "lives with a verdict in place of the journal", unit: .livesPerSecond,
                samples: judged.map(\.result.perSecond), threshold: .atLeast(500)),
            Finding(label: "CPU of the server for a life", unit: .milliseconds, samples: runs.map(\.serverCPU)),
            Finding(label: "CPU of the clients for a life", unit: .milliseconds, samples: runs.map(\.clientCPU)),
            Finding(label: "memory that a life leaves", unit: .kibibytes, samples: [left]),
            Finding(
                label: "requests that are in no journal, or in two", unit: .count,
                samples: runs.map { Double(abs($0.result.answered - $0.result.entries)) }, threshold: .atMost(0)),
        ]
    }

    /// An earlier build may have no such sessions, so this build alone is shown.
    func compare(_ bench: Workbench) throws(BenchError) -> [Finding] { try measure(bench) }

    private struct Run {
        let result: SessionLives.Result
        /// Milliseconds for each life.
        let serverCPU: Double
        let clientCPU: Double
    }

    /// What differs from what a life must have is an error: then nothing was measured.
    private func live(
        _ count: Int, _ given: SessionLives.Given, _ server: MishapServer, look: SessionLives.Look = .journal
    ) throws(BenchError) -> Run {
        let clients = ProcessUsage(pid: getpid())
        let before = (server: server.usage.ownCPUNanoseconds, clients: clients.ownCPUNanoseconds)
        let result: SessionLives.Result
        do throws(LifeError) {
            result = try SessionLives(port: server.port, given: given, look: look).run(count, clients: Self.clients)
        } catch {
            throw BenchError(error.description)
        }
        func perLife(_ nanoseconds: UInt64) -> Double { Double(nanoseconds) / 1_000_000 / Double(count) }
        return Run(
            result: result, serverCPU: perLife(server.usage.ownCPUNanoseconds - before.server),
            clientCPU: perLife(clients.ownCPUNanoseconds - before.clients))
    }
}
