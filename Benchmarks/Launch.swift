import CLinux
import Glibc

/// Measures one start of Mishap, until the end of its first answer.
struct Launch {
    /// From the spawn to the last byte of the first answer; the request is sent after the listening line.
    let milliseconds: Double
    /// CPU time of the server until then.
    let cpuMilliseconds: Double
    /// Resident memory 200 ms after the first answer, if requested. A megabyte is 1,000,000 bytes.
    let residentMegabytes: Double?

    /// Any answer is accepted: with several scenarios and no default, it is a 404 that lists them.
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
