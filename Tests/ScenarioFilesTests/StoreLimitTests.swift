import Catalogue
import Systems
import TestSupport
import Testing
import Wire

@testable import ScenarioFiles

/// What a store begins with, held against what the scenario allows it.
@Suite struct StoreLimitTests {
    private static func text(_ settings: String, base: String = "") -> String {
        "{ \(base)\"system\": \"documents\", \"settings\": { \(settings) }, \"otherwise\": { \"pass\": true } }"
    }

    private static let store = #""store": { "/a/b/": {}, "/a/c": { "text": "12345" }, "/d": { "text": "6789" } }"#

    @Test(arguments: [
        (4, #""maximumDocuments": 3"#, #""/d""#, "documents and collections"),
        (3, #""maximumDocuments": 2"#, #""/a/c""#, "documents and collections"),
        (2, #""maximumDocuments": 1"#, #""/a/b/""#, "documents and collections"),
        (9, #""maximumBytes": 8"#, #""/d""#, "bytes of content"),
        (5, #""maximumBytes": 4"#, #""/a/c""#, "bytes of content"),
    ])
    func whatIsOverALimitIsPointedAt(count: Int, limit: String, place: String, what: String) throws {
        for settings in ["\(limit), \(Self.store)", "\(Self.store), \(limit)"] {
            let text = Self.text(settings)
            let column = try #require(text.firstRange(of: place)).lowerBound.utf16Offset(in: text) + 1
            let words = try #require(limit.split(separator: ": ").first)
            let message = "error: the store begins with more \(what) than \(words) allows; that is \(count - 1)"
            #expect(messages(text) == ["1:\(column): \(message)"])
        }
    }

    @Test(arguments: [
        #""maximumDocuments": 4"#, #""maximumBytes": 9"#, #""maximumDocuments": 4, "maximumBytes": 9"#,
    ])
    func whatIsAtALimitBegins(limit: String) {
        #expect(messages(Self.text("\(limit), \(Self.store)")) == [])
    }

    @Test func whatAStepSavesIsUnderNoLimit() {
        let text = #"""
            { "system": "documents", "settings": { "maximumBytes": 0, "maximumDocuments": 0 },
              "otherwise": { "pass": true, "store": { "/a": { "text": "x" } } } }
            """#
        #expect(messages(text) == [])
    }

    @Test func theStoreOfABaseIsHeldAgainstTheLimitsOfWhoExtendsIt() {
        var numbering = ScriptNumbering()
        let files = [
            "s/base.json": Self.text(Self.store),
            "s/a.json": #"{ "extends": "base", "settings": { "readOnly": true, "maximumBytes": 1 } }"#,
        ]
        let result = ScenarioLoader(
            source: MemorySource(files), patterns: FakePatterns(), encoder: StoredEncoder(), failures: .all
        ).load(["s"], numbering: &numbering)
        let line = result.text.split(separator: "\n").first.map(String.init)
        #expect(
            line
                == "s/a.json:1:54: error: the store begins with more bytes of content than \"maximumBytes\" allows; that is 1"
        )
    }

    /// A name is decoded before it is found again.
    @Test func anEntryThatIsWrittenOtherwiseIsPointedAtWithTheStore() {
        let text = Self.text(#""maximumBytes": 0, "store": { "/{{{{": { "text": "x" } }"#)
        #expect(messages(text).count == 1)
    }
}
