import Foundation
import Mishap
import TestSupport
import Testing

/// What a gateway that has stopped leaves in its process.
@Suite struct StoppedGatewayTests {
    /// In a process of its own, where nothing else opens descriptors.
    @Test(.descriptors, arguments: [false, true])
    func noDescriptorStays(keepsVerdicts: Bool) async {
        await #expect(processExitsWith: .success) { [keepsVerdicts] in
            func useOne() throws {
                let gateway = try RunningGateway(rules: #"{ "reply": { "text": "a" } }"#) {
                    $0.keepsVerdicts = keepsVerdicts
                }
                try #require(gateway.ask("/a").status == 200)
                let id = try gateway.askForSession(#"{ "label": "a" }"#)
                try #require(gateway.ask("/@\(id)/a").status == 200)
                for path in ["metrics", "report", "sessions/\(id)/journal", "sessions/\(id)/verdict"] {
                    try #require(gateway.call("GET", path).status == 200)
                }
                try #require(gateway.call("DELETE", "sessions/\(id)").status == 200)
            }
            // The first ones open what stays for all, such as the random numbers' file.
            for _ in 0..<2 { try useOne() }
            let before = try openDescriptors()
            for _ in 0..<8 { try useOne() }
            // Workers may free the last ones a moment after the end.
            waitUntil { (try? openDescriptors()).map { $0 <= before + 2 } == true }
            let left = try openDescriptors() - before
            #expect(left <= 2, "\(left) descriptors")
        }
    }
}

private func openDescriptors() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
}
