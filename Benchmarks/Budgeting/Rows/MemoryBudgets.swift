import Glibc

/// Memory after a start with the frozen copy and the first answer.
struct StartMemoryBudget: BudgetRow {
    let name: String
    let title: String
    var quantity = Quantity.memory
    let memory: @Sendable (ProcessUsage) -> Int

    func measure(_ bench: PinnedBench) throws(BenchError) -> Measurement {
        try readMappedFiles(bench)
        let server = try bench.server(serving: StartBudget.scenarios)
        defer { server.stop() }
        _ = try Client.get("/", port: server.port)
        return Measurement([quantity: server.settled(memory)])
    }

    /// Reads the program and its libraries. The kernel maps pages around those that are used, if the page cache has them.
    private func readMappedFiles(_ bench: PinnedBench) throws(BenchError) {
        let server = try bench.server(serving: StartBudget.scenarios)
        defer { server.stop() }
        for file in server.usage.mappedFiles { _ = Files.read(file) }
    }

    static let all = [
        StartMemoryBudget(
            name: "memory-anonymous", title: "anonymous memory after that start", memory: { $0.anonymousBytes }),
        StartMemoryBudget(
            name: "memory", title: "resident memory after that start", quantity: .mapped, memory: { $0.mappedBytes }),
    ]
}

/// Anonymous memory that a connection takes which is kept and silent.
struct ConnectionMemoryBudget: BudgetRow {
    let name: String
    let title: String
    /// Opens one, and does what is done on it.
    let open: @Sendable (MishapServer) throws(BenchError) -> AnyObject

    func measure(_ bench: PinnedBench) throws(BenchError) -> Measurement {
        let server = try bench.server(serving: bench.files.rules(1_000))
        defer { server.stop() }
        // What the first ones make once.
        let few = try connections(200, to: server)
        let before = server.settled { $0.anonymousBytes }
        let count = HeldConnections.possible(2_000)
        let many = try connections(count, to: server)
        let memory = server.settled { $0.anonymousBytes } - before
        // They must live until here.
        withExtendedLifetime((few, many)) {}
        return Measurement([.memory: memory / count])
    }

    private func connections(_ count: Int, to server: MishapServer) throws(BenchError) -> [AnyObject] {
        try (0..<count).map { (_) throws(BenchError) in try open(server) }
    }

    static let all = [
        ConnectionMemoryBudget(name: "idle-connection", title: "memory of an idle connection") {
            (server) throws(BenchError) in
            let connection = try KeepAliveConnection(port: server.port)
            _ = try connection.exchange(Request(path: "/r/500").bytes)
            return connection
        },
        ConnectionMemoryBudget(name: "idle-tls", title: "memory of an idle connection over TLS") {
            (server) throws(BenchError) in
            let connection = try TLSKeepAliveConnection(port: server.port)
            _ = try connection.exchange(Request(path: "/r/500").bytes)
            return connection
        },
        ConnectionMemoryBudget(name: "stalled-tls", title: "memory of a handshake whose client says no more") {
            (server) throws(BenchError) in
            let connection = try KeepAliveConnection(port: server.port)
            try connection.send(TLSKeepAliveConnection.hello())
            _ = try connection.receive()
            return connection
        },
    ]
}

/// Anonymous memory of one of 100,000 rules.
struct RuleMemoryBudget: BudgetRow {
    let name = "rule"
    let title = "memory of a rule, of 100,000"

    func measure(_ bench: PinnedBench) throws(BenchError) -> Measurement {
        let (few, many) = (try started(10, bench), try started(100_000, bench))
        return Measurement([.memory: (many - few) / (100_000 - 10)])
    }

    private func started(_ rules: Int, _ bench: PinnedBench) throws(BenchError) -> Int {
        let server = try bench.server(serving: bench.files.rules(rules))
        defer { server.stop() }
        _ = try Client.get("/r/5", port: server.port)
        return server.settled { $0.anonymousBytes }
    }
}

extension MishapServer {
    /// Memory that has not changed for 200 ms, since a server gives back some of it after its start.
    fileprivate func settled(_ memory: (ProcessUsage) -> Int) -> Int {
        usleep(500_000)
        var last = memory(usage)
        for _ in 0..<20 {
            usleep(200_000)
            let now = memory(usage)
            if now == last { return now }
            last = now
        }
        return last
    }
}
