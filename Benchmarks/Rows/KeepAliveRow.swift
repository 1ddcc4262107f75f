/// A static reply over keep-alive connections, against nginx.
struct KeepAliveRow: LoadRow {
    let name = "static"
    let title = "scripted static reply, 1,000 rules, keep-alive, 64 connections"

    /// Nine with Host: typical for the HTTP library of a phone.
    static let eightHeaders = [
        "Accept: application/json", "Accept-Language: en-GB,en;q=0.8", "Accept-Encoding: gzip, deflate, br",
        "User-Agent: Shop/7.1 (Linux; Android 14)", "X-Device-Id: 5f2b8c1e-7d7c-4f0a",
        "X-Request-Id: 00000000-0000-4000-8000-000000000000", "Cache-Control: no-cache",
        "X-App-Key: 21646297",
    ]

    func measure(_ bench: Workbench) throws(BenchError) -> [Finding] {
        let reply = StaticReply()
        let loads = try loads(bench)
        let mishap = try bench.mishap(serving: loads[0].scenarios)
        defer { mishap.stop() }
        let nginx = try bench.nginx(reply)
        defer { nginx.stop() }
        try bench.check(mishap, path: "/r/500", gives: reply)
        try bench.check(nginx, path: "/r/500", gives: reply)
        var findings: [Finding] = []
        for load in loads {
            let comparison = ABComparison(
                left: .init(name: "mishap", server: mishap, wrk: load.wrk),
                right: .init(name: "nginx", server: nginx, wrk: load.wrk))
            findings += try comparison.run(bench, title: load.title, threshold: 1.0)
        }
        return findings
    }

    func loads(_ bench: Workbench) throws(BenchError) -> [Load] {
        let file = try bench.files.rules(1_000)
        let status = StaticReply().status
        return [
            try Load("1 header", serving: file, Request(path: "/r/500"), status: status, bench),
            try Load(
                "9 headers", serving: file, Request(path: "/r/500", headers: Self.eightHeaders), status: status, bench),
        ]
    }
}
