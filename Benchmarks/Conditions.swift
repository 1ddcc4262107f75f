/// Rules that differ in one condition only, and the request that the last of them matches. A linear search through the
/// rules would show in the measurement.
struct Conditions: Sendable {
    /// What the conditions match, in the plural: "headers".
    let what: String
    /// The `match` of the rule with this number, without braces.
    let match: @Sendable (Int) -> String
    let request: @Sendable (Int) -> Request

    static let headers = Conditions(
        what: "headers", match: { #""path": "/case", "headers": { "X-Case": "case-\#($0)" }"# },
        request: { Request(path: "/case", headers: ["X-Case: case-\($0)"]) })

    static let queries = Conditions(
        what: "query values", match: { #""path": "/case", "query": { "case": "case-\#($0)" }"# },
        request: { Request(path: "/case?case=case-\($0)") })

    static let forms = Conditions(
        what: "form values", match: { #""path": "/case", "form": { "case": "case-\#($0)" }"# },
        request: { .post("case=case-\($0)", to: "/case", contentType: "application/x-www-form-urlencoded") })

    static let values = Conditions(
        what: "JSON values", match: { #""path": "/case", "json": { "/case": "case-\#($0)" }"# },
        request: { .post(#"{"case":"case-\#($0)"}"#, to: "/case", contentType: "application/json") })

    /// The whole body as JSON that has at least this.
    static let bodies = Conditions(
        what: "bodies", match: { #""path": "/case", "json": { "like": { "case": "case-\#($0)" } }"# },
        request: { .post(#"{"case":"case-\#($0)"}"#, to: "/case", contentType: "application/json") })

    /// What tells them apart is behind a segment that they match by a class.
    static let expressions = Conditions(
        what: "path expressions", match: { #""path": { "matches": "/v[0-9]+/items\#($0)/[0-9]+" }"# },
        request: { Request(path: "/v1/items\($0)/4711") })

    /// All have the same prefix, which cannot be used to distinguish them either.
    static let templates = Conditions(
        what: "path templates", match: { #""path": "/items/{id}/parts/p\#($0)""# },
        request: { Request(path: "/items/4711/parts/p\($0)") })

    /// A load on `count` rules, and one on only the last of them, with the same request.
    func loads(_ count: Int, script: String, _ bench: Workbench) throws(BenchError) -> (many: Load, one: Load) {
        let reply = StaticReply()
        let request = request(count)
        let many = try bench.files.matches((1...count).map(match), reply: reply, to: "\(script)-\(count)")
        let one = try bench.files.matches([match(count)], reply: reply, to: "\(script)-1")
        return (
            try Load("\(count) \(what)", serving: many, request, status: reply.status, script: script, bench),
            try Load("1 of \(what)", serving: one, request, status: reply.status, script: script, bench)
        )
    }
}
