import CLinux
import Glibc
import HostileRequests

/// Runs the groups of rows and the attacks one after the other, shows how far they are, and reports.
struct AttackDriver {
    private let options: AttackOptions
    private let rows: [HostileRequest]
    private let assaults: [Assault]
    private let deadline: UInt64
    private var server: AttackedServer
    /// Of libmicrohttpd.
    private let version: String
    private var watch: Watch
    /// What the server uses when nothing has happened yet but the journals are full.
    private var baseline: Watch.Idle
    private var findings: [Finding] = []
    private var problems: [TableAttack.Problem] = []
    private var conversations = 0
    private var skipped = 0

    private static let groupSize = 50
    /// Milliseconds of silence after which a connection is given up on; the server lingers for two seconds itself.
    private static let patience = 3_000
    /// How often an attack is repeated while it takes more memory than before.
    private static let mostRepeats = 3
    /// How often it is repeated while the machine is too busy to judge the latencies.
    private static let mostRetries = 2
    /// Nanoseconds that an attack takes at least.
    private static let leastTime: UInt64 = 1_000_000_000

    init(_ options: AttackOptions) throws(AttackError) {
        self.options = options
        rows = HostileRequest.all.filter { options.includes($0.name) }
        assaults = options.isTableOnly ? [] : Assault.all.filter { options.includes($0.name) }
        guard !rows.isEmpty || !assaults.isEmpty else {
            throw AttackError(
                "no row and no attack has \"\(options.only.joined(separator: "\" or \""))\" in its name; see --list")
        }
        deadline = Clock.now + UInt64(options.minutes) * 60_000_000_000
        _ = clinux_raise_descriptor_limit()
        let shards = Int(clinux_usable_cores())
        server = try Self.start(options)
        version = server.libraryVersion
        watch = Watch(server: server, probe: try ShardProbe(port: server.port, shards: shards))
        try Self.fillJournals(server.port)
        baseline = watch.idle()
    }

    /// The server may use every core; the attacker and its probes share one.
    private static func start(_ options: AttackOptions) throws(AttackError) -> AttackedServer {
        _ = clinux_pin_to_core(-1)
        defer { _ = clinux_pin_to_core(0) }
        return try AttackedServer(options.server, folder: options.output)
    }

    static var list: String {
        let rows = HostileRequest.all.map { "\($0.section)\t\($0.name)" }
        let assaults = Assault.all.map { "attack\t\($0.name): \($0.title)" }
        return (rows + assaults).joined(separator: "\n")
    }

    mutating func run() throws(AttackError) -> Int32 {
        let begin = Clock.now
        Console.say(
            "\(rows.count) rows and \(assaults.count) attacks, libmicrohttpd \(version), seed \(options.seed)"
        )
        for start in stride(from: 0, to: rows.count, by: Self.groupSize) {
            guard Clock.now < deadline else {
                skipped += rows.count - start
                break
            }
            try attack(Array(rows[start..<min(start + Self.groupSize, rows.count)]), from: start)
        }
        judgeTable()
        for assault in assaults {
            guard Clock.now < deadline else {
                skipped += 1
                continue
            }
            Console.say("\(assault.name): \(assault.title)")
            let field = Assault.Field(port: server.port, seed: options.seed, isSmall: false)
            let server = server
            let run = { () throws(AttackError) -> [String] in
                // A short attack is repeated, so that it can be seen by the probes.
                let end = Clock.now + Self.leastTime
                while true {
                    let problems = try assault.run(field)
                    if !problems.isEmpty || Clock.now > end || !server.isAlive { return problems }
                }
            }
            var finding = try watch.look(assault.name, from: baseline, run)
            // Again: what is kept is used, what leaks grows each time. Each thread of the server has memory of its own that
            // the C library keeps for it, and journals are written by several threads: which of them wrote how much differs
            // from time to time, so that the second time may take more, too, while the bytes in use are the same (30 unread
            // journals, four times: 33, 36, 38, 38, 38 MiB resident, 17 MiB in use each time, 33 MiB after malloc_trim).
            for _ in 0..<Self.mostRepeats where Watch.mayBeKept(finding) {
                let again = try watch.look(assault.name, from: finding.after, run)
                baseline = finding.after
                finding.probes.add(again.probes)
                (finding.before, finding.after, finding.problems) = (again.before, again.after, again.problems)
            }
            for _ in 0..<Self.mostRetries where finding.cannotBeJudged && server.isAlive && Clock.now < deadline {
                Console.say("  again: this machine was too busy to judge the latencies")
                let again = try watch.look(assault.name, from: finding.after, run)
                (finding.probes, finding.after) = (again.probes, again.after)
                finding.problems += again.problems
            }
            finding.judgeProbes()
            try note(finding)
        }
        report(seconds: Double(Clock.now - begin) / 1e9)
        return verdict.rawValue
    }

    private var verdict: Verdict { Verdict(findings, failedRows: problems.count, skipped: skipped) }

    // MARK: Rows

    /// The probes of one group are too few for a percentile: those of all groups are judged together.
    private mutating func judgeTable() {
        guard var table = findings.first else { return }
        table.title = "the table"
        table.problems = []
        table.probes = findings.dropFirst().reduce(into: table.probes) { $0.add($1.probes) }
        table.after = watch.idle()
        table.judgeProbes()
        findings.append(table)
        for problem in table.problems { Console.say("  \(problem)") }
    }

    private mutating func attack(_ group: [HostileRequest], from start: Int) throws(AttackError) {
        let title = "rows \(start + 1) to \(start + group.count)"
        var failed: [TableAttack.Problem] = []
        let attacks = RowAttack.all(group)
        var finding = try look(title, attacks, from: baseline, &failed)
        problems += failed
        for _ in 0..<Self.mostRetries where finding.cannotBeJudged && server.isAlive && Clock.now < deadline {
            Console.say("  again: this machine was too busy to judge the latencies")
            let again = try look(title, attacks, from: finding.after, &failed)
            problems += failed
            (finding.probes, finding.after) = (again.probes, again.after)
            finding.problems += again.problems
        }
        conversations += attacks.count
        Console.say(
            "\(title): \(attacks.count) connections in \(finding.seconds.rounded(1)) s, \(failed.count) not as they should"
        )
        if rows.count <= 3 { show(failed) }
        try note(finding)
        if !finding.problems.isEmpty { try halve(group, finding.problems) }
    }

    private func look(
        _ title: String, _ attacks: [RowAttack], from before: Watch.Idle, _ problems: inout [TableAttack.Problem]
    ) throws(AttackError) -> Finding {
        let table = TableAttack(port: server.port, seed: options.seed, patience: Self.patience)
        var result: [TableAttack.Problem] = []
        let finding = try watch.look(title, from: before) { () throws(AttackError) in
            do throws(AttackError) {
                result = try table.run(attacks)
            } catch {
                // The finding says how the server ended.
                if server.isAlive { throw error }
            }
            return []
        }
        problems = result
        return finding
    }

    /// Looks for the row behind a problem of the whole group.
    private mutating func halve(_ group: [HostileRequest], _ words: [String]) throws(AttackError) {
        guard group.count > 1 else {
            Console.say("  it is the row \"\(group[0].name)\"")
            return
        }
        let half = group.count / 2
        for part in [group[..<half], group[half...]] where Clock.now < deadline {
            var problems: [TableAttack.Problem] = []
            // What earlier rows have left may go meanwhile, and must not hide what these leave.
            let finding = try look(
                "\(part.count) rows from \"\(part.first?.name ?? "")\"", RowAttack.all(Array(part)), from: watch.idle(),
                &problems)
            guard !finding.problems.isEmpty else { continue }
            try note(finding)
            return try halve(Array(part), finding.problems)
        }
        Console.say("  neither half does that by itself")
    }

    private func show(_ problems: [TableAttack.Problem]) {
        for problem in problems {
            print(
                "\(problem.attack.words)\n  sent     \(Judgement.bytes(problem.attack.row, problem.attack.path).bytes.shown)"
            )
            print("  received \(problem.received.shown)\n  \(problem.words)")
        }
    }

    // MARK: Findings

    private mutating func note(_ finding: Finding) throws(AttackError) {
        findings.append(finding)
        for problem in finding.problems { Console.say("  \(problem)") }
        if !server.isAlive {
            server = try Self.start(options)
            watch.probe.stop()
            watch = Watch(
                server: server, probe: try ShardProbe(port: server.port, shards: watch.probe.shards))
            try Self.fillJournals(server.port)
            baseline = watch.idle()
        } else if !finding.problems.isEmpty {
            // What is lost stays lost, and is not to be said again of each attack that follows.
            baseline = watch.idle()
        }
    }

    /// A journal grows until it is full. That is no leak.
    private static func fillJournals(_ port: UInt16) throws(AttackError) {
        let filler = String(repeating: "a", count: 300)
        let piece = Array(
            String(repeating: "GET /plain/a HTTP/1.1\r\nHost: x\r\nA: \(filler)\r\n\r\n", count: 200).utf8)
        var clients: [Client] = []
        for _ in 0..<16 { clients.append(try Client(port: port)) }
        for _ in 0..<25 {
            for client in clients {
                client.send(piece)
                while client.receive(within: 0) != nil {}
            }
        }
        for client in clients {
            while client.receive(within: 200) != nil {}
        }
    }

    private static let tolerances = """
        Held is: p99 of the probes at most \(Finding.mostP99.rounded(0)) ms, unless the probe itself runs \(Finding.mostDelay.rounded(0)) ms
        late at p99 ("own p99"); no probe lost; within 5 s after an attack no descriptor more, at most
        \(Watch.mostIdleCPU.rounded(0)) ms of CPU time a second, and at most \(Watch.spareMemory >> 20) MiB of memory more than before, which an allocator may keep.
        It may keep up to \(Watch.mostKeptMemory >> 20) MiB of an attack's first time if the next of up to \(mostRepeats) repeats takes no \(Watch.spareMemory >> 20) MiB more.
        """

    private func report(seconds: Double) {
        print(
            "seed \(options.seed), libmicrohttpd \(version): \(rows.count) rows on \(conversations) connections, \(assaults.count) attacks, \(seconds.rounded(0)) s"
        )
        print("")
        print(Self.tolerances)
        print("")
        print("                      probes   p50 ms   p99 ms   max ms   own p99   CPU ms/s   descriptors   memory MiB")
        for finding in findings {
            let columns = [
                ("\(finding.probes.count)", 8), (finding.probes.quantile(0.5).rounded(2), 9),
                (finding.probes.quantile(0.99).rounded(2), 9), (finding.probes.quantile(1).rounded(1), 9),
                (finding.probes.delays.quantile(0.99).rounded(2), 10), (finding.after.cpu.rounded(1), 11),
                ("\(finding.before.descriptors) \(finding.after.descriptors)", 14),
                ("\(finding.before.memory >> 20) \(finding.after.memory >> 20)", 13),
            ]
            print(Self.pad(finding.title, 20, isLeft: true) + columns.map { Self.pad($0.0, $0.1) }.joined())
            for problem in finding.problems { print("  NOT HELD: \(problem)") }
            if !finding.isJudged { print("  not judged: this machine runs the probe itself too late, see \"own p99\"") }
        }
        print("")
        print("\(problems.count) connections were not answered as the table demands")
        for (words, problems) in Self.byWords(problems) {
            print("  \(words)")
            for (row, problems) in problems {
                let ways = problems.map {
                    "\($0.attack.path) \($0.attack.isLater ? "later" : "first") \($0.attack.way.rawValue)"
                }
                print("    \(row.name) (\(row.section)): \(ways.count) ways, such as \(ways[0])")
            }
        }
        if skipped > 0 { print("  \(skipped) rows or attacks were left out, for time") }
        let unjudged = findings.count { !$0.isJudged }
        if unjudged > 0 { print("  the latencies of \(unjudged) findings were not judged") }
        print(verdict.words)
    }

    /// In the order of the table.
    private static func byRow(_ problems: [TableAttack.Problem]) -> [(HostileRequest, [TableAttack.Problem])] {
        var result: [(HostileRequest, [TableAttack.Problem])] = []
        for problem in problems {
            if let index = result.firstIndex(where: { $0.0.name == problem.attack.row.name }) {
                result[index].1.append(problem)
            } else {
                result.append((problem.attack.row, [problem]))
            }
        }
        return result
    }

    /// Rows that fail alike, together.
    private static func byWords(
        _ problems: [TableAttack.Problem]
    ) -> [(String, [(HostileRequest, [TableAttack.Problem])])] {
        var result: [(String, [(HostileRequest, [TableAttack.Problem])])] = []
        for entry in byRow(problems) {
            if let index = result.firstIndex(where: { $0.0 == entry.1[0].words }) {
                result[index].1.append(entry)
            } else {
                result.append((entry.1[0].words, [entry]))
            }
        }
        return result
    }

    private static func pad(_ text: String, _ width: Int, isLeft: Bool = false) -> String {
        let spaces = String(repeating: " ", count: max(1, width - text.count))
        return isLeft ? text + spaces : spaces + text
    }
}
