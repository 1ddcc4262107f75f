import Foundation
import MishapTesting

/// Stands in for a test runner that is killed: starts the gateway that its argument names and then another program,
/// prints the id of that and the gateway's address, and waits.
@main struct Runner {
    static func main() async throws {
        let mishap = try await Mishap.open(gateway: .binary(CommandLine.arguments[1]))
        let other = Process()
        other.executableURL = URL(filePath: "/bin/sleep")
        other.arguments = ["600"]
        try other.run()
        print(other.processIdentifier, mishap.url)
        fflush(nil)
        try await Task.sleep(for: .seconds(600))
    }
}
