/// A JSON-RPC reply that echoes the id of the call, against nginx, which returns the same bytes without parsing the
/// request.
struct CallRow: LoadRow {
    let name = "jsonrpc"
    let title = "a JSON-RPC reply with the id echoed, keep-alive"

    private static let call = #"{"jsonrpc":"2.0","method":"price","params":{"item":"tea"},"id":4711}"#

    func measure(_ bench: Workbench) throws(BenchError) -> [Finding] {
        let load = try loads(bench)[0]
        let mishap = try bench.mishap(serving: load.scenarios)
        defer { mishap.stop() }
        let body = String(decoding: try load.check(mishap).body, as: UTF8.self)
        guard body.contains("4711"), !body.contains("'") else {
            throw BenchError("mishap answers the call with \(body)")
        }
        let nginx = try bench.nginx(
            StaticReply(status: 200, contentType: "application/json", headers: [], body: body))
        defer { nginx.stop() }

        let comparison = ABComparison(
            left: .init(name: "mishap", server: mishap, wrk: load.wrk),
            right: .init(name: "nginx", server: nginx, wrk: load.wrk))
        return try comparison.run(bench, title: load.title, threshold: 0.6)
    }

    func loads(_ bench: Workbench) throws(BenchError) -> [Load] {
        let request = Request.post(Self.call, to: "/rpc", contentType: "application/json")
        return [try Load("call", serving: bench.files.call(), request, status: 200, script: "call", bench)]
    }
}
