import Mishap
import TestSupport
import Testing

/// Answers on their way at once, over the wire.
@Suite(.descriptors) struct AtOnceTests {
    @Test func heldAnswersCountUntilTheirClientsGo() async throws {
        try await aside {
            let gateway = try RunningGateway(
                rules: """
                    { "name": "two", "atOnce": { "allow": 2, "then": { "reply": { "status": 503, "text": "full" } } },
                      "reply": { "text": "abcdef" }, "cut": { "after": 3, "end": "stall" } }
                    """)
            func open() throws -> RawConnection {
                let connection = try gateway.connect()
                connection.send(request("/"))
                _ = connection.receive(within: .seconds(60)) { $0.suffix(3).elementsEqual("abc".utf8) }
                return connection
            }
            func isFull() throws -> Bool { try gateway.ask("/").body == "full" }
            var held = [try open(), try open()]
            #expect(try isFull())
            held.removeFirst()
            // The place is left when the gateway has seen the end.
            let entries = try gateway.journal(ended: 2).entries
            #expect(entries.map(\.rule) == ["two", "two", "two"] && entries.map(\.hit) == [1, 2, nil])
            #expect(entries[2].notes == ["over the rule's answers at once: no hit"])
            held.append(try open())
            #expect(try isFull())
            held.removeAll()
            #expect(try gateway.journal(ended: 5).entries.count == 5)
        }
    }

    @Test func aWholeAnswerLeavesItsPlace() throws {
        let gateway = try RunningGateway(rules: #"{ "atOnce": { "allow": 1 }, "reply": { "text": "{{hit}}" } }"#)
        let connection = try gateway.connect()
        for number in 1...5 {
            connection.send(request("/"))
            #expect(connection.receiveResponse().body == "\(number)")
        }
    }
}
