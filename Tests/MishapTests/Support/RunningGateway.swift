import Foundation
import GatewayServer
import Mishap
import ScenarioFiles
import Synchronization
import TestSupport

/// A gateway on a port of its own: in this process, with scenarios that a test writes down, or with those that are shipped.
final class RunningGateway: Sendable {
    private enum Kind: Sendable {
        case inProcess(Gateway)
        case program(BuiltGateway)
    }

    private let kind: Kind
    let port: UInt16
    var url: String { "http://127.0.0.1:\(port)" }

    /// The gateway in this process. Not to be used with the shipped scenarios, which a program may serve instead.
    var gateway: Gateway {
        guard case .inProcess(let gateway) = kind else { fatalError("it is a program") }
        return gateway
    }

    init(_ gateway: Gateway) {
        kind = .inProcess(gateway)
        port = gateway.port
    }

    /// Scenarios by name.
    convenience init(
        _ scenarios: [String: String], overriding overrides: ScenarioOverrides = ScenarioOverrides(),
        _ configure: (inout GatewayConfiguration) -> Void = { _ in }
    ) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mishap-tests-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in scenarios {
            let file = folder.appending(path: name + ".json")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        self.init(try Self.start([folder.path()], overriding: overrides, configure))
    }

    /// The scenarios of a folder that stays where it is.
    convenience init(loading paths: [String]) throws { self.init(try Self.start(paths) { _ in }) }

    /// One scenario, called `main`, of these rules.
    convenience init(rules: String, seed: Int = 0, _ configure: (inout GatewayConfiguration) -> Void = { _ in }) throws
    {
        try self.init(["main": "{ \"seed\": \(seed), \"rules\": [ \(rules) ] }"], configure)
    }

    /// All scenarios that are shipped, for everybody who only looks at their wire.
    static let shipped = Result { try RunningGateway(shipped: ()) }

    /// All scenarios that are shipped, as `mishap serve` has them: by the program that MISHAP_BINARY names, where it does.
    init(shipped: Void) throws {
        if BuiltGateway.isNamed {
            let program = try BuiltGateway()
            Self.endWithTests(program.child.id)
            kind = .program(program)
            port = program.port
        } else {
            let gateway = try Self.start([Repository.root.appending(path: "scenarios").path()]) { _ in }
            kind = .inProcess(gateway)
            port = gateway.port
        }
    }

    /// Static properties are never released, so that a shared program has to be ended when the tests exit.
    private static func endWithTests(_ id: pid_t) {
        programs.withLock { $0.append(id) }
        _ = atExit
    }

    private static let programs = Mutex<[pid_t]>([])
    private static let atExit = atexit { RunningGateway.programs.withLock { for id in $0 { kill(id, SIGKILL) } } }

    private static func start(
        _ paths: [String], overriding overrides: ScenarioOverrides = ScenarioOverrides(),
        _ configure: (inout GatewayConfiguration) -> Void
    ) throws -> Gateway {
        var configuration = GatewayConfiguration(server: .init(port: 0, shards: 2))
        configure(&configuration)
        return try Gateway(Gateway.load(paths, overriding: overrides), configuration)
    }

    func connect() throws -> RawConnection { try RawConnection(port: port) }

    /// One request on a connection of its own, and its answer.
    func ask(_ target: String, _ fields: String..., method: String = "GET", host: String = "localhost") throws
        -> RawConnection.Received
    {
        let connection = try connect()
        connection.send(request(target, fields, method: method, host: host))
        return connection.receiveResponse()
    }

    deinit { if case .inProcess(let gateway) = kind { gateway.stop() } }
}

/// The text of a request without a body.
func request(_ target: String, _ fields: [String] = [], method: String = "GET", host: String = "localhost") -> String {
    (["\(method) \(target) HTTP/1.1", "Host: \(host)"] + fields + ["", ""]).joined(separator: "\r\n")
}
