import Foundation
import MishapTesting
import Testing

extension Crowds {
    /// Crowds before the built program. One test after the other: each needs most of the descriptors there are.
    @Suite(.enabled(if: BuiltGateway.isThere, "the program is not built"))
    struct ManyConnectionsTests {
        @Test func fifteenThousandRequestsAreHeldAndOthersAreAnsweredBesideThem() async throws {
            try await aside {
                let gateway = try BuiltGateway()
                let count = BuiltGateway.room(for: 15_000)
                let ask = request("/@http/timeout/any")
                let held = try gateway.crowd(of: count) { connection, _ in connection.send(ask) }
                #expect(try gateway.answers())
                // Held they are, and not closed.
                for connection in [held[0], held[count / 2], held[count - 1]] {
                    #expect(connection.receive(within: .milliseconds(20)).description == " [still open]")
                }
                for connection in held { connection.close() }
                try gateway.expectNothingLeft()
            }
        }

        @Test func tenThousandConnectionsThatSayNothingAreInNobodysWay() async throws {
            try await aside {
                let gateway = try BuiltGateway()
                let silent = try gateway.crowd(of: BuiltGateway.room(for: 10_000)) { _, _ in }
                #expect(try gateway.answers())
                for connection in silent { connection.close() }
                try gateway.expectNothingLeft()
            }
        }

        @Test func aCrowdThatLeavesWithResetsLeavesNothingBehind() async throws {
            let paths = ["/@http/timeout/any", "/@tcp/stall-mid-body/any", "/@tcp/slow/any", "/@http/slow-headers/any"]
            try await aside {
                let gateway = try BuiltGateway()
                let crowd = try gateway.crowd(of: 2000) { connection, index in
                    connection.send(request(paths[index % paths.count]))
                }
                for connection in crowd { connection.reset() }
                try gateway.expectNothingLeft()
            }
        }
    }
}
