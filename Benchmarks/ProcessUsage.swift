import CLinux
import Glibc

/// The resources that a server uses, from the kernel's accounting: its process and its children (nginx's workers).
struct ProcessUsage {
    let pid: pid_t

    /// CPU time of all threads so far, in nanoseconds: from `schedstat` if the kernel has it, otherwise the clock ticks
    /// of `stat`.
    var cpuNanoseconds: UInt64 {
        family.reduce(0) { $0 + Self.cpu(of: $1) }
    }

    /// The same of this process alone, without children, but with threads that have ended.
    var cpuNanosecondsOfAllThreads: UInt64 {
        var (clock, time) = (clockid_t(), timespec())
        guard clock_getcpuclockid(pid, &clock) == 0, clock_gettime(clock, &time) == 0 else { return 0 }
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Resident memory in bytes.
    var residentBytes: Int {
        family.reduce(0) { $0 + Self.resident(of: $1) }
    }

    var descriptors: Int {
        family.reduce(0) { $0 + Files.names(in: "/proc/\($1)/fd").count }
    }

    private var family: [pid_t] {
        let children = Files.text("/proc/\(pid)/task/\(pid)/children") ?? ""
        return [pid] + children.split(separator: " ").compactMap { pid_t($0) }
    }

    private static func cpu(of pid: pid_t) -> UInt64 {
        var sum: UInt64 = 0
        for thread in Files.names(in: "/proc/\(pid)/task") {
            let first = Files.text("/proc/\(pid)/task/\(thread)/schedstat")?.split(separator: " ").first
            sum += first.flatMap { UInt64($0) } ?? 0
        }
        return sum > 0 ? sum : ticks(of: pid) * 1_000_000_000 / UInt64(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// utime and stime, fields 14 and 15, counted from the end of the name, which may contain spaces.
    private static func ticks(of pid: pid_t) -> UInt64 {
        guard let text = Files.text("/proc/\(pid)/stat"), let end = text.lastIndex(of: ")") else { return 0 }
        let fields = text[end...].split(separator: " ")
        guard fields.count > 13 else { return 0 }
        return (UInt64(fields[12]) ?? 0) + (UInt64(fields[13]) ?? 0)
    }

    private static func resident(of pid: pid_t) -> Int {
        guard let text = Files.text("/proc/\(pid)/status") else { return 0 }
        for line in text.split(separator: "\n") where line.hasPrefix("VmRSS:") {
            return 1_024
                * (line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first
                    .flatMap { Int($0) } ?? 0)
        }
        return 0
    }
}
