import GatewayServer
import Mishap
import Testing

@testable import MishapCommand

struct HealthCommandTests {
    @Test func aGatewayThatAnswers() throws {
        let gateway = try Gateway(Gateway.load([]), GatewayConfiguration(server: .init(port: 0, shards: 1)))
        defer { gateway.stop() }
        let run = Run(["health", gateway.url])
        #expect(run.code == 0)
        #expect(run.output == "healthy: \(gateway.url)\n")
        for host in ["0.0.0.0", "localhost", ""] {
            let environment = ["MISHAP_PORT": "\(gateway.port)", "MISHAP_HOST": host]
            #expect(Run(["health"], environment: environment).output == "healthy: \(gateway.url)\n")
        }
    }

    @Test func nobodyThere() {
        let run = Run(["health", "http://127.0.0.1:1"])
        #expect(run.code == 1)
        #expect(run.output.isEmpty)
        #expect(run.error == "unhealthy: http://127.0.0.1:1 cannot be reached: Connection refused\n")
    }

    @Test func somebodyWhoAnswersOtherwise() throws {
        let folder = try ScenarioFolder(["a.json": ScenarioFolder.hello])
        let gateway = try Gateway(
            Gateway.load([folder.path]), GatewayConfiguration(server: .init(host: "localhost", port: 0, shards: 1)))
        defer { gateway.stop() }
        for url in ["http://localhost:\(gateway.port)/", "localhost:\(gateway.port)", "127.0.0.1:\(gateway.port)/"] {
            #expect(Run(["health", url]).code == 0, "\(url)")
        }
    }

    @Test(arguments: [
        "127.0.0.1", "localhost:", "a:8080/path", "ftp://a", "http://", "http://a:b", "http://a/path", "http://a:0",
        "http://a b",
    ])
    func whatIsNoAddressIsAMistake(url: String) {
        let run = Run(["health", url])
        #expect(run.code == 2)
        #expect(
            run.error
                == "mishap: \"\(url)\" is not where a gateway listens; expected something like http://127.0.0.1:8080\nSee mishap health --help.\n"
        )
    }

    @Test(arguments: [("https://a", "http://a:443"), ("https://[::1]:8080/", "http://[::1]:8080")])
    func itAsksWithoutTLS(url: String, meant: String) {
        let run = Run(["health", url])
        #expect(run.code == 2)
        #expect(
            run.error
                == "mishap: \"\(url)\" is not how this command asks: TLS has the port of plain HTTP; did you mean "
                + "\"\(meant)\"?\nSee mishap health --help.\n")
    }

    @Test func whatServeIsReachedByWhereNothingIsSaid() {
        #expect(GatewayAddress.standard.url == "http://127.0.0.1:8080")
        #expect(GatewayAddress(listeningOn: "::1", port: 0).url == "http://[::1]:8080")
    }

    @Test(arguments: [
        ("http://a", "a", 80), ("http://[::1]:8080/", "::1", 8080), ("http://[::1]", "::1", 80),
        ("http://a.b:1", "a.b", 1),
    ])
    func addresses(url: String, host: String, port: UInt16) throws {
        let address = try GatewayAddress(url)
        #expect(address.host == host)
        #expect(address.port == port)
    }
}
