import Foundation
import Mishap
import TestSupport
import Testing

/// Clients that came by a prefix stay behind it.
@Suite(.descriptors) struct PathPrefixTests {
    private static let scenario = #"""
        { "rules": [
          { "match": { "path": "/login" }, "steps": [ { "reply": {
              "status": 302, "headers": { "Location": "/home?to=/x", "Set-Cookie": "id=1; Path=/; HttpOnly" } } } ] },
          { "match": { "path": "/to/{place}" }, "steps": [ { "reply": {
              "status": 302, "headers": { "Location": "{{request.query.to}}" } } } ] },
          { "match": { "path": "/failing" }, "steps": [ {
              "fail": "http/redirect-to", "with": { "location": "/there", "headers": { "Set-Cookie": "a=b; path=/z" } } } ] },
          { "match": { "path": "/pairs" }, "steps": [ { "reply": {
              "status": 302, "head": [ [ "Location", "/home" ], [ "Content-Length", "0" ] ] } } ] },
          { "match": { "path": "/loop" }, "steps": [ { "fail": "http/redirect-loop" } ] },
          { "match": { "path": "/home" }, "steps": [ { "reply": { "text": "/home" } } ] }
        ] }
        """#
    private static let gateway = SharedGateway {
        try RunningGateway(["main": scenario, "shop/pay": scenario]) { $0.scenario = "main" }
    }

    @Test(arguments: [
        "/@shop/pay", "/@shop/pay~k", "/@shop/pay/-", "/@default", "", "http://host", "http://host/@main",
    ])
    func aRedirectAndACookie(prefix: String) throws {
        let own = String(prefix.drop { $0 != "@" })
        let path = own.isEmpty ? "" : "/" + own
        let answer = try Self.gateway.get().ask(prefix + "/login").text
        #expect(answer.contains("\r\nLocation: \(path)/home?to=/x\r\n"), "\(answer)")
        #expect(answer.contains("\r\nSet-Cookie: id=1; Path=\(path)/; HttpOnly\r\n"))
    }

    @Test func whoCameByFieldOrHostHasNoPrefix() throws {
        let gateway = try Self.gateway.get()
        #expect(try gateway.ask("/login", "Mishap-Session: shop/pay").text.contains("\r\nLocation: /home?"))
        #expect(try gateway.ask("/login", host: "shop--pay.localhost").text.contains("\r\nLocation: /home?"))
    }

    @Test func whatIsFilledInIsRewrittenToo() throws {
        let gateway = try Self.gateway.get()
        #expect(try gateway.ask("/@main/to/x?to=/a").text.contains("\r\nLocation: /@main/a\r\n"))
        #expect(try gateway.ask("/@main/to/x?to=//a").text.contains("\r\nLocation: //a\r\n"))
    }

    @Test func failuresToo() throws {
        let answer = try Self.gateway.get().ask("/@main/failing").text
        #expect(answer.contains("\r\nLocation: /@main/there\r\n"))
        #expect(answer.contains("\r\nSet-Cookie: a=b; path=/@main/z\r\n"))
    }

    @Test func pairsAndBodiesNever() throws {
        let gateway = try Self.gateway.get()
        #expect(try gateway.ask("/@main/pairs").text.contains("\r\nLocation: /home\r\n"))
        #expect(try gateway.ask("/@main/home").body == "/home")
    }

    @Test(arguments: ["/@main/loop?q", "/@shop/pay/-/loop", "/loop", "/__mishap/fail/http/redirect-loop/any/path"])
    func aLoopLeadsToItself(target: String) throws {
        let answer = try Self.gateway.get().ask(target).text
        #expect(answer.contains("\r\nLocation: \(target)\r\n"), "\(answer)")
    }

    @Test func oneConnectionServesWithAndWithout() throws {
        let connection = try Self.gateway.get().connect()
        for path in ["/@main", "", "/@shop/pay", ""] {
            connection.send(request(path + "/login"))
            #expect(connection.receiveResponse().text.contains("\r\nLocation: \(path)/home?"))
        }
    }

    @Test func curlFollowsAndStays() async throws {
        let gateway = try Self.gateway.get()
        let result = try await ClientProgram.run(
            "curl", ["--silent", "--location", "--write-out", " %{url_effective}", gateway.url + "/@shop/pay/login"])
        #expect(result.output == "/home " + gateway.url + "/@shop/pay/home?to=/x")
    }
}
