import TestSupport
import Testing

extension LoadTests {
    /// More clients than the built program has descriptors for: 256, and no way to raise that.
    @Suite(.enabled(if: BuiltGateway.isThere, "the program is not built"))
    struct FewDescriptorsTests {
        private static let limit = 256
        private static let crowd = 300

        @Test(.descriptors(crowd + 10)) func whoeverHasNoneIsRefusedAndTheOthersAreServed() async throws {
            try await aside {
                let gateway = try BuiltGateway(limit: Self.limit)
                var (served, waiting): ([RawConnection], [RawConnection]) = ([], [])
                for _ in 0..<Self.crowd {
                    // Some are reset so early that the call of connect says so.
                    guard let connection = try? RawConnection(port: gateway.port) else { continue }
                    let isSent = connection.send(request("/@http/html/any"))
                    let answer = connection.receiveResponse(within: .milliseconds(200))
                    switch answer.ending {
                    case .open where answer.status == 200: served.append(connection)
                    case .open where answer.bytes.isEmpty: waiting.append(connection)
                    // An RST: where the sending was told of it, the reading is not.
                    default: #expect(answer.bytes.isEmpty && (!isSent || answer.ending == .reset), "\(answer)")
                    }
                }
                // All descriptors are in use, but one at most that is kept for refusing.
                #expect(gateway.more >= Self.limit - gateway.before - 1)
                #expect(served.count <= Self.limit - 1)
                try #require(served.count > 32, "\(served.count) served, \(waiting.count) waiting")

                for connection in served {
                    connection.send(request("/__mishap/health"))
                    let answer = connection.receiveResponse()
                    #expect(answer.status == 200 && answer.ending == .open, "\(answer)")
                }
                // A raw answer that leaves its connection open needs one more. Without it the answer comes all the same.
                for connection in served {
                    connection.send(request("/@http/malformed-header/any"))
                    #expect(connection.receiveResponse().status == 200)
                }

                for connection in served.dropLast() { connection.close() }
                for connection in waiting {
                    let answer = connection.receiveResponse()
                    #expect(answer.status == 200 || answer.description == " [ECONNRESET]", "\(answer)")
                    connection.close()
                }
                for _ in 0..<20 { #expect(try gateway.answers()) }
                served.last?.close()
                try gateway.expectNothingLeft()
            }
        }
    }
}
