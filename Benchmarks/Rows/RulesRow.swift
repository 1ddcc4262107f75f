/// The cost of many rules with different paths: for one path in the middle, to which the threshold applies, and for a
/// sequence of many paths.
struct RulesRow: LoadRow {
    let name = "rules"
    let title = "the same static reply at 100,000 rules, against 10"

    func measure(_ bench: Workbench) throws(BenchError) -> [Finding] {
        let many = try bench.mishap(serving: bench.files.rules(100_000))
        defer { many.stop() }
        let few = try bench.mishap(serving: bench.files.rules(10))
        defer { few.stop() }
        try bench.check(many, path: "/r/50000", gives: StaticReply())
        try bench.check(few, path: "/r/5", gives: StaticReply())

        let fixed = ABComparison(
            left: .init(name: "100,000 rules", server: many, wrk: Wrk(path: "/r/50000")),
            right: .init(name: "10 rules", server: few, wrk: Wrk(path: "/r/5")))
        let walk = ABComparison(
            left: .init(name: "100,000 rules", server: many, wrk: Wrk(script: try script(100_000, bench))),
            right: .init(name: "10 rules", server: few, wrk: Wrk(script: try script(10, bench))))
        return try fixed.run(bench, title: "one path", threshold: 0.9) + walk.run(bench, title: "walk", threshold: nil)
    }

    func loads(_ bench: Workbench) throws(BenchError) -> [Load] {
        let file = try bench.files.rules(100_000)
        let status = StaticReply().status
        let walk = (1...RequestCount.warmUp).map { Request(path: "/r/\(1 + $0 * Self.leap % 100_000)") }
        return [
            try Load("one path of 100,000", serving: file, Request(path: "/r/50000"), status: status, bench),
            Load(
                "walk of 100,000", serving: file, wrk: Wrk(script: try script(100_000, bench)), requests: walk,
                status: status),
        ]
    }

    /// The step between paths; coprime to the number of rules.
    private static let leap = 7_919

    /// A wrk script with 10,000 precomputed requests, the same number on both sides, so that the load generator does
    /// the same work. Their paths are spread over all rules.
    private func script(_ rules: Int, _ bench: Workbench) throws(BenchError) -> String {
        let path = "\(bench.folder)/walk-\(rules).lua"
        let text = """
            local requests, n = {}, 0
            init = function(args)
              for i = 1, 10000 do
                requests[i] = wrk.format("GET", "/r/" .. (1 + (i * \(Self.leap)) % \(rules)))
              end
            end
            request = function()
              n = n % 10000 + 1
              return requests[n]
            end

            """
        try Files.write(text, to: path)
        return path
    }
}
