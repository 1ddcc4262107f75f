import Foundation
import Mishap
import TestSupport
import Testing

/// Answers whose head is prepared and whose content is made for each request.
@Suite(.descriptors) struct RefilledRepliesTests {
    private static let gateway = SharedGateway {
        try RunningGateway([
            "main": #"""
            { "rules": [
              { "match": { "path": "/made" }, "reply": { "text": "[{{request.query.q}}]", "headers": { "X-A": "b" } } },
              { "match": { "path": "/later" }, "delay": "20ms", "reply": { "text": "({{request.query.q}})" } },
              { "match": { "path": "/moved" }, "reply": { "headers": { "Location": "/there" }, "text": "{{request.query.q}}" } } ] }
            """#,
            "closing": #"{ "keepAlive": false, "rules": [ { "reply": { "text": "[{{request.query.q}}]" } } ] }"#,
            "dated": #"{ "clock": "manual", "rules": [ { "reply": { "text": "[{{request.query.q}}]" } } ] }"#,
        ]) { $0.scenario = "main" }
    }

    @Test func eachRequestGetsItsOwnContent() throws {
        let gateway = try Self.gateway.get()
        let connections = try (0..<2).map { _ in try gateway.connect() }
        for number in 0..<40 {
            let word = ["a", "b", "longer", "c", ""][number % 5] + (number > 20 ? "\(number)" : "")
            connections[number % 2].send(request("/made?q=\(word)"))
            let answer = connections[number % 2].receiveResponse()
            #expect(answer.body == "[\(word)]")
            #expect(answer.text.contains("\r\nX-A: b\r\nContent-Length: \(word.utf8.count + 2)\r\n\r\n"), "\(answer)")
        }
    }

    @Test func headAndOlderClientsGetTheSameAnswer() throws {
        let gateway = try Self.gateway.get()
        let text = try gateway.ask("/made?q=x").text
        let asking = try gateway.connect()
        asking.send(request("/made?q=y", ["Connection: close"], method: "HEAD"))
        let head = asking.receive(within: .seconds(60)).text.replacing("Connection: close\r\n", with: "")
        // In one second or two.
        #expect(withoutDate(head) == withoutDate(String(text.dropLast(3))))
        let connection = try gateway.connect()
        connection.send("GET /made?q=z HTTP/1.0\r\n\r\n")
        let old = connection.receive(within: .seconds(60))
        #expect(old.ending == .end)
        #expect(old.text.hasSuffix("\r\n\r\n[z]"))
        #expect(old.text.contains("\r\nConnection: close\r\n"))
        let closing = try gateway.connect()
        closing.send(request("/@closing/x?q=w"))
        let last = closing.receive(within: .seconds(60))
        #expect(last.ending == .end)
        #expect(last.text.contains("\r\nConnection: close\r\n"))
        #expect(last.text.hasSuffix("\r\n\r\n[w]"))
        #expect(try gateway.ask("/later?q=v").body == "(v)")
        #expect(try gateway.ask("/@main/moved?q=u").text.contains("\r\nLocation: /@main/there\r\n"))
    }

    private func withoutDate(_ text: String) -> [Substring] {
        text.split(separator: "\r\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("Date: ") }
    }

    /// Manual clocks stand still, so that the same content comes with one date in turn with the other.
    @Test func eachSessionHasItsDate() throws {
        let gateway = try Self.gateway.get()
        let ids = try (0..<2).map { _ in try gateway.askForSession(#"{ "scenario": "dated" }"#) }
        #expect(try gateway.call("POST", "sessions/\(ids[1])/clock", #"{ "advance": "24h" }"#).status == 200)
        func date(_ id: String) throws -> String? {
            let answer = try gateway.ask("/@\(id)/x?q=a")
            #expect(answer.body == "[a]")
            return answer.text.split(separator: "\r\n").map(String.init).first { $0.hasPrefix("Date: ") }
        }
        let dates = try ids.map(date)
        #expect(dates[0] != nil && dates[1] != nil && dates[0] != dates[1], "\(dates)")
        for _ in 0..<3 { #expect(try ids.map(date) == dates) }
    }

    /// What the library has not sent yet is not replaced by the content for another client.
    @Test func aClientThatDoesNotReadKeepsItsContent() throws {
        let gateway = try RunningGateway(
            rules: #"""
                { "name": "long", "match": { "path": "/long" }, "reply": {
                    "text": "\#(String(repeating: "0123456789abcdef", count: 250)){{request.query.q}}" } }
                """#)
        let slow = try RawConnection(port: gateway.port, receiveBuffer: 4096)
        var sent = 0
        var isStuck = false
        while sent < 8_192, !isStuck {
            // One after another: those behind a request are not read by the library.
            slow.send(request("/long?q=\(10_000 + sent)"))
            sent += 1
            // Nothing tells a full buffer from a slow server. Where that is late, less is buffered, and all of it is compared.
            let deadline = ContinuousClock.now + .seconds(1)
            while try gateway.hits("default")["long"] != sent, !isStuck { isStuck = ContinuousClock.now > deadline }
        }
        #expect(isStuck, "the kernel has buffered \(sent) answers")
        // Of the answer that is sent in part, the content ends in its number.
        let answered = try #require(try gateway.hits("default")["long"])
        for number in 0..<20 {
            #expect(try gateway.ask("/long?q=\(20_000 + number)").body.hasSuffix("f\(20_000 + number)"))
        }
        let received = slow.receive(within: .seconds(60)) { bytes in
            bytes.suffix(5).elementsEqual(String(10_000 + sent - 1).utf8)
        }
        let contents = received.text.components(separatedBy: "\r\n\r\n").dropFirst()
        #expect(contents.count == sent)
        for (number, content) in contents.enumerated() {
            let end = content.dropFirst(4_000).prefix(5)
            guard end == "\(10_000 + number)" else {
                Issue.record("answer \(number) of \(sent), of which \(answered) were begun, ends in \(end)")
                return
            }
        }
    }
}
