import Foundation
import JSONText
import TestSupport
import Testing

/// `DELETE sessions/{id}?wait=`
@Suite(.descriptors) struct SessionDeletionTests {
    private static let rules = #"""
        { "name": "slow", "match": { "path": "/slow" }, "delay": "400ms", "reply": { "text": "done" } },
        { "name": "silence", "match": { "path": "/silence" }, "fail": "http/timeout" },
        { "name": "all", "reply": {} }
        """#

    /// A connection whose request waits for its answer.
    private static func waiting(_ gateway: RunningGateway, _ id: String, _ rule: String) throws -> RawConnection {
        let connection = try gateway.connect()
        connection.send(request("/@\(id)/\(rule)"))
        #expect(waitUntil { (try? gateway.hits(id)[rule]) == 1 })
        return connection
    }

    /// Sends the call; its answer is still to come.
    private static func delete(_ gateway: RunningGateway, _ id: String, _ query: String) throws -> RawConnection {
        let connection = try gateway.connect()
        connection.send(request("/__mishap/sessions/\(id)\(query)", method: "DELETE"))
        return connection
    }

    @Test func requestsInFlightEndByThemselves() throws {
        let gateway = try RunningGateway(rules: Self.rules)
        let id = try gateway.askForSession()
        let slow = try Self.waiting(gateway, id, "slow")
        let deletion = try Self.delete(gateway, id, "?wait=30s")
        // From now on requests are refused, also while it waits.
        #expect(waitUntil { (try? gateway.ask("/@\(id)/all").status) == 410 })
        #expect(slow.receiveResponse().body == "done")
        #expect(deletion.receiveResponse().status == 200)
        #expect(try gateway.call("DELETE", "sessions/\(id)?wait=1s").status == 200)
    }

    /// Though nothing is expected of its client.
    @Test func whatIsStillOpenStandsInTheVerdict() throws {
        let gateway = try RunningGateway(rules: #"{ "fail": "http/timeout" }"#)
        let id = try gateway.askForSession()
        let held = try gateway.connect()
        held.send(request("/@\(id)/x"))
        #expect(waitUntil { (try? gateway.call("GET", "sessions/\(id)").json["requests"]) == .number("1") })
        let called = try gateway.call("DELETE", "sessions/\(id)?wait=0")
        #expect(called.json["outcome"] == "none" && called.json["cutOff"] == [.number("1")], "\(called)")
        #expect(held.receive(within: .seconds(10)).ending == .reset)
    }

    /// A client that closes a little later than its test ends is no failure.
    @Test func aDeletionGivesRequestsASecondByItself() throws {
        let gateway = try RunningGateway(rules: Self.rules)
        let id = try gateway.askForSession()
        let slow = try Self.waiting(gateway, id, "slow")
        let deletion = try Self.delete(gateway, id, "")
        #expect(slow.receiveResponse().body == "done")
        #expect(deletion.receiveResponse().status == 200)
    }

    /// What came of it before is decided with the session that it began with.
    @Test func anUploadInFlightIsAnsweredWhenItIsComplete() throws {
        let gateway = try RunningGateway(
            rules: #"{ "name": "body", "match": { "body": "whole" }, "reply": { "text": "taken" } }"#)
        let id = try gateway.askForSession()
        let upload = try gateway.connect()
        upload.send(request("/@\(id)/x", ["Content-Length: 5"], method: "POST") + "wh")
        #expect(waitUntil { (try? gateway.call("GET", "sessions/\(id)").json["requests"]) == .number("1") })
        let deletion = try Self.delete(gateway, id, "?wait=30s")
        #expect(waitUntil { (try? gateway.ask("/@\(id)/x").status) == 410 })
        upload.send("ole")
        let answer = upload.receiveResponse()
        #expect(answer.body == "taken", "\(answer.text)")
        #expect(deletion.receiveResponse().status == 200)
    }

    @Test func anUploadInFlightGetsTheFailureThatItsFieldNames() throws {
        let gateway = try RunningGateway(rules: #"{ "name": "all", "match": { "method": "POST" }, "reply": {} }"#)
        let id = try gateway.askForSession()
        let upload = try gateway.connect()
        let call = #"{"jsonrpc":"2.0","method":"x","id":7}"#
        let fields = ["Content-Length: \(call.utf8.count)", "Mishap-Fail: jsonrpc/-32601"]
        upload.send(request("/@\(id)/x", fields, method: "POST") + call.prefix(5))
        #expect(waitUntil { (try? gateway.call("GET", "sessions/\(id)").json["requests"]) == .number("1") })
        let deletion = try Self.delete(gateway, id, "?wait=30s")
        #expect(waitUntil { (try? gateway.ask("/@\(id)/x").status) == 410 })
        upload.send(String(call.dropFirst(5)))
        let answer = upload.receiveResponse().body
        #expect(answer.contains("-32601") && answer.contains("\"id\":7"), "\(answer)")
        #expect(deletion.receiveResponse().status == 200)
    }

    @Test func thoseStillThereGetAReset() throws {
        let gateway = try RunningGateway(rules: Self.rules)
        _ = try gateway.ask("/@main~k/all")
        let silent = try Self.waiting(gateway, "main~k", "silence")
        let began = ContinuousClock.now
        let deletion = try Self.delete(gateway, "main~k", "?wait=300ms")
        #expect(silent.receive(within: .seconds(60)).ending == .reset)
        #expect(ContinuousClock.now - began >= .milliseconds(300))
        #expect(deletion.receiveResponse().status == 200)
    }

    @Test func withoutAWaitTheyGetItAtOnce() throws {
        let gateway = try RunningGateway(rules: Self.rules)
        let id = try gateway.askForSession()
        let silent = try Self.waiting(gateway, id, "silence")
        #expect(try Self.delete(gateway, id, "").receiveResponse().status == 200)
        #expect(silent.receive(within: .seconds(60)).ending == .reset)
        let other = try gateway.askForSession()
        #expect(try gateway.call("DELETE", "sessions/\(other)?wait=60s").status == 200)
    }

    @Test func manyWaitsHoldNoCall() throws {
        let gateway = try RunningGateway(rules: Self.rules)
        let ids = try (0..<20).map { _ in try gateway.askForSession() }
        let silent = try ids.map { try Self.waiting(gateway, $0, "silence") }
        let deletions = try ids.map { try Self.delete(gateway, $0, "?wait=60s") }
        #expect(waitUntil { ids.allSatisfy { (try? gateway.ask("/@\($0)/all").status) == 410 } })
        #expect(try gateway.call("GET", "sessions").status == 200)
        // They end by themselves as soon as their clients go.
        for connection in silent { connection.close() }
        for deletion in deletions { #expect(deletion.receiveResponse().status == 200) }
    }

    @Test(arguments: [
        ("?wait=61s", "at most 60s"), ("?wait=5", "needs a unit"), ("?wait=soon", "not a duration"),
        ("?settle=61s", "settle is at most 60s"), ("?wiat=1s", "did you mean \"wait\"?"), ("?wait=1s&wait=2s", "twice"),
    ])
    func aWrongCallDeletesNothing(query: String, detail: String) throws {
        let gateway = try RunningGateway(rules: Self.rules)
        let id = try gateway.askForSession()
        let called = try gateway.call("DELETE", "sessions/\(id)\(query)")
        #expect(called.status == 400 && called.detail.contains(detail), "\(called)")
        #expect(try gateway.ask("/@\(id)/all").status == 200)
    }
}
