import Testing

@testable import MishapCommand

struct AdvertisedURLTests {
    @Test(arguments: [
        ("http://10.0.0.7:8080", "http://10.0.0.7:8080", "10.0.0.7"), ("http://mishap", "http://mishap", "mishap"),
        ("http://mishap.test:80/", "http://mishap.test", "mishap.test"),
        // As `http://$(POD_IP):8080` is where pods have IPv6 addresses.
        ("http://fd00:10:244::5:8080", "http://[fd00:10:244::5]:8080", "fd00:10:244::5"),
        ("http://[fd00:10:244::5]:8080", "http://[fd00:10:244::5]:8080", "fd00:10:244::5"),
        ("http://[::1]", "http://[::1]", "::1"), ("https://mishap", "https://mishap", "mishap"),
        ("https://mishap:443/", "https://mishap", "mishap"), ("https://mishap:80", "https://mishap:80", "mishap"),
        ("http://mishap:443", "http://mishap:443", "mishap"),
    ])
    func urlsOfGateways(text: String, url: String, host: String) throws {
        let advertised = try #require(AdvertisedURL(text: text))
        #expect(advertised.text == url)
        #expect(advertised.host == host)
    }

    @Test(arguments: [
        "", "10.0.0.7:8080", "mishap", "https://", "https://a/path", "http://", "http://:8080", "http://a/path",
        "http://a?x=1",
        "http://a#b", "http://user@a", "http://a:0", "http://a:70000", "http://a b", "http://a..b",
        "http://fd00::x:8080", "http://[fd00::5", "ftp://a",
    ])
    func whatIsNone(text: String) { #expect(AdvertisedURL(text: text) == nil) }

    @Test func theSchemeIsWhatIsMostlyMissing() {
        #expect(AdvertisedURL.meant(by: "10.0.0.7:8080") == "http://10.0.0.7:8080")
        #expect(AdvertisedURL.meant(by: "ftp://mishap") == nil)
    }
}
