import CLinux
import Glibc

/// One start of Mishap: what it takes until the end of the first answer.
struct Launch {
    /// From the spawn to the last byte of the first answer, through the listening line.
    let milliseconds: Double
    /// CPU time of the server in that time.
    let cpuMilliseconds: Double
    /// Resident memory 200 ms after the first answer, where that was asked for. A megabyte is 1,000,000 bytes.
    let residentMegabytes: Double?

    /// Any answer will do: with several scenarios and none chosen it is a 404 that lists them.
    init(
        _ path: String, request: String = "/", build: Build = .now, waitsForMemory: Bool = false, _ bench: Workbench
    ) throws(BenchError) {
        let began = clinux_monotonic_nanoseconds()
        let server = try bench.mishap(serving: path, build: build)
        defer { server.stop() }
        _ = try Client.get(request, port: server.port)
        milliseconds = Double(clinux_monotonic_nanoseconds() - began) / 1_000_000
        cpuMilliseconds = Double(server.usage.cpuNanoseconds) / 1_000_000
        guard waitsForMemory else {
            residentMegabytes = nil
            return
        }
        usleep(200_000)
        residentMegabytes = Double(server.usage.residentBytes) / 1_000_000
    }
}
