import TestSupport
import Testing

extension ScenarioRow {
    /// Sends each request and compares what comes, how it ends, and what the journal has of all of them. A connection is
    /// used for as long as it lives.
    func run(on gateway: RunningGateway) throws {
        // All of them stay open until the journal was read: a client that leaves ends its exchange.
        var connections: [RawConnection] = []
        var isAlive = false
        var counts: [Int] = []
        for exchange in exchanges {
            if !isAlive { connections.append(try gateway.connect()) }
            let connection = connections[connections.count - 1]
            let begin = ContinuousClock.now
            connection.send(bytes(of: exchange.request))
            let answer = receive(exchange, from: connection)
            let time = ContinuousClock.now - begin
            expect(answer, exchange.answer)
            counts.append(answer.bytes.count)
            switch exchange.answer.ending {
            case .kept: connection.expectAlive(name)
            case .closed: #expect(answer.ending == .end, "\(name)")
            case .reset: #expect(answer.ending == .reset, "\(name)")
            case .held: try gateway.expectSilence(connection, session, sent: answer.bytes.count)
            case .unfinished(let least): #expect(answer.ending == .open && time >= least, "\(name)")
            }
            isAlive = exchange.answer.ending == .kept
        }
        try withExtendedLifetime(connections) { try expectJournal(gateway, counts) }
    }

    private func bytes(of request: ScenarioRequest) -> String {
        let length = request.body.isEmpty ? [] : ["Content-Length: \(request.body.utf8.count)"]
        let fields = request.fields.map { $0.replacing("PREFIX", with: prefix) }
        return MishapTests.request(prefix + request.target, fields + length, method: request.method) + request.body
    }

    // MARK: What comes

    private func receive(_ exchange: ScenarioExchange, from connection: RawConnection) -> RawConnection.Received {
        // Far more than it takes, but for a machine that is busy with all other tests.
        let time = Duration.seconds(60)
        switch (exchange.answer.ending, exchange.answer.content) {
        case (.closed, _), (.reset, _): return connection.receive(within: time)
        case (_, .text), (_, .bytes):
            let count = wanted(exchange.answer.content).count
            return connection.receive(within: time) { $0.count >= count && steady($0).count >= count }
        case (_, .beginning(_, let count)): return connection.receive(within: time) { $0.count >= count }
        case (.kept, .containing) where exchange.request.method == "HEAD":
            return connection.receiveSized(0, within: time)
        case (.kept, .containing): return connection.receiveResponse(within: time)
        case (_, .containing(_, let parts)):
            let parts = (parts + ["\r\n\r\n"]).map { $0.replacing("PREFIX", with: prefix) }
            return connection.receive(within: time) { bytes in
                parts.allSatisfy(String(decoding: bytes, as: UTF8.self).contains)
            }
        }
    }

    private func expect(_ answer: RawConnection.Received, _ expected: ScenarioAnswer) {
        switch expected.content {
        case .text, .bytes:
            let wanted = wanted(expected.content)
            var bytes = steady(answer.bytes)
            // More of what is slow may have come by now.
            if case .unfinished = expected.ending { bytes = Array(bytes.prefix(wanted.count)) }
            let isRight = bytes == wanted
            #expect(isRight, "\(name) sent:\n\(bytes.shown)")
        case .beginning(let text, let count):
            #expect(answer.bytes.starts(with: text.utf8), "\(name) sent:\n\(answer.bytes.shown)")
            #expect(answer.bytes.count == count, "\(name)")
        case .containing(let status, let parts):
            let text = answer.text
            #expect(text.hasPrefix("HTTP/1.1 \(status)\r\n"), "\(name): \(answer)")
            for part in parts {
                #expect(text.contains(part.replacing("PREFIX", with: prefix)), "\(name): \(answer)")
            }
        }
    }

    private func wanted(_ content: ScenarioAnswer.Content) -> [UInt8] {
        switch content {
        case .text(let text): Array(text.replacing("PREFIX", with: prefix).utf8)
        case .bytes(let bytes): bytes
        case .beginning, .containing: []
        }
    }

    private func steady(_ bytes: [UInt8]) -> [UInt8] { mask(bytes.withoutDates) }

    // MARK: What the journal has

    private func expectJournal(_ gateway: RunningGateway, _ counts: [Int]) throws {
        let endings: [String?] = exchanges.map { exchange in
            switch exchange.answer.ending {
            case .kept: "complete"
            case .closed: "closed"
            case .reset: "reset"
            case .held, .unfinished: nil
            }
        }
        let entries = try gateway.journal(session, ended: endings.count { $0 != nil }).entries
        #expect(entries.count == endings.count, "\(name)")
        if let failure { #expect(entries.map(\.failure) == exchanges.map { _ in failure }, "\(name)") }
        for ((entry, ending), (exchange, count)) in zip(zip(entries, endings), zip(exchanges, counts)) {
            if case .unfinished = exchange.answer.ending {
                // It may have come to its end by now.
                #expect(entry.sent.bytes >= count, "\(name)")
            } else {
                #expect(entry.ending == ending && entry.sent.bytes == count, "\(name)")
            }
        }
    }
}
