import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A gateway: one that runs, or one that was started for as long as this process lives.
final class Gateway: Sendable {
    /// How long a session lives in a gateway that is not ours, once nobody asks for it, and how often we ask.
    struct Lease: Sendable {
        var life = Duration.seconds(300)
        var touching = Duration.seconds(60)
    }

    /// Beside the time that a call may wait for the gateway's sake.
    static let slack: TimeInterval = 30

    let client: ControlClient
    private let process: GatewayProcess?
    private let lease: Lease
    private let touching = Locked<[String: Task<Void, Never>]>([:])

    /// One that runs.
    convenience init(url: String, token: String? = nil, lease: Lease = Lease()) async throws {
        try await self.init(url: url, token: token, process: nil, lease: lease)
    }

    /// One that is started.
    convenience init(program: String, scenarios: [String] = [], folder: String? = nil) async throws {
        let process = try await GatewayProcess.start(program, scenarios: scenarios, folder: folder)
        try await self.init(url: process.url, token: nil, process: process, lease: Lease())
    }

    private init(url: String, token: String?, process: GatewayProcess?, lease: Lease) async throws {
        let token = token ?? ProcessInfo.processInfo.environment["MISHAP_TOKEN"]
        do {
            client = try ControlClient(url, token: token.flatMap { $0.isEmpty ? nil : $0 })
        } catch {
            process?.end()
            throw error
        }
        self.process = process
        self.lease = lease
        do {
            try await checkVersion()
        } catch {
            process?.end()
            throw error
        }
    }

    private func checkVersion() async throws {
        let version = try await call("GET", "")["mishap"]?.string ?? "?"
        let isOlder = numbers(ofVersion: version).lexicographicallyPrecedes(numbers(ofVersion: libraryVersion))
        guard !isOlder else {
            throw MishapError(
                "the gateway at \(client.control) is mishap \(version), which is older than this library, "
                    + "\(libraryVersion); install that version of mishap, or the library of that version")
        }
    }

    func call(
        _ method: String, _ path: String, _ body: Data? = nil, within seconds: TimeInterval = Gateway.slack
    ) async throws -> JSON {
        do {
            return try await client.call(method, path, body, within: seconds)
        } catch let error as URLError {
            if error.code == .cancelled, Task.isCancelled { throw CancellationError() }
            if let died = await process?.death() { throw died }
            throw MishapError("no mishap at \(client.control): \(Self.words(for: error))\(Self.hint)")
        }
    }

    /// On Linux a URLSession cannot do without the proxy of the environment, and neither can a client under test that
    /// uses one.
    private static var hint: String {
        #if os(Linux)
        let names = ["http_proxy", "all_proxy", "ALL_PROXY"]
        if let name = names.first(where: { ProcessInfo.processInfo.environment[$0] != nil }) {
            return "; \(name) is set, so that no_proxy has to name its host"
        }
        #endif
        return ""
    }

    private static func words(for error: URLError) -> String {
        switch error.code {
        case .cannotConnectToHost: "nothing listens there"
        case .networkConnectionLost: "it has closed the connection"
        case .timedOut: "it has not answered in time"
        case .cannotFindHost, .dnsLookupFailed: "the host is unknown"
        default: error.localizedDescription
        }
    }

    // MARK: Sessions

    func openSession(_ body: Data) async throws -> JSON {
        let made = try await call("POST", "sessions", body)
        if process == nil, let id = made["id"]?.string { touch(id) }
        return made
    }

    /// Its verdict; null if that is not kept any more.
    func closeSession(_ id: String, _ query: String) async throws -> JSON {
        touching.withLock { $0.removeValue(forKey: id) }?.cancel()
        return try await call("DELETE", "sessions/\(id)?\(query)", within: Self.slack + 60)
    }

    /// How long a session lives without a call: in a gateway that is not ours, what a killed process leaves.
    var life: JSON { .string(process == nil ? lease.life.words : "24h") }

    /// Asks for it now and then, so that a gateway that is not ours forgets only what nobody looks after.
    private func touch(_ id: String) {
        let (client, pause) = (client, lease.touching)
        let task = Task.detached {
            while (try? await Task.sleep(for: pause)) != nil {
                // Where it fails, the test that uses it says so.
                _ = try? await client.call("GET", "sessions/\(id)", nil, within: Self.slack)
            }
        }
        touching.withLock { $0[id] = task }
    }

    /// That of the one that was started here.
    var processID: Int32? { process?.id }

    /// Ends it, if it was started here.
    func close() {
        for task in touching.withLock({ $0.values }) { task.cancel() }
        process?.end()
    }
}
