import Glibc
import TestSupport
import Testing

extension LoadTests {
    /// More clients than the built program has descriptors for: 256, and no way to raise that.
    @Suite(.enabled(if: BuiltGateway.isThere, "the program is not built"))
    struct FewDescriptorsTests {
        private static let limit = 256
        private static let crowd = 300

        /// Whether all descriptors are in use, but one at most that is kept for refusing.
        private static func isFull(_ gateway: BuiltGateway) -> Bool { gateway.more >= limit - gateway.before - 1 }

        /// Connects until there are no descriptors left, and a few more. Some connections are served, some wait to be accepted.
        private func fill(_ gateway: BuiltGateway) -> (served: [RawConnection], waiting: [RawConnection]) {
            var open: [(connection: RawConnection, isSent: Bool)] = []
            for _ in 0..<Self.crowd {
                // Some are reset so early that the call of connect says so.
                guard let connection = try? RawConnection(port: gateway.port) else { continue }
                open.append((connection, connection.send(request("/@http/html/any"))))
            }
            // Nobody else is served until somebody leaves.
            #expect(waitUntil { Self.isFull(gateway) }, "\(gateway.more) of \(Self.limit - gateway.before)")
            var served: [RawConnection] = []
            var silentRounds = 0
            let deadline = ContinuousClock.now + .seconds(60)
            while silentRounds < 4, ContinuousClock.now < deadline {
                let before = open.count
                open.removeAll { connection, isSent in
                    let answer = connection.receiveResponse(within: .milliseconds(1))
                    if answer.ending == .open, answer.bytes.isEmpty { return false }
                    if answer.ending == .open, answer.status == 200 {
                        served.append(connection)
                    } else {
                        // An RST: where the sending was told of it, the reading is not.
                        #expect(answer.bytes.isEmpty && (!isSent || answer.ending == .reset), "\(answer)")
                    }
                    return true
                }
                silentRounds = open.count == before && !served.isEmpty ? silentRounds + 1 : 0
            }
            return (served, open.map(\.connection))
        }

        /// The journal of a session whose answers are over, once there are descriptors for the call.
        private func entries(of session: String, _ gateway: BuiltGateway) throws -> [Journal.Entry] {
            var journal: Journal?
            let isThere = waitUntil {
                journal = try? gateway.journal(session)
                return journal?.entries.allSatisfy { $0.ending != nil } == true
            }
            #expect(isThere, "\(gateway.more) of \(Self.limit - gateway.before)")
            return try #require(journal).entries
        }

        /// The gateway is stopped meanwhile, so that it finds all requests in the same turn: more than it has reserves for.
        @Test(.descriptors(crowd + 10)) func whoeverGetsNoneForItsAnswerIsToldSo() async throws {
            try await aside {
                let gateway = try BuiltGateway(limit: Self.limit)
                var (served, waiting) = fill(gateway)
                for connection in waiting { connection.close() }
                try #require(served.count > 64, "\(served.count) served")
                gateway.child.signal(SIGSTOP)
                for connection in served { connection.send(request("/@http/bad-length/any")) }
                gateway.child.signal(SIGCONT)
                let answers = served.map { $0.receiveResponse() }
                let told = answers.filter { $0.status == 503 }
                #expect(!told.isEmpty && told.allSatisfy { $0.text.contains("ulimit -n") }, "\(told.first as Any)")
                let others = answers.filter { $0.status != 503 }
                #expect(others.allSatisfy { $0.status == 200 }, "\(others.first { $0.status != 200 } as Any)")
                // Some of what they free goes back to the reserves, and whoever comes before that is refused.
                let half = served.count / 2
                for connection in served.prefix(half) { connection.close() }
                served.removeFirst(half)
                let entries = try entries(of: "http--bad-length", gateway)
                #expect(entries.count { $0.sent.status == 503 && $0.rule == nil && $0.notes?.count == 1 } == told.count)
                #expect(entries.count == answers.count && entries.allSatisfy { $0.sent.bytes > 0 })
                for connection in served { connection.close() }
                try gateway.expectNothingLeft()
            }
        }

        /// Those leave the library, each for the moment with one more.
        @Test(
            .descriptors(crowd + 10),
            arguments: [
                ["POST", " /@http/html/any HTTP/1.1\r\nHost: x\r\n\r\n"],
                ["POST /@http/html/any HTTP/1.1\r\nHost: x\r\n", "\r\n"],
                ["GET /@http/html/any HTTP/1.1\r\nHost: x\r\n\r\n G"],
                ["POST /@http/html/any HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
                ["GET /@http/html/any HTTP/1.1\r\nHost: x\r\nX: \(String(repeating: "x", count: 2_100))\r\n\r\n"],
                ["GET /@http/html/any HTTP/1.1\r\nHost: x\r\n\(String(repeating: "X: x\r\n", count: 60))\r\n"],
                [
                    "POST /@http/html/any HTTP/1.1\r\nHost: x\r\nContent-Length: 3000\r\n\r\n"
                        + String(repeating: "x", count: 3_000)
                ],
            ])
        func requestsThatLeaveTheLibraryAtTheSameTimeAreAnswered(pieces: [String]) async throws {
            try await aside {
                let gateway = try BuiltGateway(limit: Self.limit)
                let (served, waiting) = fill(gateway)
                for connection in waiting { connection.close() }
                try #require(served.count > 64, "\(served.count) served")
                for piece in pieces {
                    gateway.child.signal(SIGSTOP)
                    for connection in served { connection.send(piece) }
                    gateway.child.signal(SIGCONT)
                }
                let answers = served.map { $0.receiveResponse() }
                let told = answers.filter { $0.status == 503 }
                #expect(told.allSatisfy { $0.text.contains("ulimit -n") }, "\(told.first as Any)")
                let others = answers.filter { $0.status != 503 }
                #expect(
                    others.allSatisfy { $0.status == 200 },
                    "\(told.count) told; \(others.count { $0.status != 200 }) not answered")
                for connection in served { connection.close() }
                try gateway.expectNothingLeft()
            }
        }

        @Test(.descriptors(crowd + 10)) func whoeverHasNoneIsRefusedAndTheOthersAreServed() async throws {
            try await aside {
                let gateway = try BuiltGateway(limit: Self.limit)
                var (served, waiting) = fill(gateway)
                #expect(waitUntil { Self.isFull(gateway) }, "\(gateway.more) of \(Self.limit - gateway.before)")
                #expect(served.count <= Self.limit - 1)
                try #require(served.count > 64, "\(served.count) served, \(waiting.count) waiting")

                for connection in served {
                    connection.send(request("/__mishap/health"))
                    let answer = connection.receiveResponse()
                    #expect(answer.status == 200 && answer.ending == .open, "\(answer)")
                }
                // A raw answer needs one more, for a moment at least. It comes whole, and its connection stays open.
                for _ in 0..<2 {
                    for connection in served {
                        connection.send(request("/@http/malformed-header/any"))
                        #expect(connection.receiveResponse().status == 200)
                    }
                }
                let closing = served.removeFirst()
                closing.send(request("/@http/length-too-long/any"))
                #expect(closing.receive(within: .seconds(60)).status == 200)
                closing.close()
                // Where all want one at the same time, some may be told that there is none, and none is closed without a word.
                for connection in served { connection.send(request("/@http/bad-length/any")) }
                var told = 0
                for connection in served {
                    let answer = connection.receiveResponse()
                    #expect(
                        answer.status == 200 || answer.status == 503 && answer.text.contains("ulimit -n"), "\(answer)")
                    if answer.status == 503 { told += 1 }
                }
                // Those who ask for the journal need one, too.
                let asked = gateway.more
                for connection in served.prefix(60) { connection.close() }
                served.removeFirst(60)
                #expect(waitUntil { gateway.more <= asked - 20 }, "\(gateway.more) of \(asked)")
                let entries = try entries(of: "http--bad-length", gateway)
                #expect(entries.count { $0.sent.status == 503 && $0.rule == nil && $0.notes?.count == 1 } == told)
                #expect(entries.allSatisfy { $0.sent.bytes > 0 })

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
