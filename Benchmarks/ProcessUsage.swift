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

    var descriptors: Int {
        family.reduce(0) { $0 + Files.names(in: "/proc/\($1)/fd").count }
    }

    private var family: [pid_t] {
        let children = Files.text("/proc/\(pid)/task/\(pid)/children") ?? ""
        return [pid] + children.split(separator: " ").compactMap { pid_t($0) }
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
