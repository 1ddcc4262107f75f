import Foundation
import TestSupport
import Testing

/// Uploads that say how long they are, and do not come. What is announced counts towards the room for all bodies, but
/// takes no memory.
@Suite(.descriptors(40), .enabled(if: BuiltGateway.isThere, "needs the built program"))
struct AnnouncedUploadsTests {
    @Test func whatIsAnnouncedIsNotReserved() async throws {
        try await aside {
            let folder = FileManager.default.temporaryDirectory.appending(path: "mishap-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let scenario = #"{ "rules": [{ "match": { "body": { "contains": "x" } }, "steps": [{ "reply": {} }] }] }"#
            try Data(scenario.utf8).write(to: folder.appending(path: "a.json"))

            // With one arena: the C library reserves 64 MiB and more of the address space for each.
            let gateway = try BuiltGateway(folder.path(), environment: ["MALLOC_ARENA_MAX": "1"])
            let before = gateway.addressSpace
            let crowd = try gateway.crowd(of: 32) { connection, _ in
                connection.send(request("/", ["Content-Length: 60000000"], method: "POST"))
                connection.send([UInt8](repeating: UInt8(ascii: "a"), count: 200_000))
            }
            // Four of them fit into the room for all bodies. The others are not read on, and refused after five seconds.
            try #require(
                waitUntil(within: .seconds(60)) { gateway.unread == [0, 0, 0, 0] && gateway.more == 4 },
                "\(gateway.unread) \(gateway.more)")
            let grown = gateway.peakAddressSpace - before
            // Less than a single one has announced.
            #expect(grown < 60_000_000, "\(grown) bytes")
            #expect(gateway.stop() == 0)
            for connection in crowd { connection.close() }
        }
    }
}
