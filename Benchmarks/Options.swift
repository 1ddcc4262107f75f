/// What the command line asked for.
struct Options {
    var mishap = ".build/release/mishap"
    /// What `shipped` serves.
    var scenarios = "scenarios"
    /// What `start` and `size` are judged with.
    var frozen = "Benchmarks/scenarios"
    var folder = ".build/bench"
    var json = ".build/bench.json"
    var only: [String] = []
    var quick = false
    var listRows = false

    static let usage = """
        usage: mishap-bench [--mishap PATH] [--scenarios FOLDER] [--only ROW]... [--quick] [--json FILE] [--list]
        """

    init(_ arguments: [String]) throws(BenchError) {
        var rest = arguments[...]
        while let name = rest.popFirst() {
            switch name {
            case "--quick": quick = true
            case "--list": listRows = true
            case "--mishap": mishap = try Self.value(of: name, &rest)
            case "--scenarios": scenarios = try Self.value(of: name, &rest)
            case "--json": json = try Self.value(of: name, &rest)
            case "--only": only.append(try Self.value(of: name, &rest))
            default: throw BenchError("unknown option \(name)\n\(Self.usage)")
            }
        }
    }

    /// Seconds of one run of the load generator.
    var seconds: Int { quick ? 1 : 3 }
    /// Runs of each side of a comparison.
    var rounds: Int { quick ? 3 : 5 }

    private static func value(
        of name: String, _ rest: inout ArraySlice<String>
    ) throws(BenchError) -> String {
        guard let value = rest.popFirst() else { throw BenchError("\(name) needs a value\n\(usage)") }
        return value
    }
}
