import CLinux
import Glibc

/// The resources that a server uses, from the kernel's accounting: its process and its children (nginx's workers).
struct ProcessUsage {
    let pid: pid_t

    /// CPU time so far, in nanoseconds, of threads that have ended too.
    var cpuNanoseconds: UInt64 {
        family.reduce(0) { $0 + ProcessUsage(pid: $1).ownCPUNanoseconds }
    }

    /// The same of this process alone, without children.
    var ownCPUNanoseconds: UInt64 {
        var (clock, time) = (clockid_t(), timespec())
        guard clock_getcpuclockid(pid, &clock) == 0, clock_gettime(clock, &time) == 0 else { return 0 }
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Resident memory in bytes.
    var residentBytes: Int {
        family.reduce(0) { $0 + Self.resident(of: $1) }
    }

    /// Resident memory of this process alone that is of no file, in bytes: heaps and stacks. The sum over all mappings,
    /// which `VmRSS` only approaches.
    var anonymousBytes: Int { Self.kibibytes(of: "Anonymous:", in: "/proc/\(pid)/smaps_rollup") * 1_024 }

    /// Resident memory of this process alone, those pages of files included that are mapped, in bytes.
    var mappedBytes: Int { Self.kibibytes(of: "Rss:", in: "/proc/\(pid)/smaps_rollup") * 1_024 }

    /// The paths of the program and its libraries.
    var mappedFiles: Set<String> {
        let lines = (Files.text("/proc/\(pid)/maps") ?? "").split(separator: "\n")
        return Set(lines.compactMap { line in line.firstIndex(of: "/").map { String(line[$0...]) } })
    }

    /// Waits until all threads sleep, or for ten seconds.
    func waitUntilAsleep() {
        for _ in 0..<100_000 {
            if isAsleep { return }
            usleep(100)
        }
    }

    private var isAsleep: Bool {
        let tasks = "/proc/\(pid)/task"
        return Files.names(in: tasks).allSatisfy { task in
            // "7 (name) S 1 …", with any bytes in the name. A thread that has just ended has no file.
            guard let text = Files.read("\(tasks)/\(task)/stat"), let end = text.lastIndex(of: UInt8(ascii: ")"))
            else { return true }
            return text.dropFirst(end - text.startIndex + 2).first == UInt8(ascii: "S")
        }
    }

    var descriptors: Int {
        family.reduce(0) { $0 + Files.names(in: "/proc/\($1)/fd").count }
    }

    private var family: [pid_t] {
        let children = Files.text("/proc/\(pid)/task/\(pid)/children") ?? ""
        return [pid] + children.split(separator: " ").compactMap { pid_t($0) }
    }

    private static func resident(of pid: pid_t) -> Int {
        kibibytes(of: "VmRSS:", in: "/proc/\(pid)/status") * 1_024
    }

    /// The number of a line such as "VmRSS:   21072 kB"; 0 if there is none.
    private static func kibibytes(of label: String, in file: String) -> Int {
        let line = Files.text(file)?.split(separator: "\n").first { $0.hasPrefix(label) }
        return line?.dropFirst(label.count).split(whereSeparator: { $0 == " " || $0 == "\t" }).first
            .flatMap { Int($0) } ?? 0
    }
}
