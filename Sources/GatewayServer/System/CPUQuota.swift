internal import Glibc

/// The CPU time that control groups allow this process, as containers limit it: `docker run --cpus`, a CPU limit of a pod.
///
/// The cores of the machine stay visible there: a pod with one CPU of 64 may run on all 64, and is paused for most of each
/// period if it does.
struct CPUQuota: Sendable {
    /// The text of a file; nil if it cannot be read.
    let read: @Sendable (String) -> String?

    /// Of this process.
    static let own = CPUQuota(read: Self.file)

    /// Cores that the time of a period is worth, rounded up; nil without a limit.
    var cores: Int? {
        guard let groups = read("/proc/self/cgroup") else { return nil }
        let limits = groups.split(separator: "\n").flatMap { line -> [Int] in
            let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else { return [] }
            if parts[1].isEmpty { return folders(parts[2]).compactMap { limit("/sys/fs/cgroup\($0)") } }
            guard parts[1].split(separator: ",").contains("cpu") else { return [] }
            return folders(parts[2]).compactMap { earlierLimit("/sys/fs/cgroup/\(parts[1])\($0)") }
        }
        return limits.min()
    }

    /// The folder of a group and those above it, any of which may have a limit. In a container the root is the group's own.
    private func folders(_ path: Substring) -> [String] {
        var folders = [""]
        for name in path.split(separator: "/") where name != ".." { folders.append((folders.last ?? "") + "/\(name)") }
        return folders
    }

    /// Version 2: `cpu.max` has the microseconds of a period, or `max`, and the period (cgroups(7)).
    private func limit(_ folder: String) -> Int? {
        guard let words = read("\(folder)/cpu.max")?.split(whereSeparator: \.isWhitespace), words.count == 2 else {
            return nil
        }
        return Self.cores(quota: words[0], period: words[1])
    }

    /// Version 1: a file for each, and -1 without a limit.
    private func earlierLimit(_ folder: String) -> Int? {
        guard let quota = read("\(folder)/cpu.cfs_quota_us"), let period = read("\(folder)/cpu.cfs_period_us"),
            let one = quota.split(whereSeparator: \.isWhitespace).first,
            let other = period.split(whereSeparator: \.isWhitespace).first
        else { return nil }
        return Self.cores(quota: one, period: other)
    }

    private static func cores(quota: Substring, period: Substring) -> Int? {
        guard let quota = Int(quota), let period = Int(period), quota > 0, period > 0 else { return nil }
        return quota / period + (quota % period > 0 ? 1 : 0)
    }

    private static func file(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }
}
