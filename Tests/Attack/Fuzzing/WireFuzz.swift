import CLinux
import Glibc

/// Sends connections made by grammar to a server, until the time is up. A server that crashes, or answers no more, has
/// failed; the connection behind it is found and made as small as it can be, and kept as a file.
struct WireFuzz {
    private let options: AttackOptions
    private let sessions: [String]
    private let begin = Clock.now
    private var failures = 0

    /// Connections between two looks at the server.
    private static let batchSize = 256
    private static let atOnce = 64
    /// Milliseconds in which nothing comes, after which a client leaves.
    private static let patience = 60
    /// Milliseconds within which health must be answered behind a batch; sanitizers are slow.
    private static let mostSilence: Int32 = 10_000
    /// Servers that are started at most to make one connection smaller.
    private static let mostStarts = 60
    private static let mostFailures = 10

    /// The repository, from where this file was compiled.
    private static let root = String(#filePath.dropLast("/Tests/Attack/Fuzzing/WireFuzz.swift".utf8.count))

    init(_ options: AttackOptions) {
        self.options = options
        let folder = Self.root + "/scenarios"
        sessions =
            ["main", "calls", "xml"]
            + Files.all(below: folder).filter { $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json") }
            .map { String($0.dropFirst(folder.utf8.count + 1).dropLast(5)) }
    }

    mutating func run() throws(AttackError) -> Int32 {
        mkdir(options.output, 0o755)
        if let file = options.replay { return try replay(file) }
        try replayCorpus()
        let deadline = begin + UInt64(options.seconds) * 1_000_000_000
        var number = 0
        var server = try start()
        var shown = begin
        while Clock.now < deadline, failures < Self.mostFailures {
            let trials = (number..<(number + Self.batchSize)).map(trial)
            if let words = try send(trials, to: server) {
                failures += 1
                Console.say("connections \(number) to \(number + Self.batchSize - 1): the server \(words)")
                try keep(trials, from: number)
                server = try start()
            }
            number += Self.batchSize
            if Clock.now - shown > 5_000_000_000 {
                shown = Clock.now
                Console.say("\(number) connections after \((shown - begin) / 1_000_000_000) s")
            }
        }
        let seconds = Double(Clock.now - begin) / 1e9
        print("seed \(options.seed): \(number) connections in \(seconds.rounded(0)) s, \(failures) failures")
        if failures == 0 { print("memory at the end \(server.memory >> 20) MiB, \(server.descriptors) descriptors") }
        return failures == 0 ? 0 : 1
    }

    private func trial(_ number: Int) -> WireTrial {
        WireTrial(seed: options.seed, number: number, sessions: sessions)
    }

    private func start() throws(AttackError) -> AttackedServer {
        try AttackedServer(options.server, folder: options.output, further: [Self.root + "/scenarios"])
    }

    /// Why the server did not live through it; nil if it did.
    private func send(_ trials: [WireTrial], to server: AttackedServer) throws(AttackError) -> String? {
        let conversations = trials.map { trial in
            Conversation(
                segments: trial.segments.map { $0[...] }, endsInput: trial.leaving == .halfClose,
                leavesBehindInput: trial.leaving == .close || trial.leaving == .reset, resets: trial.leaving == .reset)
        }
        do throws(AttackError) {
            try Conversation.run(conversations, port: server.port, atOnce: Self.atOnce, patience: Self.patience)
        } catch {
            // A server that is gone is the finding itself.
            if server.isAlive { throw error }
        }
        return look(server)
    }

    private func look(_ server: AttackedServer) -> String? {
        if let end = server.end { return end }
        let client = try? Client(port: server.port)
        client?.send("GET /__mishap/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        if client?.receive(within: Self.mostSilence)?.starts(with: "HTTP/1.1 200".utf8) == true { return nil }
        return server.end ?? "does not answer within \(Self.mostSilence / 1_000) s"
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

extension WireTrial {
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
