import Foundation
import MishapTesting
import Testing

/// The built program with the shipped scenarios, as a process whose descriptors can be counted.
final class BuiltGateway: Sendable {
    /// Beside the test bundle.
    static let path = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "mishap").path()
    static var isThere: Bool { access(path, X_OK) == 0 }

    let child: ChildProcess
    let port: UInt16

    init() throws {
        let scenarios = Repository.root.appending(path: "scenarios").path()
        child = try ChildProcess(Self.path, ["serve", scenarios, "--port", "0"])
        let line = child.read(within: .seconds(10)) { $0.contains("\n") }
        let port = line.firstMatch(of: /mishap: listening on http:\/\/127\.0\.0\.1:(\d+)\n/)?.1
        self.port = try #require(port.flatMap { UInt16($0) }, "it said: \(line)")
    }

    /// Open descriptors of the process.
    var descriptorCount: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(child.id)/fd").count) ?? -1
    }

    func answers() throws -> Bool {
        let connection = try RawConnection(port: port)
        connection.send(request("/@http/html/any"))
        return connection.receiveResponse(within: .seconds(5)).status == 200
    }

    /// SIGTERM, and the exit code.
    func stop() -> Int32? {
        child.signal(SIGTERM)
        return child.wait(within: .seconds(5))
    }

    /// The most connections that this process may hold, raised to what the system allows, and a margin for the
    /// other tests that run meanwhile.
    static func room(for wanted: Int) -> Int {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return min(wanted, Int(clamping: limit.rlim_max) - 4000)
    }
}
