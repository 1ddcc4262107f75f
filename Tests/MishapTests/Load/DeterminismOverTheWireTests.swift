import TestSupport
import Testing

extension LoadTests {
    /// The n-th hit is the same bytes, whoever else is served meanwhile.
    @Suite(.descriptors) struct DeterminismOverTheWireTests {
        /// Through the library, raw, chunked and with another status: each choice is other bytes.
        private static let rules = #"""
            { "name": "dice", "steps": [ { "choose": [
              { "reply": { "text": "a" }, "weight": 5 },
              { "reply": { "text": "bb", "reason": "Fine" }, "weight": 2 },
              { "reply": { "chunks": [ { "text": "cc" }, { "text": "c" } ] }, "weight": 2 },
              { "fail": "http/status/503" } ] } ] }
            """#

        /// What each hit got, by the journal: the answers of a connection are in the order of its entries.
        private func answers(seed: Int, clients: Int) async throws -> [[UInt8]] {
            let gateway = try RunningGateway(rules: Self.rules, seed: seed)
            let each = 1000 / clients + (1000 % clients == 0 ? 0 : 1)
            let received = try await withThrowingTaskGroup(of: (String, [[UInt8]]).self) { group in
                for client in 0..<clients {
                    group.addTask { try await aside { try Self.ask(gateway, "/\(client)", times: each) } }
                }
                return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            }
            let entries = try gateway.journal(ended: each * clients).entries
            #expect(entries.count == each * clients)
            #expect(entries.compactMap(\.hit).sorted() == Array(1...each * clients))
            var answers = [[UInt8]](repeating: [], count: each * clients)
            for (target, bytes) in received {
                let own = entries.filter { $0.target == target }
                #expect(own.map(\.sent.bytes) == bytes.map(\.count))
                for (entry, bytes) in zip(own, bytes) { answers[(entry.hit ?? 1) - 1] = bytes.withoutDates }
            }
            return Array(answers.prefix(1000))
        }

        /// So many requests, one behind the other, on one connection.
        private static func ask(_ gateway: RunningGateway, _ target: String, times: Int) throws -> (String, [[UInt8]]) {
            let connection = try gateway.connect()
            let answers = (0..<times).map { _ -> [UInt8] in
                connection.send(request(target))
                return connection.receive(within: .seconds(60)) { isWhole($0) }.bytes
            }
            return (target, answers)
        }

        private static func isWhole(_ bytes: [UInt8]) -> Bool {
            bytes.ends(with: "\r\n\r\na") || bytes.ends(with: "\r\n\r\nbb") || bytes.ends(with: "\r\n0\r\n\r\n")
                || bytes.ends(with: "503}\n")
        }

        @Test(.descriptors(130)) func oneClientAndThirtyTwoGetTheSame() async throws {
            let alone = try await answers(seed: 42, clients: 1)
            let together = try await answers(seed: 42, clients: 32)
            let different = zip(alone, together).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
            #expect(alone.count == 1000)
            #expect(together.count == 1000)
            #expect(different.isEmpty)
            #expect(Set(alone).count == 4)
        }

        @Test func anotherSeedIsAnotherSequence() async throws {
            let one = try await answers(seed: 42, clients: 4)
            let other = try await answers(seed: 43, clients: 4)
            #expect(one != other)
            #expect(Set(one) == Set(other))
        }
    }
}

extension [UInt8] {
    fileprivate func ends(with text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}
