import Foundation

/// Which gateway the tests use.
public struct MishapGateway: Sendable, Hashable {
    private enum Source: Hashable {
        case environment(scenarios: [String]?)
        case url(String, token: String?)
        case binary(String, scenarios: [String], folder: String?)
    }

    private let source: Source

    /// The one at MISHAP_CONTROL_URL; where that is not set, one that is started: the program MISHAP_BIN, or `mishap`
    /// of PATH, with the scenarios of MISHAP_SCENARIOS, which are separated by colons.
    public static let environment = MishapGateway(source: .environment(scenarios: nil))

    /// The same, with these scenarios for one that is started: files and folders.
    public static func environment(scenarios: [String]) -> MishapGateway {
        MishapGateway(source: .environment(scenarios: scenarios))
    }

    /// One that runs. `token`: as its `--token`; by default that of MISHAP_TOKEN.
    public static func url(_ address: String, token: String? = nil) -> MishapGateway {
        MishapGateway(source: .url(address, token: token))
    }

    /// One that is started: a path, or a name that is searched in PATH. `folder` is where it is started.
    public static func binary(
        _ path: String, scenarios: [String] = [], folder: String? = nil
    ) -> MishapGateway {
        MishapGateway(source: .binary(path, scenarios: scenarios, folder: folder))
    }

    /// That of the trait `.mishapGateway` around a test.
    @TaskLocal static var current = MishapGateway.environment

    /// Each is made once in a process; what is wrong with it is told to every test.
    private static let open = Locked<[MishapGateway: Task<Gateway, any Error>]>([:])

    func gateway() async throws -> Gateway {
        let task = Self.open.withLock { open in
            if let task = open[self] { return task }
            let task = Task.detached { try await connect() }
            open[self] = task
            return task
        }
        return try await task.value
    }

    private func connect() async throws -> Gateway {
        switch source {
        case .url(let address, let token): return try await Gateway(url: address, token: token)
        case .binary(let path, let scenarios, let folder):
            return try await Gateway(program: path, scenarios: scenarios, folder: folder)
        case .environment(let scenarios):
            func variable(_ name: String) -> String? {
                ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
            }
            if let address = variable("MISHAP_CONTROL_URL") { return try await Gateway(url: address) }
            let named = variable("MISHAP_SCENARIOS")?.split(separator: ":").map(String.init)
            return try await Gateway(program: variable("MISHAP_BIN") ?? "mishap", scenarios: scenarios ?? named ?? [])
        }
    }
}
