import Engine
import Testing
import Wire

@Suite struct NearMissTests {
    private let golden = Golden(
        #"""
        { "rules": [
          { "name": "other", "match": { "path": "/entirely/else" }, "steps": [ { "reply": {} } ] },
          { "name": "item", "match": { "path": "/a/{id}", "method": "POST", "headers": { "X-Key": { "startsWith": "k" } } },
            "steps": [ { "reply": {} } ] },
          { "name": "search", "match": { "path": "/search", "query": { "q": "x", "page": { "exists": false } } },
            "steps": [ { "reply": {} } ] },
          { "name": "spent", "match": { "path": "/spent" }, "steps": [ { "reply": {} } ], "atEnd": "pass" } ] }
        """#)

    private func nearest(_ target: String, _ fields: [(String, String)] = [], method: String = "GET") -> [String] {
        let near = NearMiss.nearest(Request.make(method, target, fields: fields), golden.scenario)
        return near.map { [$0.rule] + $0.differences } ?? []
    }

    @Test func thePathIsNamed() {
        #expect(
            nearest("/a/x/", [("X-Key", "k1")], method: "POST") == [
                "item", #"path is "/a/x/", the rule wants "/a/{id}""#,
            ])
        #expect(nearest("/serach?q=x") == ["search", #"path is "/serach", the rule wants "/search""#])
    }

    @Test func theRestIsNamedToo() {
        #expect(
            nearest("/a/1") == [
                "item", #"method is "GET", the rule wants "POST""#,
                #"header "x-key" is missing, the rule wants {"startsWith":"k"}"#,
            ])
        #expect(
            nearest("/a/1", [("X-Key", "z")], method: "POST") == [
                "item", #"header "x-key" is "z", the rule wants {"startsWith":"k"}"#,
            ])
        #expect(
            nearest("/search?q=y&page=2") == [
                "search", #"query field "q" is "y", the rule wants "x""#,
                #"query field "page" is "2", the rule wants none"#,
            ])
    }

    @Test func aRuleThatLetsItPassSaysSo() {
        #expect(nearest("/spent") == ["spent", "the rule lets it pass"])
    }
}
