import Foundation
import TestSupport
import Testing

/// The built program, as a process whose descriptors can be counted and whose memory can be measured.
final class BuiltGateway: Sendable {
    /// Whether the program that is tested is another one than that beside the test bundle: MISHAP_BINARY.
    static let isNamed = Repository.testedProgram != nil
    static let path = Repository.program("mishap")
    static var isThere: Bool { isNamed || access(path, X_OK) == 0 }

    let child: ChildProcess
    let port: UInt16
    /// Descriptors before anybody came.
    let before: Int

    /// With the scenarios at a path; without one, those that are shipped. It may have as many descriptors as this process,
    /// or at most `limit`.
    init(
        _ scenarios: String = Repository.root.appending(path: "scenarios").path(), limit: Int? = nil,
        environment: [String: String] = [:]
    ) throws {
        let words = [Self.path, "serve", scenarios, "--port", "0"]
        let limited = limit.map { ["prlimit", "--nofile=\($0):\($0)"] + words } ?? words
        child = try ChildProcess(
            limited[0], Array(limited.dropFirst()),
            environment: ClientProgram.environment.merging(environment) { $1 })
        let line = child.output.read(within: .seconds(60)) { $0.contains("\n") }
        let port = line.firstMatch(of: /mishap: listening on http:\/\/127\.0\.0\.1:(\d+)\n/)?.1
        self.port = try #require(port.flatMap { UInt16($0) }, "it said: \(line)")
        before = Self.descriptors(of: child.id)
    }

    /// Open descriptors of the process.
    private static func descriptors(of id: pid_t) -> Int {
        guard let folder = opendir("/proc/\(id)/fd") else { return -1 }
        defer { closedir(folder) }
        var count = -2  // . and ..
        while readdir(folder) != nil { count += 1 }
        return count
    }

    /// Descriptors that it has more than before anybody came.
    var more: Int { Self.descriptors(of: child.id) - before }

    /// The most memory that was resident so far, in bytes.
    var peakMemory: Int { memory(/VmHWM:\s+(\d+) kB/) }

    /// The memory that is resident, in bytes.
    var residentMemory: Int { memory(/VmRSS:\s+(\d+) kB/) }

    /// The address space that it has, and the most that it had, in bytes.
    var addressSpace: Int { memory(/VmSize:\s+(\d+) kB/) }
    var peakAddressSpace: Int { memory(/VmPeak:\s+(\d+) kB/) }

    private func memory(_ line: Regex<(Substring, Substring)>) -> Int {
        let status = (try? String(contentsOfFile: "/proc/\(child.id)/status", encoding: .utf8)) ?? ""
        return status.firstMatch(of: line).flatMap { Int($0.1) }.map { $0 << 10 } ?? 0
    }

    /// Bytes of each open connection that the kernel has and nobody has read (proc_net_tcp: the fields are hexadecimal).
    var unread: [Int] { queues.map(\.received) }

    /// Bytes of each open connection that were written and that the peer has not taken.
    var unsent: [Int] { queues.map(\.sent) }

    private var queues: [(sent: Int, received: Int)] {
        let own = ":" + String(port, radix: 16, uppercase: true)
        let file = FileHandle(forReadingAtPath: "/proc/net/tcp")
        let table = String(decoding: file?.readDataToEndOfFile() ?? Data(), as: UTF8.self)
        return table.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ")
            guard fields.count > 4, fields[1].hasSuffix(own), fields[3] == "01" else { return nil }
            let queues = fields[4].split(separator: ":").compactMap { Int($0, radix: 16) }
            return queues.count == 2 ? (queues[0], queues[1]) : nil
        }
    }

    /// Opens `count` connections and runs `act` on each. They are opened in batches, so that none is dropped at a full
    /// backlog, which would cost it a second.
    func crowd(of count: Int, _ act: (RawConnection, Int) -> Void) throws -> [RawConnection] {
        var crowd: [RawConnection] = []
        crowd.reserveCapacity(count)
        while crowd.count < count {
            for index in crowd.count..<min(count, crowd.count + 1000) {
                let connection = try RawConnection(port: port)
                act(connection, index)
                crowd.append(connection)
            }
            try #require(waitUntil { more >= crowd.count }, "\(more) of \(crowd.count) are there")
        }
        return crowd
    }

    /// All have gone, it still answers, and ends as it should.
    func expectNothingLeft() throws {
        #expect(waitUntil { more == 0 }, "\(more) are left")
        #expect(try answers())
        #expect(waitUntil { more == 0 }, "\(more) are left")
        #expect(stop() == 0)
    }

    func answers() throws -> Bool {
        let connection = try RawConnection(port: port)
        connection.send(request("/@http/html/any"))
        return connection.receiveResponse(within: .seconds(60)).status == 200
    }

    func journal(_ session: String, _ query: String = "") throws -> Journal {
        let connection = try RawConnection(port: port)
        connection.send(request("/__mishap/sessions/\(session)/journal\(query)", ["Connection: close"]))
        return try Journal(connection.receive(within: .seconds(300)))
    }

    /// SIGTERM, and the exit code.
    func stop() -> Int32 {
        child.signal(SIGTERM)
        return child.wait(within: .seconds(60))
    }
}
