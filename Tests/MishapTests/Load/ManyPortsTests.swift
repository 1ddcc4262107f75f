import Foundation
import TestSupport
import Testing

extension LoadTests {
    /// As many sessions with a port of their own as there may be.
    @Suite(.descriptors(10), .enabled(if: BuiltGateway.isThere, "the program is not built"))
    struct ManyPortsTests {
        /// Each has a descriptor for each address, in the program, which may have as many as this process.
        private static let count = min(2_000, DescriptorBudget.shared.total / 3)

        private static func call(
            _ connection: RawConnection, _ method: String, _ path: String, _ body: String? = nil
        ) -> RawConnection.Received {
            let fields = body.map { ["Content-Type: application/json", "Content-Length: \($0.utf8.count)"] } ?? []
            connection.send(request("/__mishap/\(path)", fields, method: method) + (body ?? ""))
            return connection.receiveResponse(within: .seconds(60))
        }

        @Test func twoThousandPortsAreOpenedAndClosed() async throws {
            try await aside {
                let gateway = try BuiltGateway()
                let body = #"{ "scenario": "http/html", "label": "ports", "port": 0 }"#
                var after: [Int] = []
                for _ in 0..<3 {
                    let control = try RawConnection(port: gateway.port)
                    var ports: [UInt16] = []
                    for _ in 0..<Self.count {
                        let made = Self.call(control, "POST", "sessions", body)
                        let port = made.body.firstMatch(of: /"port": (\d+)/).flatMap { UInt16($0.1) }
                        ports.append(try #require(port, "\(made)"))
                    }
                    #expect(Set(ports).count == Self.count)
                    if Self.count == 2_000 {
                        let refused = Self.call(control, "POST", "sessions", body)
                        #expect(refused.status == 503)
                        #expect(refused.body.contains("there are 2000 sessions with a port of their own"))
                    }
                    for port in [ports[0], ports[Self.count / 2], ports[Self.count - 1]] {
                        let client = try RawConnection(port: port)
                        client.send(request("/"))
                        #expect(client.receiveResponse().status == 200)
                    }
                    #expect(Self.call(control, "DELETE", "sessions?labelPrefix=ports").status == 204)
                    control.close()
                    #expect(waitUntil { gateway.more == 0 }, "\(gateway.more) are left")
                    for port in ports { #expect(throws: RawConnection.Failure.self) { try RawConnection(port: port) } }
                    after.append(gateway.residentMemory)
                }
                #expect(waitUntil { gateway.residentMemory < after[0] + 2 << 20 }, "\(after)")
                try gateway.expectNothingLeft()
            }
        }
    }
}
