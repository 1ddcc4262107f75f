import TLS
import Testing

/// What is said of PEM texts of authorities.
@Suite struct ClientAuthoritiesTests {
    /// Made by OpenSSL: P-256, CN=Test.
    private static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBdDCCARugAwIBAgIUOln6pFyqZP4BapBWFqbr9hiRkqowCgYIKoZIzj0EAwIw
        DzENMAsGA1UEAwwEVGVzdDAgFw0yNjExMzAwMjAwNTZaGA8yMTI2MTEwNjAyMDA1
        NlowDzENMAsGA1UEAwwEVGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABBaC
        jP6ctPmFtfJVNra53+TB4O+O78dZvAlCiyrICSB/SjbxHKKwrhEYT0XNGY7k0TvF
        AiGd/eDwGY+5wpvRrRmjUzBRMB0GA1UdDgQWBBQeQFR1fM7YtOQ7S5LVcIx61zHh
        YzAfBgNVHSMEGDAWgBQeQFR1fM7YtOQ7S5LVcIx61zHhYzAPBgNVHRMBAf8EBTAD
        AQH/MAoGCCqGSM49BAMCA0cAMEQCIE+ObicSOJvXOR5tbjK6EFwMQoKMDg1tskpQ
        yuDB5ui0AiBOOeCgrEe/FC3v/97ZnDHV3e7kDLadVZMSK/2wBK2FJA==
        -----END CERTIFICATE-----
        """

    private func problem(_ text: String) -> String? { ClientAuthorities.problem(with: Array(text.utf8)) }

    @Test func certificatesAreRead() {
        #expect(problem(Self.certificate) == nil)
        #expect(problem("Subject: CN=Test\r\n" + Self.certificate + "\n\n" + Self.certificate + "# end") == nil)
    }

    @Test func theOneThatIsUnreadableIsTold() {
        let broken = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"
        #expect(problem("") == "it has no certificate")
        #expect(problem("-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n") == "it has no certificate")
        #expect(problem(Self.certificate + broken)?.hasPrefix("its certificate 2 cannot be read (") == true)
        #expect(problem(Self.certificate + String(Self.certificate.prefix(200))) == "its certificate 2 has no end")
        #expect(
            problem(String(Self.certificate.prefix(200)) + Self.certificate)?.hasPrefix("its certificate 1 ") == true)
    }
}
