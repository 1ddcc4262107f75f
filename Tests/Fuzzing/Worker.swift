import CLinux
import Glibc

/// Runs trials in a process of its own, so that what goes wrong there ends no more than that.
///
/// Before each it writes the trial's number to standard output; whoever reads knows which one was the last.
enum Worker {
    static let mostMemory = 200 << 20
    /// CPU time, which other programs on the machine have no part in.
    static let mostSeconds = 2
    /// The exit code of one that has grown beyond `mostMemory`.
    static let tooLarge: Int32 = 3
    /// The exit code of one in which the loader gave neither a scenario nor a reason.
    static let silent: Int32 = 4

    static func run(_ slice: FuzzOptions.Slice, _ corpus: Corpus, seed: Int64, _ injected: InjectedFailure?) -> Int32 {
        // A crash is told by its signal; nobody needs a core of each.
        _ = clinux_set_limit(Int32(RLIMIT_CORE.rawValue), 0, 0)
        var tally = Tally()
        for number in stride(from: slice.first, to: slice.end, by: slice.step) {
            report(number)
            var limit = itimerval()
            limit.it_value.tv_sec = mostSeconds
            setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &limit, nil)
            if number == InjectedFailure.trial { injected?.happen() }
            var mutation = Mutation(corpus, seed: seed, trial: number)
            do {
                tally.add(try Trial(mutation.input()))
            } catch {
                return silent
            }
            if peakMemory() > mostMemory { return tooLarge }
        }
        report(Tally.mark)
        for count in [tally.loaded, tally.refused, tally.answers, peakMemory()] { report(count) }
        return 0
    }

    static func report(_ number: Int) {
        var number = number
        _ = write(1, &number, MemoryLayout<Int>.size)
    }

    private static func peakMemory() -> Int {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss << 10
    }
}

/// What became of trials.
struct Tally {
    /// Stands before the counts in what a worker reports.
    static let mark = -1

    var loaded = 0
    var refused = 0
    var answers = 0
    var peakMemory = 0

    mutating func add(_ trial: Trial) {
        if trial.isLoaded { loaded += 1 } else { refused += 1 }
        answers += trial.answers
    }

    mutating func add(_ other: Tally) {
        loaded += other.loaded
        refused += other.refused
        answers += other.answers
        peakMemory = max(peakMemory, other.peakMemory)
    }
}
