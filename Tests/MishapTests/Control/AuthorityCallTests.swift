import Foundation
import Mishap
import TLS
import TestSupport
import Testing

/// `GET ca.pem`, and the authority that a gateway is given.
@Suite(.descriptors) struct AuthorityCallTests {
    private static let path = "/__mishap/ca.pem"

    @Test func itIsTheAuthorityOfThisGateway() throws {
        let gateway = try RunningGateway(rules: #"{ "reply": {} }"#)
        let answer = try gateway.ask(Self.path)
        #expect(answer.status == 200)
        #expect(answer.text.contains("\r\nContent-Type: application/x-x509-ca-cert\r\n"))
        #expect(answer.body.hasPrefix("-----BEGIN CERTIFICATE-----\n"))
        #expect(Array(answer.body.utf8) == (try gateway.gateway.authorityCertificate))
        #expect(try gateway.ask(Self.path).body == answer.body)
        let head = try gateway.connect()
        head.send(request(Self.path, method: "HEAD"))
        #expect(head.receiveSized(0).text.contains("\r\nContent-Length: \(answer.body.utf8.count)\r\n"))
    }

    @Test func eachGatewayHasAnotherUnlessItIsGivenOne() throws {
        let authority = try Authority(at: Int64(Date().timeIntervalSince1970))
        let gateways = try [nil, nil, authority, authority].map { authority in
            try RunningGateway(rules: #"{ "reply": {} }"#) { $0.tls.authority = authority }
        }
        let certificates = try gateways.map { try $0.gateway.authorityCertificate }
        #expect(Set(certificates).count == 3)
        #expect(certificates[2] == authority.certificatePEM && certificates[3] == certificates[2])
    }

    /// Whoever has to trust it cannot have a token, and may be on another machine.
    @Test func everybodyGetsIt() throws {
        let gateway = try RunningGateway(rules: #"{ "reply": {} }"#) {
            $0.token = "secret"
            $0.control = .off
        }
        #expect(try gateway.ask(Self.path, host: "phone.example").status == 200)
        #expect(try gateway.ask(Self.path + "?x=1").status == 400)
        #expect(try gateway.ask(Self.path, method: "POST").status != 200)
    }

    @Test func addressesForTLSAreOnTheSamePort() throws {
        let running = try RunningGateway(["a": #"{ "rules": [ { "reply": {} } ] }"#])
        let gateway = running.gateway
        #expect(gateway.httpsURL == "https://127.0.0.1:\(gateway.port)")
        let port = try gateway.listen("a")
        #expect(port.httpsURL == "https://127.0.0.1:\(port.port)")
    }
}
