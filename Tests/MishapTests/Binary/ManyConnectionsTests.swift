import Foundation
import MishapTesting
import Testing

/// Crowds before the built program. One test after the other: each needs most of the descriptors there are.
@Suite(.serialized, .enabled(if: BuiltGateway.isThere, "the program is not built"))
struct ManyConnectionsTests {
    @Test func fifteenThousandRequestsAreHeldAndOthersAreAnsweredBesideThem() async throws {
        try await aside {
            let gateway = try BuiltGateway()
            #expect(try gateway.answers())
            waitUntil { gateway.descriptorCount <= 40 }
            let before = gateway.descriptorCount
            let count = BuiltGateway.room(for: 15_000)
            var held: [RawConnection] = []
            let ask = Array(request("/@http/timeout/any").utf8)
            for _ in 0..<count {
                let connection = try RawConnection(port: gateway.port)
                connection.send(ask)
                held.append(connection)
            }
            #expect(waitUntil { gateway.descriptorCount >= before + count })
            #expect(try gateway.answers())
            // Held they are, and not closed.
            for connection in [held[0], held[count / 2], held[count - 1]] {
                #expect(connection.receive(within: .milliseconds(20)).description == " [still open]")
            }
            held = []
            #expect(waitUntil { gateway.descriptorCount <= before })
            #expect(gateway.descriptorCount == before)
            #expect(try gateway.answers())
            #expect(gateway.stop() == 0)
        }
    }

    @Test func tenThousandConnectionsThatSayNothingAreInNobodysWay() async throws {
        try await aside {
            let gateway = try BuiltGateway()
            #expect(try gateway.answers())
            let before = gateway.descriptorCount
            let count = BuiltGateway.room(for: 10_000)
            var silent: [RawConnection] = []
            for _ in 0..<count { silent.append(try RawConnection(port: gateway.port)) }
            #expect(try gateway.answers())
            silent = []
            #expect(waitUntil { gateway.descriptorCount <= before })
            #expect(try gateway.answers())
            #expect(gateway.stop() == 0)
        }
    }

    @Test func aCrowdThatLeavesWithResetsLeavesNothingBehind() async throws {
        try await aside {
            let gateway = try BuiltGateway()
            #expect(try gateway.answers())
            waitUntil { gateway.descriptorCount <= 40 }
            let before = gateway.descriptorCount
            let paths = ["/@http/timeout/any", "/@tcp/stall-mid-body/any", "/@tcp/slow/any", "/@http/slow-headers/any"]
            var crowd: [RawConnection] = []
            for index in 0..<2000 {
                let connection = try RawConnection(port: gateway.port)
                connection.send(request(paths[index % paths.count]))
                crowd.append(connection)
            }
            for connection in crowd { connection.reset() }
            #expect(waitUntil { gateway.descriptorCount <= before })
            #expect(try gateway.answers())
            #expect(gateway.stop() == 0)
        }
    }
}
