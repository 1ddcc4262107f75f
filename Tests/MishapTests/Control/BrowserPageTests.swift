import Foundation
import GatewayServer
import Mishap
import TestSupport
import Testing

/// `GET /__mishap/` of a browser. What the page itself does is tried by `make test-browser`.
@Suite(.descriptors) struct BrowserPageTests {
    /// As Chromium has it.
    private static let accept =
        "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8"

    private static func gateway(_ configure: (inout GatewayConfiguration) -> Void = { _ in }) throws -> RunningGateway {
        try RunningGateway(rules: #"{ "name": "all", "steps": [ { "reply": { "text": "ok" } } ] }"#, configure)
    }

    @Test func aBrowserGetsThePageAndOthersTheList() throws {
        let gateway = try Self.gateway()
        for path in ["/__mishap/", "/__mishap"] {
            let page = try gateway.ask(path, Self.accept)
            #expect(page.status == 200 && page.text.contains("\r\nContent-Type: text/html; charset=utf-8\r\n"))
            #expect(
                page.text.contains("\r\nVary: Accept\r\n")
                    && page.text.contains("\r\nX-Content-Type-Options: nosniff\r\n"))
            #expect(page.body.hasPrefix("<!doctype html>"))
            #expect(page.body.utf8.count <= 150_000)
        }
        for field in ["Accept: */*", "Accept: application/json, text/html", "X: y"] {
            #expect(try gateway.ask("/__mishap/", field).text.contains("Content-Type: application/json\r\n"))
        }
        // Only there.
        #expect(try gateway.ask("/__mishap/sessions", Self.accept).text.contains("Content-Type: application/json\r\n"))
    }

    @Test func itIsOneFileWithoutAddresses() throws {
        let text = try Self.gateway().ask("/__mishap/", Self.accept).body
        #expect(text.matches(of: /<script>/).count == 1 && text.matches(of: /<script/).count == 1)
        #expect(text.matches(of: /<style>/).count == 1)
        #expect(text.firstMatch(of: /<[a-z]+[^>]* (src|href)="(?!data:|#)/) == nil)
        #expect(text.firstMatch(of: /innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(/) == nil)
        #expect(text.firstMatch(of: /<[a-z]+[^>]* (on[a-z]+|style)=/) == nil)
    }

    @Test func theScriptMakesItOfItsFiles() throws {
        let script = Repository.root.appending(path: "Sources/Mishap/Page/page.py").path()
        let run = try ProgramRun("/usr/bin/env", ["python3", script, "--check"])
        #expect(run.code == 0, "\(run.error)")
    }

    @Test func itsPolicyNamesNothingButItself() throws {
        let page = try Self.gateway().ask("/__mishap/", Self.accept)
        let line = try #require(
            page.text.components(separatedBy: "\r\n").first { $0.hasPrefix("Content-Security-Policy: ") })
        let directives = line.dropFirst("Content-Security-Policy: ".count).split(separator: "; ").map(String.init)
        #expect(directives.contains("default-src 'none'") && directives.contains("frame-ancestors 'none'"))
        #expect(directives.contains { $0.wholeMatch(of: /script-src 'sha256-[A-Za-z0-9+\/]{43}='/) != nil })
        #expect(directives.contains { $0.wholeMatch(of: /style-src 'sha256-[A-Za-z0-9+\/]{43}='/) != nil })
        #expect(!line.contains("unsafe") && !line.contains("*") && !line.contains("http"))
    }

    @Test func itNeedsNoTokenAndItsCallsDo() throws {
        let gateway = try Self.gateway { $0.token = "s3cret" }
        #expect(try gateway.ask("/__mishap/", Self.accept).status == 200)
        #expect(try gateway.ask("/__mishap/", "Accept: application/json").status == 401)
        #expect(try gateway.ask("/__mishap/journal", Self.accept).status == 401)
    }

    @Test func whereTheControlAPIIsNotThereIsNoPage() throws {
        let off = try Self.gateway { $0.control = .off }
        let answer = try off.ask("/__mishap/", Self.accept)
        #expect(answer.status == 404 && answer.body.contains("--control"))
        // A page of another name could be one that was bent to this machine.
        let other = try Self.gateway().ask("/__mishap/", Self.accept, host: "evil.example.com")
        #expect(other.status == 403 && other.body.contains("--allow-host"))
    }

    /// By a name, another page might be bent to this machine: that is for those who let any client call.
    @Test(arguments: [(ControlAccess.loopback, 403), (.any, 200)]) func byANameItMayWhereAnyClientMay(
        access: ControlAccess, status: Int
    ) throws {
        let gateway = try Self.gateway { $0.control = access }
        #expect(try gateway.ask("/__mishap/sessions", "Origin: http://gate:80", host: "gate:80").status == status)
        #expect(try gateway.ask("/__mishap/sessions", "Origin: http://other:80", host: "gate:80").status == 403)
    }

    /// By an address that is not loopback's, the page has an Origin that no other page has.
    @Test func itMayCallTheGatewayItIsFrom() throws {
        let gateway = try Self.gateway()
        for (host, origin, status) in [
            ("192.0.2.7:8080", "http://192.0.2.7:8080", 200), ("[2001:db8::1]:80", "http://[2001:DB8::1]:80", 200),
            ("192.0.2.7:8080", "http://192.0.2.8:8080", 403), ("192.0.2.7:8080", "http://192.0.2.7:8081", 403),
            ("192.0.2.7:8080", "null", 403), ("192.0.2.7", "https://192.0.2.7", 403),
        ] {
            #expect(try gateway.ask("/__mishap/sessions", "Origin: \(origin)", host: host).status == status)
        }
    }
}
