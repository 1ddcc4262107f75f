/// The cost of matching a value in a small JSON body, compared with the same POST to a rule that does not read the
/// body.
struct ValueRow: LoadRow {
    let name = "json-value"
    let title = "a POST with a JSON body of 60 bytes matched by value, against the path alone"

    private static let body = #"{"order":{"id":4711,"item":"tea"},"amount":3,"unit":"boxes"}"#

    func measure(_ bench: Workbench) throws(BenchError) -> [Finding] {
        let (matched, unread) = try both(bench)
        let left = try bench.mishap(serving: matched.scenarios)
        defer { left.stop() }
        let right = try bench.mishap(serving: unread.scenarios)
        defer { right.stop() }
        guard try matched.check(left).body == unread.check(right).body else {
            throw BenchError("the answers differ with the match")
        }
        let comparison = ABComparison(
            left: .init(name: "matched", server: left, wrk: matched.wrk),
            right: .init(name: "unread", server: right, wrk: unread.wrk))
        return try comparison.run(bench, title: "JSON of \(Self.body.utf8.count) bytes", maximumCPURatio: nil)
    }

    func loads(_ bench: Workbench) throws(BenchError) -> [Load] {
        [try both(bench).matched]
    }

    private func both(_ bench: Workbench) throws(BenchError) -> (matched: Load, unread: Load) {
        let reply = StaticReply()
        let path = #""method": "POST", "path": "/orders""#
        let matched = try bench.files.matches(
            [path + #", "json": { "/order/id": 4711 }"#], reply: reply, to: "json-matched")
        let unread = try bench.files.matches([path], reply: reply, to: "json-unread")
        let request = Request.post(Self.body, to: "/orders", contentType: "application/json")
        return (
            try Load("matched", serving: matched, request, status: reply.status, script: name, bench),
            try Load("unread", serving: unread, request, status: reply.status, script: name, bench)
        )
    }
}
