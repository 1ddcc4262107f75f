/// The options of the command line.
struct Options {
    var mishap = ".build/release/mishap"
    /// The folder that `shipped` serves.
    var scenarios = "scenarios"
    /// The folder that `start` and `size` serve.
    var frozen = "Benchmarks/scenarios"
    var folder = ".build/bench"
    var json = ".build/bench.json"
    /// The program of another build to compare with.
    var against: String?
    /// The folder that `start` and `size` serve with that program; nil for the one of its checkout.
    var againstScenarios: String?
    /// The file of the budgets, which are then measured instead of the rows.
    var budgets: String?
    /// Whether the budgets are written as they are measured.
    var write = false
    /// Outputs of builds in which warnings are counted.
    var buildLogs: [String] = []
    var only: [String] = []
    var quick = false
    var listRows = false

    static let usage = """
        usage: mishap-bench [--mishap PATH] [--against PATH [--against-scenarios FOLDER]] [--scenarios FOLDER]
                            [--only ROW]... [--quick] [--json FILE] [--list]
               mishap-bench --budgets FILE [--mishap PATH] [--only ROW]... [--build-log FILE]... [--write] [--list]
        """

    init(_ arguments: [String]) throws(BenchError) {
        var rest = arguments[...]
        while let name = rest.popFirst() {
            switch name {
            case "--quick": quick = true
            case "--list": listRows = true
            case "--write": write = true
            case "--budgets": budgets = try Self.value(of: name, &rest)
            case "--build-log": buildLogs.append(try Self.value(of: name, &rest))
            case "--against": against = try Self.value(of: name, &rest)
            case "--against-scenarios": againstScenarios = try Self.value(of: name, &rest)
            case "--mishap": mishap = try Self.value(of: name, &rest)
            case "--scenarios": scenarios = try Self.value(of: name, &rest)
            case "--json": json = try Self.value(of: name, &rest)
            case "--only": only.append(try Self.value(of: name, &rest))
            default: throw BenchError("unknown option \(name)\n\(Self.usage)")
            }
        }
    }

    /// Seconds of one run of the load generator. A comparison of builds has more and shorter runs.
    var seconds: Int { quick ? 1 : against == nil ? 3 : 2 }
    /// Runs of each side.
    var rounds: Int { quick ? 3 : against == nil ? 5 : 9 }
    /// Samples of 2,000 requests each, per side.
    var counts: Int { quick ? 1 : 3 }

    private static func value(
        of name: String, _ rest: inout ArraySlice<String>
    ) throws(BenchError) -> String {
        guard let value = rest.popFirst() else { throw BenchError("\(name) needs a value\n\(usage)") }
        return value
    }
}
