import Foundation
import TestSupport
import Testing

extension LoadTests {
    /// Many clients before the built program. One test after the other: each needs most of the descriptors there are.
    @Suite(.descriptors(10), .enabled(if: BuiltGateway.isThere, "the program is not built"))
    struct ManyConnectionsTests {
        private static func room(for wanted: Int) -> Int { DescriptorBudget.shared.room(for: wanted) }

        @Test(.descriptors(room(for: 15_000) + 10))
        func fifteenThousandRequestsAreHeldAndOthersAreAnsweredBesideThem() async throws {
            try await aside {
                let gateway = try BuiltGateway()
                let count = Self.room(for: 15_000)
                let ask = request("/@http/timeout/any")
                let held = try gateway.crowd(of: count) { connection, _ in connection.send(ask) }
                #expect(try gateway.answers())
                // Held they are, and not closed: whoever has the last number came last.
                func entries(after number: Int) throws -> [Journal.Entry] {
                    try gateway.journal("http--timeout", "?after=\(number)&limit=10000").entries
                }
                try #require(try waitUntil { try !entries(after: count - 1).isEmpty })
                let listed = try entries(after: 0) + (count > 10_000 ? entries(after: 10_000) : [])
                let isHeld = listed.count { $0.ending == nil && $0.sent.bytes == 0 } == count
                #expect(isHeld)
                for connection in [held[0], held[count / 2], held[count - 1]] {
                    #expect(connection.receive(within: .milliseconds(20)).description == " [still open]")
                }
                for connection in held { connection.close() }
                try gateway.expectNothingLeft()
            }
        }

        @Test(.descriptors(room(for: 10_000) + 10))
        func tenThousandConnectionsThatSayNothingMoreAreInNobodysWay() async throws {
            try await aside {
                let gateway = try BuiltGateway()
                // After a request, since the server would close others before all are there if that takes ten seconds.
                let silent = try gateway.crowd(of: Self.room(for: 10_000)) { connection, _ in
                    connection.send(request("/@http/html/any"))
                    #expect(connection.receiveResponse(within: .seconds(60)).status == 200)
                }
                #expect(try gateway.answers())
                for connection in silent { connection.close() }
                try gateway.expectNothingLeft()
            }
        }

        @Test(.descriptors(room(for: 2000) + 10))
        func manyClientsThatLeaveWithResetsLeaveNothingBehind() async throws {
            let paths = ["/@http/timeout/any", "/@tcp/stall-mid-body/any", "/@tcp/slow/any", "/@http/slow-headers/any"]
            try await aside {
                let gateway = try BuiltGateway()
                let crowd = try gateway.crowd(of: Self.room(for: 2000)) { connection, index in
                    connection.send(request(paths[index % paths.count]))
                }
                for connection in crowd { connection.reset() }
                try gateway.expectNothingLeft()
            }
        }

        /// Every scenario of plain HTTP and TCP, met by clients that pipeline, stop half way, and leave in every way there is.
        @Test func manyClientsThatBehaveBadlyTowardsEveryScenarioLeaveNothingBehind() async throws {
            let asks = (HTTPRows.all + TCPRows.all).map { row in
                let target = "/@\(row.name)/any"
                return (
                    get: Array(request(target).utf8),
                    post: Array(request(target, ["Content-Length: 3000"], method: "POST").utf8)
                )
            }
            try await aside {
                let gateway = try BuiltGateway()
                for index in 0..<asks.count * 30 {
                    let (ask, way) = (asks[index % asks.count], index / asks.count)
                    let connection = try RawConnection(port: gateway.port)
                    switch way % 5 {
                    case 0: connection.send(ask.get)
                    case 1: connection.send(ask.get + ask.get + ask.get)
                    case 2: connection.send(ask.get.dropLast(1 + index % 20) + [])
                    case 3: connection.send(ask.post + [UInt8](repeating: 0x61, count: 1500))
                    default: connection.send(ask.post + [UInt8](repeating: 0x61, count: 3000) + ask.get)
                    }
                    if way % 2 == 0 { _ = connection.receive(within: .milliseconds(2)) { !$0.isEmpty } }
                    switch way % 3 {
                    case 0: connection.close()
                    case 1: connection.reset()
                    default: connection.finishSending()
                    }
                }
                try gateway.expectNothingLeft()
            }
        }
    }
}
