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

    @Test func thereAreAsManyAsOneLikes() {
        #expect(problem(String(repeating: Self.certificate + "\n", count: 1_100)) == nil)
    }

    @Test func whatIsUnreadableIsTold() {
        let broken = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"
        #expect(problem("")?.hasPrefix("there is no certificate in it (") == true)
        #expect(
            problem("-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n")?.hasPrefix(
                "there is no certificate in it (") == true)
        let start = String(Self.certificate.prefix(200))
        for text in [Self.certificate + broken, Self.certificate + start, start + Self.certificate] {
            #expect(problem(text)?.hasPrefix("a certificate in it cannot be read: ") == true)
        }
    }
}
