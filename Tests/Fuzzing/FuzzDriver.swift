import CLinux
import Glibc
import Mishap

/// Shares the trials out among workers, shows how far they are, and keeps what failed.
struct FuzzDriver {
    let options: FuzzOptions
    let corpus: Corpus
    let program: String

    /// After so many the rest would only say it again.
    private static let mostFailures = 20

    /// A worker, and which trials are its.
    private struct RunningWorker {
        let number: Int
        var process: WorkerProcess
    }

    func run() throws(FuzzError) -> Int32 {
        let begin = clinux_monotonic_nanoseconds()
        var workers: [RunningWorker] = []
        for number in 0..<min(options.workers, options.count) {
            workers.append(RunningWorker(number: number, process: try start(from: number)))
        }
        var failures = 0
        var tally = Tally()
        var shown = begin
        while !workers.isEmpty, failures < Self.mostFailures {
            usleep(50_000)
            for index in workers.indices.reversed() {
                let process = workers[index].process
                process.look()
                switch process.ending {
                case nil: continue
                case .finished?:
                    tally.add(process.tally ?? Tally())
                    workers.remove(at: index)
                case let ending?:
                    failures += 1
                    let trial = process.lastTrial ?? workers[index].number
                    try keep(trial, ending.words)
                    if trial + options.workers < options.count {
                        workers[index].process = try start(from: trial + options.workers)
                    } else {
                        workers.remove(at: index)
                    }
                }
            }
            let now = clinux_monotonic_nanoseconds()
            if now - shown > 5_000_000_000, let trial = workers.compactMap(\.process.lastTrial).max() {
                shown = now
                Self.say("\(trial) of \(options.count) after \((now - begin) / 1_000_000_000) s")
            }
        }
        let seconds = Double((clinux_monotonic_nanoseconds() - begin) / 10_000_000) / 100
        print("seed \(options.seed): \(options.count) mutations in \(seconds) s, \(failures) failed")
        if failures == 0 {
            print(
                "\(tally.loaded) loaded and answered \(tally.answers) requests, \(tally.refused) were refused with reasons"
            )
            print("memory at most \(tally.peakMemory >> 20) MiB")
        }
        return failures == 0 ? 0 : 1
    }

    private func start(from first: Int) throws(FuzzError) -> WorkerProcess {
        let slice = FuzzOptions.Slice(first: first, step: options.workers, end: options.count)
        return try WorkerProcess(program, slice, options)
    }

    /// Writes the input to a file and says how to see it again.
    private func keep(_ trial: Int, _ words: String) throws(FuzzError) {
        var mutation = Mutation(corpus, seed: options.seed, trial: trial)
        let path = "\(options.output)/\(options.seed)-\(trial).json"
        mkdir(options.output, 0o755)
        guard let file = fopen(path, "w") else { throw FuzzError("cannot write \(path)") }
        let input = mutation.input()
        fwrite(input, 1, input.count, file)
        fclose(file)
        Self.say("trial \(trial) \(words): \(path)")
        Self.say("  again: make fuzz ARGS=\"--seed \(options.seed) --only \(trial)\"")
    }

    static func say(_ words: String) {
        let line = Array((words + "\n").utf8)
        _ = write(2, line, line.count)
    }
}
