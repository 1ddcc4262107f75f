/// What each session of a life runs, and the requests of one life: with a variable, hits, a rate limit by the session's
/// clock, and a store of documents.
enum LifeScenario {
    static let name = "lives"

    static let text = #"""
        {
          "system": "documents",
          "clock": "manual",
          "variables": { "mine": "none", "given": "none" },
          "rules": [
            { "name": "take", "match": { "path": "/take" },
              "set": { "mine": "{{request.body}}" }, "reply": { "text": "{{variables.given}}" } },
            { "name": "retry", "match": { "path": "/retry" },
              "steps": [ { "times": 2, "fail": "http/status/503" }, { "reply": { "text": "{{hit}} {{variables.mine}}" } } ] },
            { "name": "limited", "match": { "path": "/limited" },
              "rateLimit": { "allow": 1, "per": "10s" }, "reply": { "text": "let in" } },
            { "name": "now", "match": { "path": "/now" }, "reply": { "text": "{{now.epoch}}" } },
            { "name": "echo", "match": { "path": "/echo" },
              "reply": { "text": "{{hit}} {{variables.mine}} {{request.body}}" } }
          ],
          "expect": [
            { "name": "all", "match": {}, "requests": 20 },
            { "name": "retries", "rule": "retry", "requests": 3, "gap": { "atMost": "60s" }, "connections": 1 },
            { "name": "echoes", "match": { "path": "/echo" }, "requests": 7, "distinct": ["body"], "atOnce": { "atMost": 1 } },
            { "name": "order", "order": ["take", "retry", "limited", "now"] }
          ]
        }

        """#

    /// One request of a life. Its body has the session's label and the request's number.
    struct Step {
        let method: String
        let path: String
        let status: Int
        /// The rule that answers; nil for the store.
        var rule: String?
        /// The hit that it takes; nil if it takes none.
        var hit: Int?
        let body: Body
    }

    /// The body of an answer. Numbers are those of requests, from 1.
    enum Body {
        /// Not compared.
        case any
        case text(String)
        /// The label that was given with the session.
        case label
        /// The body of an earlier request.
        case same(Int)
        /// The hit and the body of the first request, and then its own body.
        case hit(Int, isEchoed: Bool)
        /// Seconds since 1970 by the session's clock.
        case seconds
    }

    /// The clock is advanced behind this one.
    static let lastBeforeAdvance = 11

    static let requests: [Step] =
        [
            Step(method: "POST", path: "/take", status: 200, rule: "take", hit: 1, body: .label),
            Step(method: "POST", path: "/retry", status: 503, rule: "retry", hit: 1, body: .any),
            Step(method: "POST", path: "/retry", status: 503, rule: "retry", hit: 2, body: .any),
            Step(method: "POST", path: "/retry", status: 200, rule: "retry", hit: 3, body: .hit(3, isEchoed: false)),
            Step(method: "PUT", path: "/note.txt", status: 201, body: .any),
            Step(method: "GET", path: "/note.txt", status: 200, body: .same(5)),
            Step(method: "PUT", path: "/note.txt", status: 204, body: .any),
            Step(method: "GET", path: "/note.txt", status: 200, body: .same(7)),
            Step(method: "POST", path: "/limited", status: 200, rule: "limited", hit: 1, body: .text("let in")),
            Step(method: "POST", path: "/limited", status: 429, rule: "limited", body: .any),
            Step(method: "POST", path: "/now", status: 200, rule: "now", hit: 1, body: .seconds),
            Step(method: "POST", path: "/now", status: 200, rule: "now", hit: 2, body: .seconds),
            Step(method: "POST", path: "/limited", status: 200, rule: "limited", hit: 2, body: .text("let in")),
        ]
        + (1...7).map {
            Step(method: "POST", path: "/echo", status: 200, rule: "echo", hit: $0, body: .hit($0, isEchoed: true))
        }

    /// How many expectations there are, the first of which is about all requests.
    static let expectations = 4

    /// The hits of each rule in the end.
    static let hits = [("take", 1), ("retry", 3), ("limited", 2), ("now", 2), ("echo", 7)]

    /// A manual clock starts at 2030-01-01T00:00:00Z.
    static let start = 1_893_456_000
}
