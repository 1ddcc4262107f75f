/// Instructions of a verdict over 1,000 requests in the journal.
struct VerdictBudget: BudgetRow {
    let name = "verdict"
    let title = "a verdict with two expectations over 1,000 entries"

    private static let entries = 1_000
    private static let batch = 20

    func measure(_ bench: PinnedBench) throws(BenchError) -> Measurement {
        let callgrind = try bench.callgrind(serving: bench.files.waiting())
        defer { callgrind.server.stop() }
        let id = try VerdictRow.session(callgrind.server)
        let connection = try KeepAliveConnection(port: callgrind.server.port, seconds: 60)
        let request = Request(path: "/@\(id)\(VerdictRow.path)").bytes
        for _ in 0..<Self.entries { _ = try connection.exchange(request) }
        let call = Request(path: "/__mishap/sessions/\(id)/verdict?settle=0").bytes
        try judge(call, connection)
        let profile = try callgrind.least { () throws(BenchError) in
            for _ in 0..<Self.batch { try judge(call, connection) }
        }
        return Measurement(profile, requests: Self.batch)
    }

    private func judge(_ call: [UInt8], _ connection: KeepAliveConnection) throws(BenchError) {
        let answer = try connection.exchange(call)
        guard answer.status == 200 else { throw BenchError("the verdict is answered with \(answer.status)") }
    }
}
