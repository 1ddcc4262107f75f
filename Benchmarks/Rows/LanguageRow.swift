/// The cost of a path that is matched by an expression, and of placeholders, each compared with a rule and a reply that are
/// laid out at load.
struct LanguageRow: LoadRow {
    let name = "language"
    let title = "a path by an expression, and placeholders with a shift, against literal ones"

    private static let threshold = 1.3

    private struct Pair {
        let title: String
        let left: Load
        let right: Load
    }

    func measure(_ bench: Workbench) throws(BenchError) -> [Finding] {
        var findings: [Finding] = []
        for pair in try pairs(bench) {
            let left = try bench.mishap(serving: pair.left.scenarios)
            defer { left.stop() }
            let right = try bench.mishap(serving: pair.right.scenarios)
            defer { right.stop() }
            guard try pair.left.check(left).body == pair.right.check(right).body else {
                throw BenchError("the answers differ")
            }
            let comparison = ABComparison(
                left: .init(name: "made", server: left, wrk: pair.left.wrk),
                right: .init(name: "literal", server: right, wrk: pair.right.wrk))
            findings += try comparison.run(bench, title: pair.title, maximumCPURatio: Self.threshold)
        }
        return findings
    }

    /// Earlier versions do not read these scenarios.
    func loads(_ bench: Workbench) throws(BenchError) -> [Load] { [] }

    private func pairs(_ bench: Workbench) throws(BenchError) -> [Pair] {
        let literal = #""path": "/v1/items/4711""#
        let expression = #""path": { "matches": "/v[0-9]+/items/[0-9]+" }"#
        let made = StaticReply(body: "page {{request.query.page+1}} of {{request.path[1]}}")
        let request = Request(path: "/v1/items/4711?page=2")
        func load(_ title: String, _ match: String, _ reply: StaticReply) throws(BenchError) -> Load {
            let path = try bench.files.matches([match], reply: reply, to: "language-\(title)")
            return try Load(title, serving: path, request, status: reply.status, script: "\(name)-\(title)", bench)
        }
        return [
            Pair(
                title: "path expression", left: try load("expression", expression, StaticReply()),
                right: try load("literal", literal, StaticReply())),
            Pair(
                title: "placeholders", left: try load("placeholders", literal, made),
                right: try load("text", literal, StaticReply(body: "page 3 of items"))),
        ]
    }
}
