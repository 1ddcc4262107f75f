import CLinux
import Glibc

/// What a server costs, as the kernel counts it. A server is its process and the children of it (nginx's workers).
struct ProcessUsage {
    let pid: pid_t

    /// CPU time of all threads so far, in nanoseconds: the scheduler's own count where the kernel shows it,
    /// else the clock ticks of `stat`.
    var cpuNanoseconds: UInt64 {
        family.reduce(0) { $0 + Self.cpu(of: $1) }
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

    /// utime and stime: the 14th and 15th field, counted behind the name, which may contain anything.
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
