/// What the command line asked for.
struct SoakOptions {
    var seconds = 600.0
    var seed: UInt64 = 1
    var clients = 16
    /// Path of the program.
    var binary = ".build/release/mishap"
    /// Private sessions that are opened first: as many as the gateway keeps, so that it drops one for each new one.
    var sessions = 10_500
    /// Entries that the journal of the default session has dropped when it counts as full in each shard.
    var evicted = 50_000
    /// Private sessions that have been opened when memory has its final size: each that is kept was replaced several
    /// times.
    var turnover = 60_000
    /// How many intervals are measured; nil for as many as there is time for.
    var intervals: Int?
    var asksForHelp = false

    /// A tenth of the time, and a minute at most.
    var interval: Double { min(60, seconds / 10) }

    static let help = """
        usage: mishap-soak [--minutes N | --seconds N] [--seed N] [--clients N] [--sessions N] [--binary PATH]

        Starts mishap with three scenarios, and loads it with everything at once: plain requests, forms, JSON, large bodies,
        delays, failures that break off, private sessions that come and go, documents, journals that are read, clients that
        leave in the middle, and a scenario whose file changes. Every minute (or tenth of the time, if that is less) the
        load pauses, and the gateway's resources are read.

        The last interval is compared with the first one after the journals and the sessions have filled:
          threads, descriptors   equal
          memory                 at most 5% and 4 MiB more
          CPU time a request     at most 1.1 times
          latency at p99         at most twice
        and no answer may be another than it should.

          --minutes N    how long, 10 by default; --seconds N for less
          --seed N       of the clients' choices, 1 by default
          --clients N    connections at once, 16 by default: with few, chance gives most of them to one shard, whose share
                         of the memory then grows
          --sessions N   private sessions that are opened first, 10500 by default: more than the 10000
                         that it lets mishap keep
          --binary PATH  the program, .build/release/mishap by default

        Exit code: 0 all bounds kept, 1 one exceeded, 2 could not be run, 3 too short to be judged.

        Other work on the machine shows in the latency: look at the other figures first.
        """

    init() {}

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let name = rest.popFirst() {
            switch name {
            case "--help", "-h": asksForHelp = true
            case "--minutes": seconds = 60 * (try Self.number(name, &rest, 0.01...10_000))
            case "--seconds": seconds = try Self.number(name, &rest, 1...600_000)
            case "--seed": seed = UInt64(try Self.number(name, &rest, 0...1e15))
            case "--clients": clients = Int(try Self.number(name, &rest, 1...64))
            case "--sessions": sessions = Int(try Self.number(name, &rest, 0...1_000_000))
            case "--binary": binary = try Self.value(name, &rest)
            default: throw SoakError("unknown option \(name); see --help")
            }
        }
    }

    private static func value(_ name: String, _ rest: inout ArraySlice<String>) throws -> String {
        guard let value = rest.popFirst() else { throw SoakError("\(name) needs a value; see --help") }
        return value
    }

    private static func number(
        _ name: String, _ rest: inout ArraySlice<String>, _ bounds: ClosedRange<Double>
    ) throws -> Double {
        let text = try value(name, &rest)
        guard let number = Double(text), bounds.contains(number) else {
            throw SoakError("\(name) takes a number from \(bounds.lowerBound) to \(bounds.upperBound), not \(text)")
        }
        return number
    }
}
