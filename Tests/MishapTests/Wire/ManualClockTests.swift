import Foundation
import Mishap
import TestSupport
import Testing

/// A clock that moves only when it is told to, over the wire.
@Suite(.descriptors) struct ManualClockTests {
    private static let scenario = #"""
        { "clock": "manual", "rules": [
          { "match": { "path": "/limited" },
            "rateLimit": { "allow": 1, "per": "30s", "then": { "fail": "http/status/429" } },
            "steps": [ { "reply": { "text": "{{now.iso}}" } } ] },
          { "match": { "path": "/outage" },
            "steps": [ { "fail": "http/status/503", "for": "5m" }, { "reply": { "text": "back" } } ] },
          { "match": { "path": "/static" }, "steps": [ { "reply": { "text": "fine" } } ] },
          { "match": { "path": "/raw-way" }, "steps": [ { "reply": { "reason": "Fine", "text": "fine" } } ] },
          { "match": { "path": "/late" }, "steps": [ { "reply": { "text": "late" }, "delay": "20ms" } ] }
        ] }
        """#
    private static let beginning = "\r\nDate: Tue, 01 Jan 2030 00:00:00 GMT\r\n"

    private static func gateway() throws -> RunningGateway { try RunningGateway(["main": scenario]) }

    @Test(arguments: ["/static", "/raw-way", "/nobody-knows"])
    func theDateIsItsOwn(path: String) throws {
        let gateway = try Self.gateway()
        for _ in 0..<2 { #expect(try gateway.ask(path).text.contains(Self.beginning)) }
        #expect(gateway.gateway.advanceClock(by: .seconds(86_399)))
        #expect(try gateway.ask(path).text.contains("\r\nDate: Tue, 01 Jan 2030 23:59:59 GMT\r\n"))
    }

    @Test func placeholdersAndLimitsGoByIt() throws {
        let gateway = try Self.gateway()
        #expect(try gateway.ask("/limited").body == "2030-01-01T00:00:00.000Z")
        #expect(try gateway.ask("/limited").text.contains("\r\nRetry-After: 30\r\n"))
        gateway.gateway.advanceClock(by: .milliseconds(28_500))
        #expect(try gateway.ask("/limited").text.contains("\r\nRetry-After: 2\r\n"))
        gateway.gateway.advanceClock(by: .milliseconds(1_500))
        #expect(try gateway.ask("/limited").body == "2030-01-01T00:00:30.000Z")
    }

    @Test func anOutageIsOverWhenItIsToldTo() throws {
        let gateway = try Self.gateway()
        #expect(try gateway.ask("/outage").status == 503)
        gateway.gateway.advanceClock(by: .seconds(299))
        #expect(try gateway.ask("/outage").status == 503)
        gateway.gateway.advanceClock(by: .seconds(1))
        #expect(try gateway.ask("/outage").body == "back")
    }

    @Test func delaysAreReal() throws {
        let gateway = try Self.gateway()
        let begin = ContinuousClock.now
        #expect(try gateway.ask("/late").body == "late")
        #expect(ContinuousClock.now - begin >= .milliseconds(20))
    }

    @Test func eachSessionHasItsOwn() throws {
        let gateway = try Self.gateway()
        #expect(gateway.gateway.advanceClock(of: "main~k", by: .seconds(1)))
        #expect(try gateway.ask("/@main~k/static").text.contains("\r\nDate: Tue, 01 Jan 2030 00:00:01 GMT\r\n"))
        #expect(try gateway.ask("/static").text.contains(Self.beginning))
        #expect(try gateway.ask("/@main~other/static").text.contains(Self.beginning))
    }

    @Test func noOtherClockIsMoved() throws {
        let gateway = try RunningGateway(["main": Self.scenario, "real": #"{ "otherwise": { "reply": {} } }"#])
        #expect(!gateway.gateway.advanceClock(of: "real", by: .seconds(1)))
        #expect(!gateway.gateway.advanceClock(of: "nobody", by: .seconds(1)))
        #expect(!gateway.gateway.advanceClock(of: "main", by: .seconds(-1)))
        #expect(gateway.gateway.advanceClock(of: "main", by: .seconds(Int64.max)))
    }
}
