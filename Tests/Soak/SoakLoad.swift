import Foundation
import Synchronization

/// The clients of a run, a thread each, which go and pause together.
final class SoakLoad: Sendable {
    private struct State: Sendable {
        var goes = false
        /// How often it went, so that no client misses a time that is short.
        var rounds = 0
        var hasEnded = false
        /// Clients that have gone and noticed the pause.
        var resting = 0
        var counts = SoakClient.Counts()
        var total = 0
        var sessions = 0
        var example: String?
    }

    private let port: UInt16
    private let clients: Int
    private let state = Mutex(State())

    /// Starts the clients, which wait for `go`.
    init(_ port: UInt16, _ options: SoakOptions) {
        self.port = port
        clients = options.clients
        for number in 0..<options.clients {
            let seed = options.seed
            Thread { [self] in run(SoakClient(self.port, number: number, seed: seed)) }.start()
        }
    }

    /// Opens private sessions, as many as asked.
    func openSessions(_ count: Int) {
        let client = SoakClient(port, number: clients, seed: 0)
        for _ in 0..<count { client.visitNewSession() }
        add(client.takeCounts())
    }

    func go() {
        state.withLock {
            $0.goes = true
            $0.rounds += 1
            $0.resting = 0
            $0.counts = SoakClient.Counts()
        }
    }

    /// Waits until all clients have ended their connections. Returns what they have counted since `go`.
    func pause() -> SoakClient.Counts {
        state.withLock { $0.goes = false }
        while state.withLock({ $0.resting < clients }) { usleep(1_000) }
        return state.withLock { $0.counts }
    }

    /// Ends the clients.
    func end() { state.withLock { $0.hasEnded = true } }

    /// Requests so far.
    var requests: Int { state.withLock { $0.total } }
    /// Private sessions opened so far.
    var sessions: Int { state.withLock { $0.sessions } }
    /// The first surprise.
    var example: String? { state.withLock { $0.example } }

    /// Entries that the journal of the default session has dropped.
    var evictedEntries: Int {
        guard let connection = SoakConnection(port) else { return 0 }
        let path = "/__mishap/sessions/default/journal?after=999999999999"
        guard connection.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8) else {
            return 0
        }
        let text = String(decoding: connection.rest(), as: UTF8.self)
        guard let name = text.range(of: "\"evicted\": ") else { return 0 }
        return Int(text[name.upperBound...].prefix { $0.isNumber }) ?? 0
    }

    private func run(_ client: SoakClient) {
        var rounds = 0
        while true {
            while state.withLock({ $0.rounds == rounds }) {
                if state.withLock({ $0.hasEnded }) { return }
                usleep(1_000)
            }
            rounds += 1
            repeat {
                for _ in 0..<64 { client.act() }
                add(client.takeCounts())
            } while state.withLock({ $0.goes })
            client.rest()
            state.withLock { $0.resting += 1 }
        }
    }

    private func add(_ counts: SoakClient.Counts) {
        state.withLock { state in
            state.total += counts.requests
            state.sessions += counts.sessions
            state.counts.requests += counts.requests
            state.counts.surprises += counts.surprises
            state.counts.latencies += counts.latencies
            state.example = state.example ?? counts.example
        }
    }
}
