import GatewayServer
import JSONText
import Mishap
import TestSupport
import Testing

@testable import MishapCommand

/// `GET catalogue` of the control API is what `mishap catalogue --json` prints.
@Suite(.blocking) struct CatalogueOverHTTPTests {
    private func ask(_ path: String, method: String = "GET") throws -> RawConnection.Received {
        let gateway = try Gateway(Gateway.load([]), GatewayConfiguration(server: .init(port: 0, shards: 1)))
        defer { gateway.stop() }
        let connection = try RawConnection(port: gateway.port)
        connection.send("\(method) /__mishap/catalogue\(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return connection.receiveResponse()
    }

    @Test func itIsTheSameList() throws {
        #expect(try ask("").body == Run(["catalogue", "--json"]).output)
        #expect(try ask("/tcp").body == Run(["catalogue", "tcp", "--json"]).output)
    }

    @Test(arguments: [
        "tcp/reset", "graph/190/463", "salesforce/oauth/invalid_grant", "mtop/FAIL_BIZ_ANYTHING", "http/status/418",
        "tcp/refuse", "urlerror/-1019",
    ])
    func oneOfThemIsAnObject(name: String) throws {
        let answer = try ask("/" + name)
        #expect(answer.text.hasPrefix("HTTP/1.1 200 "))
        let document = JSONValue(try JSONParser.parse(Array(answer.body.utf8)).get())
        #expect(document["name"] == .string(name))
    }

    @Test(arguments: [
        ("/tpc", #"did you mean \"tcp\"?"#), ("/nothing", "there are http, tcp"),
        ("/tcp/rest", #"did you mean \"tcp/reset\"?"#), ("/http/status/5x", "there is no failure"),
    ])
    func anUnknownOneIsA404(path: String, detail: String) throws {
        let answer = try ask(path)
        #expect(answer.text.hasPrefix("HTTP/1.1 404 ") && answer.body.contains(detail), "\(answer.body)")
    }

    @Test func aHeadHasTheLength() throws {
        let (head, whole) = (try ask("/tcp", method: "HEAD"), try ask("/tcp"))
        #expect(head.text.hasPrefix("HTTP/1.1 200 ") && head.body.isEmpty)
        #expect(head.text.contains("\r\nContent-Length: \(whole.body.utf8.count)\r\n"))
    }
}
