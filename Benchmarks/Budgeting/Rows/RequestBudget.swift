/// Instructions of one request on a connection that is kept. Each is sent when the server sleeps, and so wakes it; how many
/// of them one turn of its loop finds would be random otherwise.
struct RequestBudget: BudgetRow {
    let name: String
    let title: String
    let scenario: @Sendable (ScenarioFiles) throws(BenchError) -> String
    let request: Request
    var status = StaticReply().status
    /// What is sent first on the connection; nil for the request itself.
    var opening: Request?
    var overTLS = false
    /// Requests of a batch: so many that what happens once in some hundred is in each of them.
    var batch = 500

    func measure(_ bench: PinnedBench) throws(BenchError) -> Measurement {
        let callgrind = try bench.callgrind(serving: scenario(bench.files))
        defer { callgrind.server.stop() }
        let port = callgrind.server.port
        let connection: any ExchangingConnection =
            try overTLS
            ? TLSKeepAliveConnection(port: port, seconds: 60) : KeepAliveConnection(port: port, seconds: 60)
        if let opening { _ = try connection.exchange(opening.bytes) }
        // Everything that is made on first use, and the pages of the journal.
        try send(200, connection, callgrind.server)
        let profile = try callgrind.least { () throws(BenchError) in try send(batch, connection, callgrind.server) }
        return Measurement(profile, requests: batch)
    }

    private func send(
        _ count: Int, _ connection: any ExchangingConnection, _ server: MishapServer
    ) throws(BenchError) {
        let bytes = request.bytes
        for _ in 0..<count {
            server.usage.waitUntilAsleep()
            let answer = try connection.exchange(bytes)
            guard answer.status == status else { throw BenchError("\(name) is answered with \(answer.status)") }
        }
    }
}

extension RequestBudget {
    static let all = [
        RequestBudget(
            name: "static", title: "a static reply among 1,000 rules, Host alone",
            scenario: thousandRules, request: Request(path: "/r/500")),
        RequestBudget(
            name: "static-fields", title: "the same with nine fields",
            scenario: thousandRules, request: fields),
        RequestBudget(
            name: "reader", title: "Host alone, read by our own reader",
            scenario: thousandRules, request: Request(path: "/r/500"), opening: chunked),
        RequestBudget(
            name: "reader-fields", title: "nine fields, read by our own reader",
            scenario: thousandRules, request: fields, opening: chunked),
        RequestBudget(
            name: "tls", title: "Host alone, over TLS",
            scenario: thousandRules, request: Request(path: "/r/500"), overTLS: true),
        RequestBudget(
            name: "long-head", title: "a head of 2.3 KB, with cookies and a token",
            scenario: thousandRules, request: longHead),
        RequestBudget(
            name: "like", title: "200 rules by `like` on a whole body of JSON",
            scenario: { (files) throws(BenchError) in try matches(.bodies, files) },
            request: Conditions.bodies.request(200), batch: 100),
        RequestBudget(
            name: "json-value", title: "200 rules by a JSON value",
            scenario: { (files) throws(BenchError) in try matches(.values, files) },
            request: Conditions.values.request(200)),
        RequestBudget(
            name: "jsonrpc", title: "a JSON-RPC result with the id of the call",
            scenario: { (files) throws(BenchError) in try files.call() }, request: call, status: 200),
        RequestBudget(
            name: "failure", title: "a failure by its name, of the same call",
            scenario: { (files) throws(BenchError) in try files.failure("jsonrpc/-32603") },
            request: call, status: 200),
        RequestBudget(
            name: "placeholders", title: "a body with two placeholders",
            scenario: { (files) throws(BenchError) in
                let reply = StaticReply(body: "page {{request.query.page}} of {{request.path[1]}}")
                return try files.matches([#""path": "/v1/items/4711""#], reply: reply, to: "placeholders")
            }, request: Request(path: "/v1/items/4711?page=2")),
        RequestBudget(
            name: "delayed", title: "a reply after a delay of 1 ms",
            scenario: { (files) throws(BenchError) in try files.delayed("1ms") },
            request: Request(path: "/r/1"), batch: 300),
    ]

    private static let thousandRules: @Sendable (ScenarioFiles) throws(BenchError) -> String = {
        (files) throws(BenchError) in try files.rules(1_000)
    }

    private static func matches(_ conditions: Conditions, _ files: ScenarioFiles) throws(BenchError) -> String {
        try files.matches((1...200).map(conditions.match), reply: StaticReply(), to: "matches")
    }

    private static let fields = Request(path: "/r/500", headers: KeepAliveRow.eightHeaders)

    /// A connection whose first request is chunked never goes to libmicrohttpd.
    private static let chunked = Request(
        method: "POST", path: "/", headers: ["Transfer-Encoding: chunked"], chunks: "0\r\n\r\n")

    private static let call = Request.post(
        #"{"jsonrpc":"2.0","method":"price","params":{"item":"tea"},"id":4711}"#, to: "/rpc",
        contentType: "application/json")

    /// As a browser sends it that is logged in.
    private static let longHead: Request = {
        func letters(_ count: Int) -> String { String(repeating: "abcdefghij", count: count / 10) }
        let more = [
            "Authorization: Bearer \(letters(800))",
            "Cookie: session=\(letters(300)); consent=\(letters(300)); theme=dark",
            "Referer: https://shop.example/\(letters(150))", "Sec-Fetch-Site: same-origin", "Sec-Fetch-Mode: cors",
            "Sec-Fetch-Dest: empty", "Origin: https://shop.example", "X-Trace: \(letters(150))",
        ]
        return Request(path: "/r/500", headers: KeepAliveRow.eightHeaders + more)
    }()
}
