/// One connection per request: requests have `Connection: close`, and wrk then opens a new connection.
struct CloseRow: LoadRow {
    let name = "close"
    let title = "one connection per request"

    func measure(_ bench: Workbench) throws(BenchError) -> [Finding] {
        let reply = StaticReply()
        let mishap = try bench.mishap(serving: bench.files.rules(1_000))
        defer { mishap.stop() }
        let nginx = try bench.nginx(reply)
        defer { nginx.stop() }
        let wrk = Wrk(path: "/r/500", headers: ["Connection: close"])
        for server in [mishap, nginx] as [any Server] {
            try bench.check(server, path: "/r/500", gives: reply)
            try checkThatItCloses(server)
        }
        let comparison = ABComparison(
            left: .init(name: "mishap", server: mishap, wrk: wrk),
            right: .init(name: "nginx", server: nginx, wrk: wrk))
        return try comparison.run(bench, title: "close", threshold: 1.0)
    }

    func loads(_ bench: Workbench) throws(BenchError) -> [Load] {
        var load = try Load(
            "close", serving: bench.files.rules(1_000),
            Request(path: "/r/500", headers: ["Connection: close"]), status: StaticReply().status, bench)
        load.keepsConnection = false
        return [load]
    }

    /// wrk opens a new connection only if the answer has `Connection: close`.
    private func checkThatItCloses(_ server: any Server) throws(BenchError) {
        let request = Request(path: "/r/500", headers: ["Connection: close"])
        let answer = try Client.exchange(request, port: server.port)
        guard answer.head.lowercased().contains("connection: close\r\n") else {
            throw BenchError("\(server.name) does not say that it closes:\n\(answer.head)")
        }
    }
}
