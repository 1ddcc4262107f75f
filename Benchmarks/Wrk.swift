/// One kind of load by wrk: 64 connections on two threads.
struct Wrk {
    var path = "/r/1"
    var headers: [String] = []
    var script: String?
    var connections = 64
    /// Whether each answer is expected to be neither 2xx nor 3xx, as 420 is; wrk counts those.
    var expectsFailureStatus = true

    struct Result {
        let requests: Int
        let requestsPerSecond: Double
        let nanosecondsPerRequest: Double
    }

    /// Runs it once and reads the server's CPU time right before and right after.
    func run(_ server: any Server, seconds: Int, log: String) throws(BenchError) -> Result {
        var arguments = [try Files.program("wrk"), "-c", "\(connections)", "-t", "2", "-d", "\(seconds)s"]
        for header in headers { arguments += ["-H", header] }
        if let script { arguments += ["-s", script] }
        arguments.append("http://127.0.0.1:\(server.port)\(path)")

        let before = server.usage.cpuNanoseconds
        let (code, output) = try ChildProcess(arguments, log: log).finish()
        let cpu = server.usage.cpuNanoseconds - before
        guard code == 0, let requests = Self.number(before: " requests in", in: output), requests > 0,
            let rate = Self.number(after: "Requests/sec:", in: output)
        else { throw BenchError("wrk failed with code \(code) on \(server.name):\n\(output)") }
        try check(output, requests: requests, of: server)
        return Result(
            requests: Int(requests), requestsPerSecond: rate, nanosecondsPerRequest: Double(cpu) / requests)
    }

    /// An answer of the wrong kind is not what was to be measured.
    private func check(_ output: String, requests: Double, of server: any Server) throws(BenchError) {
        let failures = Self.number(after: "Non-2xx or 3xx responses:", in: output) ?? 0
        let expected = expectsFailureStatus ? requests : 0
        guard abs(failures - expected) <= requests / 1_000 else {
            throw BenchError("\(server.name) gave unexpected statuses on \(path):\n\(output)")
        }
        if let line = output.split(separator: "\n").first(where: { $0.contains("Socket errors:") }) {
            Progress.log("  \(server.name):\(line)")
        }
    }

    private static func number(after label: String, in text: String) -> Double? {
        for line in text.split(separator: "\n") {
            let line = line.drop { $0 == " " }
            guard line.hasPrefix(label) else { continue }
            return Double(line.dropFirst(label.count).drop { $0 == " " }.prefix { $0 != " " })
        }
        return nil
    }

    private static func number(before label: String, in text: String) -> Double? {
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count > 2, " \(words[1]) \(words[2])" == label else { continue }
            return Double(words[0])
        }
        return nil
    }
}
