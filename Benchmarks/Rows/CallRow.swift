/// A JSON-RPC reply that echoes the id of the call, against nginx, which returns the same bytes without reading.
struct CallRow: Row {
    let name = "jsonrpc"
    let title = "a JSON-RPC reply with the id echoed, keep-alive"

    private static let call = #"{"jsonrpc":"2.0","method":"price","params":{"item":"tea"},"id":4711}"#

    func measure(_ bench: Workbench) throws(BenchError) -> [Finding] {
        let mishap = try bench.mishap(serving: bench.files.call())
        defer { mishap.stop() }
        let answer = try Client.exchange(
            Client.request("/rpc", body: Self.call, contentType: "application/json"), port: mishap.port)
        let body = String(decoding: answer.body, as: UTF8.self)
        guard answer.status == 200, body.contains("4711"), !body.contains("'") else {
            throw BenchError("mishap answers the call with \(answer.status): \(body)")
        }
        let nginx = try bench.nginx(
            StaticReply(status: 200, contentType: "application/json", headers: [], body: body))
        defer { nginx.stop() }

        let wrk = Wrk(path: "/rpc", script: try script(bench), expectsFailureStatus: false)
        let duel = Duel(
            left: .init(name: "mishap", server: mishap, wrk: wrk),
            right: .init(name: "nginx", server: nginx, wrk: wrk))
        return try duel.run(bench, title: "call", bar: 0.6)
    }

    private func script(_ bench: Workbench) throws(BenchError) -> String {
        let path = "\(bench.folder)/call.lua"
        let text = """
            wrk.method = "POST"
            wrk.headers["Content-Type"] = "application/json"
            wrk.body = '\(Self.call)'

            """
        try Files.write(text, to: path)
        return path
    }
}
