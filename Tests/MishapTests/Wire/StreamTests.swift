import Foundation
import Mishap
import TestSupport
import Testing

/// Answers whose chunks are made while they are sent, over the wire.
@Suite(.descriptors) struct StreamTests {
    private static let head =
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"

    private static func scenario(_ chunks: String, _ more: String = "", beside: String = "") -> [String: String] {
        [
            "main": """
            { "variables": { "go": false, "n": 0 }, "rules": [ { "reply": {
              "headers": { "Content-Type": "text/event-stream" }, "chunks": [\(chunks)]\(more) }\(beside) } ] }
            """
        ]
    }

    private func receive(_ connection: RawConnection, _ text: String) -> String {
        connection.receive(within: .seconds(60)) { $0.withoutDates.count >= text.utf8.count }.withoutDate
    }

    private func chunk(_ text: String) -> String { String(text.utf8.count, radix: 16) + "\r\n\(text)\r\n" }

    /// 08 of the situations of the field.
    @Test func aTestDrivesAStreamAndItsHeartbeatGoesOn() throws {
        let gateway = try RunningGateway(
            Self.scenario(
                #"""
                "data: 1\n\n", { "text": "data: {{variables.n}}\n\n",
                  "delay": { "until": { "variables": { "go": true } }, "atMost": "60s" } },
                { "text": ": beat {{repeat}}\n\n", "every": "1ms", "times": "forever" }
                """#))
        let (control, client) = (gateway, try gateway.connect())
        client.send(request("/"))
        let first = Self.head + chunk("data: 1\n\n")
        #expect(receive(client, first) == first)
        #expect(client.receive(within: .milliseconds(40)).description == " [still open]")
        _ = try control.call("PATCH", "sessions/main/variables", #"{ "n": 7, "go": true }"#)
        let second = chunk("data: 7\n\n") + chunk(": beat 1\n\n") + chunk(": beat 2\n\n")
        #expect(receive(client, second).hasPrefix(second))
        // Reset ends it at once.
        _ = try control.call("POST", "sessions/main/reset")
        #expect(client.receive(within: .seconds(60)).ending == .reset)
    }

    @Test func aSessionThatIsDeletedEndsItAtOnce() throws {
        let gateway = try RunningGateway(
            Self.scenario(#"{ "text": "a", "every": "20s", "times": "forever" }"#))
        let (control, client) = (gateway, try gateway.connect())
        let id = try control.askForSession(#"{ "scenario": "main" }"#)
        client.send(request("/", ["Mishap-Session: \(id)"]))
        let first = Self.head + chunk("a")
        #expect(receive(client, first) == first)
        let began = ContinuousClock.now
        _ = try control.call("DELETE", "sessions/\(id)?wait=30s")
        #expect(client.receive(within: .seconds(60)).ending == .reset)
        #expect(ContinuousClock.now - began < .seconds(20))
    }

    @Test func aGatewayThatStopsEndsIt() throws {
        let gateway = try RunningGateway(Self.scenario(#"{ "text": "a", "every": "20s", "times": "forever" }"#))
        let client = try gateway.connect()
        client.send(request("/"))
        let first = Self.head + chunk("a")
        #expect(receive(client, first) == first)
        gateway.gateway.stop()
        #expect(client.receive(within: .seconds(60)).ending != .open)
    }

    @Test func whatNeverComesIsSentAfterItsTime() throws {
        let gateway = try RunningGateway(
            Self.scenario(
                #"{ "text": "a", "delay": { "until": { "variables": { "go": true } }, "atMost": "20ms" } }, "b""#))
        let client = try gateway.connect()
        client.send(request("/"))
        let all = Self.head + chunk("a") + chunk("b") + "0\r\n\r\n"
        #expect(receive(client, all) == all)
        client.expectAlive("after the wait")
        let notes = try gateway.journal("main").entries.last?.notes
        #expect(notes == [#""atMost" was over before what the delay waits for had come"#])
    }

    @Test func itemsRepeatAndStall() throws {
        let gateway = try RunningGateway(
            Self.scenario(
                #"""
                { "text": "{{repeat}} {{hex.4}} ", "times": 3, "every": "1ms" }, { "stall": "1ms" },
                { "base64": "AA==", "times": 2 }, { "text": "c", "delay": { "uniform": ["1ms", "2ms"] } }
                """#, #", "trailers": { "X-End": "1" }"#))
        func ask() throws -> String {
            let client = try gateway.connect()
            client.send(request("/"))
            let received = client.receive(within: .seconds(60)) { $0.suffix(12).elementsEqual("X-End: 1\r\n\r\n".utf8) }
            client.expectAlive("behind the stream")
            return received.withoutDate
        }
        let text = try ask()
        let parts = text.components(separatedBy: "\r\n")
        let chunks = parts.dropFirst(4).enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        #expect(chunks.prefix(3).map { String($0.prefix(2)) } == ["1 ", "2 ", "3 "], "\(text)")
        #expect(Set(chunks.prefix(3).map { $0.dropFirst(2) }).count == 3, "each repetition has draws of its own")
        #expect(text.hasSuffix("1\r\n\0\r\n1\r\n\0\r\n1\r\nc\r\n0\r\nX-End: 1\r\n\r\n"), "\(text)")
        // The same session restarted says the same.
        _ = try gateway.call("POST", "sessions/main/reset")
        #expect(try ask() == text)
    }

    @Test func aHeadGetsNoChunksAndHTTP10TheClose() throws {
        let gateway = try RunningGateway(
            Self.scenario(
                #"{ "text": "a{{repeat}}", "every": "1ms", "times": "forever" }"#,
                beside: #", "cut": { "after": 6, "end": "close" }"#))
        let head = try gateway.connect()
        head.send(request("/", method: "HEAD"))
        #expect(receive(head, Self.head) == Self.head)
        let old = try gateway.connect()
        old.send("GET / HTTP/1.0\r\n\r\n")
        let received = old.receive(within: .seconds(60))
        #expect(
            received.withoutDate
                == "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: text/event-stream\r\n\r\na1a2a3")
        #expect(received.ending == .end)
    }

    @Test(arguments: [
        (#""cut": { "after": 5, "end": "reset" }"#, "4\r\nabcd\r\n1\r\na\r\n", RawConnection.Ending.reset),
        (#""cut": { "after": 4, "end": "close" }"#, "4\r\nabcd\r\n", .end),
        (#""cut": { "after": "head", "end": "close" }"#, "", .end),
        (
            #""pace": { "bytes": 3, "every": "1ms" }, "cut": { "after": 8, "end": "close" }"#,
            "3\r\nabc\r\n1\r\nd\r\n3\r\nabc\r\n1\r\nd\r\n", .end
        ),
    ])
    func itIsCutAtThatByte(modifier: String, body: String, ending: RawConnection.Ending) throws {
        let gateway = try RunningGateway(
            Self.scenario(#"{ "text": "abcd", "every": "1ms", "times": "forever" }"#, beside: ", " + modifier))
        let client = try gateway.connect()
        client.send(request("/"))
        let received = client.receive(within: .seconds(60))
        #expect(received.withoutDate == Self.head + body)
        #expect(received.ending == ending)
    }

    @Test func aTimeCutsItWhileItWaits() throws {
        let gateway = try RunningGateway(
            Self.scenario(
                #"{ "text": "a", "delay": { "until": { "variables": { "go": true } }, "atMost": "60s" } }"#,
                beside: #", "cut": { "after": "20ms", "end": "reset" }"#))
        let client = try gateway.connect()
        client.send(request("/"))
        #expect(client.receive(within: .seconds(30)).ending == .reset)
    }

    @Test func interimHeadsHaveTimes() throws {
        let gateway = try RunningGateway(
            rules:
                #"{ "reply": { "text": "a", "interim": [{ "status": 102, "delay": "1ms", "times": 2 }, { "status": 103 }] } }"#
        )
        let client = try gateway.connect()
        client.send(request("/"))
        let all =
            "HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n"
            + "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 1\r\n\r\na"
        #expect(receive(client, all) == all)
    }

    @Test func aClientThatLeavesEndsIt() throws {
        let gateway = try RunningGateway(Self.scenario(#"{ "text": "aaaaaaaa", "every": "1ms", "times": "forever" }"#))
        let client = try gateway.connect()
        client.send(request("/"))
        #expect(receive(client, Self.head).hasPrefix(Self.head))
        client.close()
        #expect(waitUntil { (try? gateway.journal("main").entries.last?.ending) == "abandoned" })
    }
}
