import SessionLives

/// Whether all journals together keep to their bound, and what they drop.
struct JournalRow: Row {
    let name = "journal"
    let title = "60 s of full load on 24 sessions with --journal-bytes 64MiB: memory, and what is dropped"

    private static let sessions = 24
    private static let connections = 72
    private static let limit = 64 << 20
    /// Bytes that the server may have besides: connections, copies of records for readers, the heap's own.
    private static let rest = 16 << 20
    private static let path = "/r/1"

    func measure(_ bench: Workbench) throws(BenchError) -> [Finding] {
        let server = try bench.mishap(
            serving: bench.files.reply(toPosts: Self.path), with: ["--journal-bytes", "64MiB"])
        defer { server.stop() }
        let ids = try (0...Self.sessions).map { (_) throws(BenchError) in try KeptEntries.session(port: server.port) }
        let before = server.usage.residentBytes
        // The entries of one that gets no more are older than all others.
        let early = try NumberedLoad([ids[0], ids[0]], path: Self.path, port: server.port)
        try early.run(seconds: 0.2)
        let load = try NumberedLoad(
            (0..<Self.connections).map { ids[1 + $0 % Self.sessions] }, path: Self.path, port: server.port)
        let seconds = bench.options.quick ? 10.0 : 60
        var most = 0
        Progress.log("  journal: \(Int(seconds)) s")
        try load.run(seconds: seconds) { most = max(most, server.usage.residentBytes) }

        let requests = early.sent + load.sent
        let kept = try ids.map { (id) throws(BenchError) in
            try KeptEntries(of: id, requests.filter { $0.session == id }, port: server.port)
        }
        return findings(kept, perSecond: Double(requests.reduce(0) { $0 + $1.count }) / seconds, memory: most - before)
    }

    private func findings(_ kept: [KeptEntries], perSecond: Double, memory: Int) -> [Finding] {
        func count(_ label: String, _ value: Int, atMost most: Double? = nil) -> Finding {
            Finding(
                label: label, unit: .count, samples: [Double(value)], threshold: most.map { .atMost($0) })
        }
        let shards = Set(kept.flatMap { $0.oldest.keys })
        let differences = shards.map { shard in
            let times = kept.compactMap { $0.oldest[shard] }
            return (times.max() ?? 0) - (times.min() ?? 0)
        }
        return [
            Finding(label: "load", unit: .perSecond, samples: [perSecond]),
            Finding(
                label: "memory beyond that after the start", unit: .megabytes,
                samples: [Double(memory) / 1_000_000], threshold: .atMost(Double(Self.limit + Self.rest) / 1_000_000)),
            count("entries kept", kept.reduce(0) { $0 + $1.entries }),
            count("entries dropped, and counted", kept.reduce(0) { $0 + $1.evicted }),
            count("requests that are neither", kept.reduce(0) { $0 + $1.unaccounted }, atMost: 0),
            count("connections of which not the last are kept", kept.reduce(0) { $0 + $1.gaps }, atMost: 0),
            count("kept of the session that got no more", kept.first?.entries ?? 0, atMost: 0),
            Finding(
                label: "oldest entries of the sessions differ by", unit: .milliseconds,
                samples: [Double(differences.max() ?? 0)], threshold: .atMost(1_000)),
        ]
    }

    /// An earlier build may have no such bound, so this build alone is shown.
    func compare(_ bench: Workbench) throws(BenchError) -> [Finding] { try measure(bench) }
}

/// What the journal of a session still has, compared with the requests that it got.
private struct KeptEntries {
    let entries: Int
    let evicted: Int
    /// Requests that are neither an entry nor counted as dropped.
    let unaccounted: Int
    /// Connections of which another request is kept than the last ones.
    let gaps: Int
    /// When the oldest entry of each shard came: milliseconds of its day. Each shard drops its own oldest entries.
    let oldest: [Int: Int]

    static func session(port: UInt16) throws(BenchError) -> String {
        let answer = try ask("POST", "/__mishap/sessions", "{}", port: port)
        guard let id = JSONSkim(answer)["id"]?.string else { throw BenchError("no id of a session") }
        return id
    }

    init(of session: String, _ requests: [NumberedLoad.Sent], port: UInt16) throws(BenchError) {
        let path = "/__mishap/sessions/\(session)"
        let total = requests.reduce(0) { $0 + $1.count }
        guard JSONSkim(try Self.ask("GET", path, port: port))["requests"]?.isNumber(total) == true else {
            throw BenchError("\(session) got another number of requests than \(total)")
        }
        var (numbers, entries, oldest) = ([Int: [Int]](), 0, [Int: Int]())
        var (evicted, cursor) = (0, "")
        while true {
            let document = JSONSkim(try Self.ask("GET", path + "/journal" + cursor, port: port))
            let page = document["entries"]?.elements ?? []
            evicted = document["evicted"].flatMap { Int(String(decoding: $0.raw, as: UTF8.self)) } ?? -1
            for entry in page {
                let words = (entry["body"]?.string ?? "").split(separator: " ").compactMap { Int($0) }
                guard words.count == 2 else { throw BenchError("an entry of \(session) is another's") }
                numbers[words[0], default: []].append(words[1])
                guard let shard = requests.first(where: { $0.connection == words[0] })?.shard else { continue }
                oldest[shard] = min(oldest[shard] ?? .max, Self.milliseconds(entry["time"]?.string ?? ""))
            }
            entries += page.count
            guard !page.isEmpty, let next = document["next"]?.string else { break }
            cursor = "?after=\(next)&limit=10000"
        }
        self.entries = entries
        self.evicted = evicted
        self.oldest = oldest
        unaccounted = abs(total - entries - evicted)
        gaps = requests.count { sent in
            let kept = numbers[sent.connection] ?? []
            return !kept.elementsEqual(sent.count - kept.count + 1..<sent.count + 1)
        }
    }

    /// Of a time such as `2026-11-24T11:13:49.961Z`.
    private static func milliseconds(_ time: String) -> Int {
        let parts = time.drop { $0 != "T" }.dropFirst().split { ":.Z".contains($0) }.compactMap { Int($0) }
        return parts.count == 4 ? ((parts[0] * 60 + parts[1]) * 60 + parts[2]) * 1_000 + parts[3] : 0
    }

    private static func ask(
        _ method: String, _ path: String, _ body: String? = nil, port: UInt16
    ) throws(BenchError) -> [UInt8] {
        do throws(LifeError) {
            return try LifeConnection(port: port).ask(method, path, body).expect(body == nil ? 200 : 201, "to \(path)")
        } catch {
            throw BenchError(error.description)
        }
    }
}
