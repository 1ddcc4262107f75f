import CLinux
import Glibc

/// Sends connections made by grammar to a server, until the time is up. A server that crashes, or answers no more, or does
/// not end a connection, has failed; the connection behind it is found and made as small as it can be, and kept as a file.
///
/// There are several workers, each with a thread and a server of its own.
struct WireFuzz {
    private let options: AttackOptions
    private let sessions: [String]
    private let begin = Clock.now
    private let worker: Int
    /// What a worker has come to.
    private var failures = 0
    private var number: Int
    private var last = ""

    private static let shards = Int(clinux_usable_cores())
    /// Connections between two looks at the server.
    private static let batchSize = 256
    private static let atOnce = 64
    /// Of a batch, connections that are sent within TLS too, one after the other.
    private static let withinTLS = 16
    /// Milliseconds in which nothing comes, after which a client leaves.
    private static let patience = 60
    /// Milliseconds within which health must be answered behind a batch; sanitizers are slow.
    private static let mostSilence: Int32 = 10_000
    /// Connections to find each shard, since the kernel chooses one.
    private static let mostProbes = 40 * shards
    /// Servers that are started at most to make one connection smaller.
    private static let mostStarts = 60
    private static let mostFailures = 10

    /// The repository, from where this file was compiled.
    private static let root = String(#filePath.dropLast("/Tests/Attack/Fuzzing/WireFuzz.swift".utf8.count))

    init(_ options: AttackOptions, worker: Int = 0) {
        var options = options
        if options.workers > 1 { options.output += "/worker-\(worker)" }
        self.options = options
        self.worker = worker
        number = worker * Self.batchSize
        let folder = Self.root + "/scenarios"
        sessions =
            ["main", "calls", "xml"]
            + Files.all(below: folder).filter { $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json") }
            .map { String($0.dropFirst(folder.utf8.count + 1).dropLast(5)) }
    }

    /// Runs all workers; the exit code.
    static func run(_ options: AttackOptions) throws(AttackError) -> Int32 {
        mkdir(options.output, 0o755)
        if let file = options.replay {
            var options = options
            options.workers = 1
            return try WireFuzz(options).replay(file)
        }
        let begin = Clock.now
        let runs = (0..<options.workers).map { WorkerRun(WireFuzz(options, worker: $0)) }
        for run in runs { try run.start() }
        let ended = runs.map { $0.join() }
        for run in ended { if let error = run.error { throw error } }
        let count = ended.reduce(0) { $0 + $1.connections }
        let failures = ended.reduce(0) { $0 + $1.failures }
        let seconds = (Double(Clock.now - begin) / 1e9).rounded(0)
        print(
            "seed \(options.seed): \(count) connections by \(options.workers) workers in \(seconds) s, \(failures) failures"
        )
        for run in ended where run.failures == 0 { print(run.words) }
        return failures == 0 ? 0 : 1
    }

    fileprivate struct Ended {
        var connections = 0
        var failures = 0
        var words = ""
        var error: AttackError?
    }

    fileprivate mutating func work() -> Ended {
        var ended = Ended()
        do throws(AttackError) { try send() } catch { ended.error = error }
        ended.connections = (number / Self.batchSize - worker) / options.workers * Self.batchSize
        (ended.failures, ended.words) = (failures, last)
        return ended
    }

    /// Sends every batch that is this worker's.
    private mutating func send() throws(AttackError) {
        mkdir(options.output, 0o755)
        if worker == 0 { try replayCorpus() }
        let deadline = begin + UInt64(options.seconds) * 1_000_000_000
        var server = try start()
        var shown = begin
        while Clock.now < deadline, failures < Self.mostFailures {
            let trials = (number..<(number + Self.batchSize)).map(trial)
            if let words = try sendWithinTLS(to: server) {
                failures += 1
                Console.say(
                    "connections within TLS from \(number), seed \(options.seed): the server \(words); it is in \(options.output)/server.log"
                )
                server = try start()
            }
            if let words = try send(trials, to: server) {
                failures += 1
                let seconds = (Clock.now - begin) / 1_000_000_000
                Console.say(
                    "connections \(number) to \(number + Self.batchSize - 1), after \(seconds) s: the server \(words)")
                try keep(trials, from: number)
                server = try start()
            }
            number += options.workers * Self.batchSize
            if Clock.now - shown > 5_000_000_000 {
                shown = Clock.now
                Console.say("worker \(worker): up to \(number) after \((shown - begin) / 1_000_000_000) s")
            }
        }
        last = "worker \(worker): memory at the end \(server.memory >> 20) MiB, \(server.descriptors) descriptors"
    }

    /// Why the server did not live through some connections within TLS; nil if it did.
    private func sendWithinTLS(to server: AttackedServer) throws(AttackError) -> String? {
        for number in number..<(number + Self.withinTLS) {
            var trial = SecureTrial(seed: options.seed, number: number, sessions: sessions)
            do throws(AttackError) { try trial.run(port: server.port) } catch {
                if server.isAlive { throw error }
            }
        }
        return look(server)
    }

    private func trial(_ number: Int) -> WireTrial {
        WireTrial(seed: options.seed, number: number, sessions: sessions)
    }

    private func start() throws(AttackError) -> AttackedServer {
        try AttackedServer(options.server, folder: options.output, further: [Self.root + "/scenarios"])
    }

    /// Why the server did not live through it; nil if it did.
    private func send(_ trials: [WireTrial], to server: AttackedServer) throws(AttackError) -> String? {
        let conversations = try converse(trials, with: server, patience: Self.patience)
        if let words = look(server) { return words }
        // Patience is short. Those that must end are given more of it.
        let open = zip(trials, conversations).filter { $0.mustEnd && $1.ending == .open }.map(\.0)
        let again = try converse(open, with: server, patience: Int(Self.mostSilence))
        let hanging = again.count { $0.ending == .open }
        return hanging > 0 ? "leaves \(hanging) connections open behind their client's end" : look(server)
    }

    private func converse(
        _ trials: [WireTrial], with server: AttackedServer, patience: Int
    ) throws(AttackError) -> [Conversation] {
        let conversations = trials.map { trial in
            Conversation(
                segments: trial.segments.map { $0[...] }, endsInput: trial.leaving == .halfClose,
                leavesBehindInput: trial.leaving == .close || trial.leaving == .reset, resets: trial.leaving == .reset)
        }
        do throws(AttackError) {
            try Conversation.run(conversations, port: server.port, atOnce: Self.atOnce, patience: patience)
        } catch {
            // A server that is gone is the finding itself.
            if server.isAlive { throw error }
        }
        return conversations
    }

    /// Asks every shard for its health.
    private func look(_ server: AttackedServer) -> String? {
        if let end = server.end { return end }
        var seen: Set<Int> = []
        for _ in 0..<Self.mostProbes where seen.count < Self.shards {
            guard let client = try? Client(port: server.port),
                let shard = ShardProbe.ask(client, within: Self.mostSilence)
            else { return server.end ?? "does not answer within \(Self.mostSilence / 1_000) s" }
            seen.insert(shard)
        }
        return seen.count == Self.shards ? nil : "answers on \(seen.count) of \(Self.shards) shards only"
    }

    // MARK: Failures

    /// Finds the connection behind a failure, makes it smaller, and writes it to a file.
    private mutating func keep(_ trials: [WireTrial], from number: Int) throws(AttackError) {
        var starts = 0
        func fails(_ trials: [WireTrial]) throws(AttackError) -> Bool {
            starts += 1
            return starts <= Self.mostStarts ? try send(trials, to: try start()) != nil : false
        }
        var rest = Array(trials.enumerated())
        while rest.count > 1 {
            let half = rest.count / 2
            let halves = [Array(rest[..<half]), Array(rest[half...])]
            guard
                let failing = try first(
                    of: halves, where: { (part) throws(AttackError) in try fails(part.map(\.element)) })
            else { break }
            rest = failing
        }
        let path = "\(options.output)/\(options.seed)-\(number + rest[0].offset)"
        guard rest.count == 1 else {
            for (offset, trial) in rest {
                try Files.write(trial.text, to: "\(options.output)/\(options.seed)-\(number + offset).trial")
            }
            return Console.say("  only \(rest.count) connections together do that: \(path).trial and the following")
        }
        var trial = rest[0].element
        Console.say("  it is connection \(number + rest[0].offset), \(trial.bytes.count) bytes")
        var size = max(1, trial.bytes.count / 2)
        while size > 0, starts < Self.mostStarts {
            var start = 0
            while start < trial.bytes.count, starts < Self.mostStarts {
                let smaller = trial.without(start..<(start + size))
                if try fails([smaller]) { trial = smaller } else { start += size }
            }
            size /= 2
        }
        try Files.write(trial.text, to: path + ".trial")
        Console.say("  \(trial.bytes.count) bytes are enough: \(trial.bytes.shown)")
        Console.say(
            "  again: make fuzz-wire ARGS=\"--replay \(path).trial\"; the server's words are in \(options.output)/server.log"
        )
    }

    private func first<Element>(
        of list: [Element], where condition: (Element) throws(AttackError) -> Bool
    ) throws(AttackError) -> Element? {
        for element in list where try condition(element) { return element }
        return nil
    }

    private func replay(_ file: String) throws(AttackError) -> Int32 {
        guard let trial = WireTrial(text: Files.text(file)) else {
            throw AttackError("\(file) is no connection of the fuzzer")
        }
        let words = try send([trial], to: try start())
        print(words.map { "the server \($0)" } ?? "the server lives")
        return words == nil ? 0 : 1
    }

    /// Connections that were failures once, or are to be tried each time.
    private mutating func replayCorpus() throws(AttackError) {
        let files = Files.all(below: Self.root + "/Tests/Attack/Fuzzing/Corpus").filter { $0.hasSuffix(".trial") }
        guard !files.isEmpty else { return }
        let trials = files.compactMap { WireTrial(text: Files.text($0)) }
        guard trials.count == files.count else { throw AttackError("a file of the corpus is no connection") }
        let server = try start()
        for (file, trial) in zip(files, trials) {
            guard let words = try send([trial], to: server) else { continue }
            failures += 1
            Console.say("\(file): the server \(words)")
            return
        }
    }
}

/// A worker on a thread of its own.
private final class WorkerRun {
    private var fuzz: WireFuzz
    private var ended = WireFuzz.Ended()
    private var thread = pthread_t()

    init(_ fuzz: WireFuzz) { self.fuzz = fuzz }

    func start() throws(AttackError) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        guard pthread_create(&thread, nil, runWorker, context) == 0 else { throw AttackError("no thread for a worker") }
    }

    /// Called on the thread, which nobody else looks at until it is joined.
    fileprivate func run() { ended = fuzz.work() }

    func join() -> WireFuzz.Ended {
        pthread_join(thread, nil)
        return ended
    }
}

private func runWorker(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context { Unmanaged<WorkerRun>.fromOpaque(context).takeUnretainedValue().run() }
    return nil
}

extension WireTrial {
    /// Whether the server must end the connection in a moment: the client has ended its side, and no scenario that may
    /// wait or hold sees a request of it.
    var mustEnd: Bool {
        guard leaving == .halfClose else { return false }
        let text = String(decoding: bytes, as: UTF8.self).lowercased()
        return !["mishap-session", "mishap-fail", "/__mishap/fail", "/@", "wait="].contains { text.contains($0) }
    }

    /// The same without some of its bytes.
    func without(_ range: Range<Int>) -> WireTrial {
        var position = 0
        let segments = segments.map { segment in
            defer { position += segment.count }
            return segment.enumerated().filter { !range.contains(position + $0.offset) }.map(\.element)
        }
        return WireTrial(segments: segments.filter { !$0.isEmpty }, leaving: leaving)
    }
}
