@testable import Systems
@testable import Catalogue
import Testing
import Wire

/// If-Match and If-None-Match.
struct EntityTagsTests {
    private func matches(_ value: String, _ tag: String?, weakly: Bool = false) -> Bool? {
        EntityTags(Array(value.utf8))?.matches(tag.map { Array($0.utf8) }, weakly: weakly)
    }

    @Test(arguments: [
        (#""a""#, #""a""#, true), (#""a""#, #""b""#, false), (#""a" , "b","c""#, #""b""#, true),
        (#""a",, "b","#, #""b""#, true), (#""""#, #""""#, true), (#""a,b""#, #""a,b""#, true),
        ("*", #""a""#, true), (" * ", #""a""#, true), (#""A""#, #""a""#, false), (#""é""#, #""é""#, true),
    ])
    func oneOfTheListIsEnough(value: String, tag: String, isMatch: Bool) { #expect(matches(value, tag) == isMatch) }

    @Test func whereThereIsNoDocumentNothingMatches() {
        #expect(matches("*", nil) == false)
        #expect(matches(#""a""#, nil) == false)
    }

    @Test func weakTagsMatchOnlyWeakly() {
        #expect(matches(#"W/"a""#, #""a""#) == false)
        #expect(matches(#"W/"a""#, #""a""#, weakly: true) == true)
        #expect(matches(#""a""#, #"W/"a""#) == false)
        #expect(matches(#""a""#, #"W/"a""#, weakly: true) == true)
        #expect(matches(#"W/"a""#, #"W/"a""#) == false)
    }

    @Test(arguments: [
        "", " ", ",", "a", #""a"#, #"a""#, #""a" "b""#, #""a""b""#, "*,*", #"*, "a""#, #"w/"a""#, #""a b""#,
    ])
    func whatIsNoList(value: String) { #expect(matches(value, #""a""#) == nil) }

    @Test func severalFieldsAreOneList() throws {
        let request = Request.make("GET", "/a", fields: [("If-Match", #""a""#), ("if-match", #""b""#)])
        let tags = try #require(EntityTags.read(Array("if-match".utf8), of: request)).get()
        #expect(tags.matches(Array(#""a""#.utf8), weakly: false) && tags.matches(Array(#""b""#.utf8), weakly: false))
        #expect(EntityTags.read(Array("if-none-match".utf8), of: request) == nil)
        let broken = Request.make("GET", "/a", fields: [("If-Match", "a")])
        guard case .failure(.malformed)? = EntityTags.read(Array("if-match".utf8), of: broken) else {
            Issue.record("it was read")
            return
        }
    }
}
