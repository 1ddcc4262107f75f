/// A reply with a custom reason phrase, which Mishap writes without libmicrohttpd, against an ordinary reply.
struct RawRow: LoadRow {
    let name = "raw"
    let title = "a raw reply (custom reason phrase), keep-alive, against a static one"

    private static let phrase = "Enhance Your Calm Please"

    func measure(_ bench: Workbench) throws(BenchError) -> [Finding] {
        let raw = StaticReply(reason: Self.phrase)
        let special = try bench.mishap(serving: bench.files.rules(1_000, reply: raw))
        defer { special.stop() }
        let ordinary = try bench.mishap(serving: bench.files.rules(1_000))
        defer { ordinary.stop() }
        try bench.check(special, path: "/r/500", gives: raw)
        try bench.check(ordinary, path: "/r/500", gives: StaticReply())
        let head = try Client.get("/r/500", port: special.port).head
        guard head.hasPrefix("HTTP/1.1 420 \(Self.phrase)\r\n") else {
            throw BenchError("the reason phrase is not the scripted one:\n\(head)")
        }
        let wrk = Wrk(path: "/r/500")
        let comparison = ABComparison(
            left: .init(name: "raw", server: special, wrk: wrk),
            right: .init(name: "static", server: ordinary, wrk: wrk))
        return try comparison.run(bench, title: "raw", threshold: 0.7)
    }

    func loads(_ bench: Workbench) throws(BenchError) -> [Load] {
        let file = try bench.files.rules(1_000, reply: StaticReply(reason: Self.phrase))
        return [try Load("raw", serving: file, Request(path: "/r/500"), status: StaticReply().status, bench)]
    }
}
