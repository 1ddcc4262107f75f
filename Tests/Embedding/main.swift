import Foundation
import MishapEmbedding

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// A program that uses the library `Mishap` as the tests of other packages do. It prints what the test of it judges: how many
// descriptors and threads it had before and after so many starts, and by how many bytes its memory grew.

struct Numbers {
    let descriptors: Int
    let threads: Int
    let kilobytes: Int

    /// Of this process.
    static var now: Numbers {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        func value(_ name: String) -> Int {
            let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") } ?? ""
            return Int(line.split(whereSeparator: { !$0.isNumber }).first ?? "") ?? 0
        }
        let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? 0
        return Numbers(descriptors: descriptors, threads: value("Threads"), kilobytes: value("RssAnon"))
    }
}

/// A gateway from start to stop, with a request of a client and a verdict.
func life(_ number: Int) async throws {
    let gateway = try await Gateway.start()
    defer { gateway.stop() }
    let session = try await gateway.session(scenario: #"{ "rules": [] }"#, label: "life \(number)")
    try await session.put("hello", #"{ "match": { "path": "/hello" }, "reply": { "text": "hello" } }"#)
    try await session.expect(#"{ "rule": "hello", "requests": 1 }"#)
    let answer = fetch(session.url + "/hello")
    guard answer.hasSuffix("\r\n\r\nhello") else { throw Failure("answered with \(answer)") }
    let verdict = try await session.end()
    guard verdict.outcome == .passed else { throw Failure(verdict.text) }
}

struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// By a socket of its own: URLSession keeps connections and threads.
func fetch(_ url: String) -> String {
    let rest = url.dropFirst("http://127.0.0.1:".count)
    let port = UInt16(rest.prefix { $0.isNumber }) ?? 0
    let path = rest.drop { $0 != "/" }
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let connected = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
    }
    guard connected == 0 else { return "no connection" }
    let request = Array("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n".utf8)
    guard send(descriptor, request, request.count, 0) == request.count else { return "nothing was sent" }
    var (answer, piece): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 4_096))
    while true {
        let count = recv(descriptor, &piece, piece.count, 0)
        guard count > 0 else { return String(decoding: answer, as: UTF8.self) }
        answer += piece[..<count]
    }
}

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000
// What is made once, and what the allocator keeps.
for number in 0..<50 { try await life(number) }
let before = Numbers.now
for number in 0..<count { try await life(number) }
// Threads of workers end by themselves, a second after their last job.
var after = Numbers.now
for _ in 0..<50 where after.threads > before.threads {
    try await Task.sleep(for: .milliseconds(100))
    after = Numbers.now
}
print(
    "\(count) starts, descriptors \(before.descriptors) \(after.descriptors), threads \(before.threads) \(after.threads),",
    "kilobytes \(before.kilobytes) \(after.kilobytes)")
