import Testing

@testable import GatewayServer

/// Limits of control groups, from the files in which Linux and container engines show them.
struct CPUQuotaTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let files: [String: String]
        let cores: Int?
        var testDescription: String { name }
    }

    @Test(arguments: [
        Row(name: "no control groups", files: [:], cores: nil),
        Row(
            name: "a container without a limit",
            files: ["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "max 100000\n"], cores: nil),
        Row(
            name: "a pod with one CPU",
            files: ["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "100000 100000\n"], cores: 1),
        Row(
            name: "docker run --cpus 1.5",
            files: ["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "150000 100000\n"], cores: 2),
        Row(
            name: "a tenth of a CPU",
            files: ["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "10000 100000\n"], cores: 1),
        Row(
            name: "a service, limited by a slice above it",
            files: [
                "/proc/self/cgroup": "0::/system.slice/mishap.service\n",
                "/sys/fs/cgroup/system.slice/cpu.max": "300000 100000\n",
                "/sys/fs/cgroup/system.slice/mishap.service/cpu.max": "max 100000\n",
            ], cores: 3),
        Row(
            name: "version 1, in a container",
            files: [
                "/proc/self/cgroup": "4:memory:/docker/ab\n3:cpu,cpuacct:/docker/ab\n0::/\n",
                "/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us": "250000\n",
                "/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us": "100000\n",
            ], cores: 3),
        Row(
            name: "version 1 without a limit",
            files: [
                "/proc/self/cgroup": "1:cpu:/\n", "/sys/fs/cgroup/cpu/cpu.cfs_quota_us": "-1\n",
                "/sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n",
            ], cores: nil),
        Row(
            name: "files of something else",
            files: ["/proc/self/cgroup": "x\n0::/../a\n", "/sys/fs/cgroup/a/cpu.max": "many 0\n"], cores: nil),
    ])
    func coresOfAGroup(row: Row) {
        #expect(CPUQuota(read: { row.files[$0] }).cores == row.cores)
    }

    @Test func aServerHasNoMoreShardsThanItsGroupAllows() {
        #expect(ServerConfiguration.shards(cores: 64, quota: 1, descriptors: .max) == 1)
        #expect(ServerConfiguration.shards(cores: 2, quota: 8, descriptors: .max) == 2)
        #expect(ServerConfiguration.shards(cores: 64, quota: nil, descriptors: 1024) == 32)
    }
}
