import Testing
import Wire

struct StatusPhraseTests {
    @Test(arguments: [
        (200, "OK"), (302, "Found"), (413, "Content Too Large"), (422, "Unprocessable Content"),
        (503, "Service Unavailable"), (511, "Network Authentication Required"),
    ])
    func registeredStatusesHaveTheirPhrase(status: Int, phrase: String) {
        #expect(StatusPhrase.phrase(for: status) == phrase)
    }

    @Test(arguments: [299, 418, 420, 599, 999])
    func othersSayThatTheyAreNonStandard(status: Int) {
        #expect(StatusPhrase.phrase(for: status) == "Non-Standard Status")
    }

    @Test func everyPhraseFitsAStatusLine() {
        for status in 100...999 {
            #expect(StatusPhrase.phrase(for: status).utf8.allSatisfy { (0x20..<0x7F).contains($0) })
        }
    }
}
