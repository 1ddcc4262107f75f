import Foundation
import GatewayServer
import Mishap
import ScenarioFiles
import Synchronization
import TestSupport
import Testing

@testable import MishapCommand

/// The watcher in this process, where what it says can be held up.
@Suite(.blocking)
struct WatcherTests {
    /// Words that nobody reads until they are released.
    private final class Listener: Sendable {
        private let texts = Mutex<[String]>([])
        private let isHeld = Mutex(false)
        var said: [String] { texts.withLock { $0 } }
        /// Whether whoever says something still waits: for a minute at most.
        var isHolding: Bool { isHeld.withLock { $0 } }

        func hold() { isHeld.withLock { $0 = true } }
        func release() { isHeld.withLock { $0 = false } }

        func log() -> ServeLog {
            let output = CommandOutput(
                output: { _ in },
                error: { text in
                    self.texts.withLock { $0.append(text) }
                    waitUntil { !self.isHolding }
                    self.release()
                })
            return ServeLog(.text, CommandContext(environment: Environment([:]), output: output, shutdown: .never))
        }

        func waitForWords(_ count: Int) { waitUntil { said.count >= count } }
    }

    private static func saying(_ text: String) -> String {
        #"{ "rules": [{ "steps": [{ "reply": { "text": "\#(text)" } }] }] }"#
    }

    private func start(_ folder: ScenarioFolder, _ listener: Listener, changing file: String? = nil) throws
        -> (gateway: Gateway, watcher: Watcher)
    {
        let paths = [folder.path + "/scenarios/a.json"]
        let tree = FileTree(paths, followsLinks: false)
        let loaded = Gateway.load(paths)
        let gateway = try Gateway(loaded, GatewayConfiguration(server: .init(port: 0, shards: 1)))
        if let file { try Data("new".utf8).write(to: URL(filePath: folder.path + file)) }
        let watcher = Watcher(
            gateway, loaded, tree, paths, overriding: ScenarioOverrides(), followsLinks: false, listener.log())
        watcher.start()
        return (gateway, watcher)
    }

    @Test func stoppingDoesNotWaitUntilSomebodyReadsWhatIsSaid() throws {
        let folder = try ScenarioFolder(["scenarios/a.json": Self.saying("one")])
        let listener = Listener()
        let (gateway, watcher) = try start(folder, listener)
        listener.hold()
        try Data(Self.saying("two").utf8).write(to: URL(filePath: folder.path + "/scenarios/a.json"))
        listener.waitForWords(1)
        watcher.stop()
        #expect(listener.isHolding)
        listener.release()
        gateway.stop()
        #expect(listener.said == ["mishap: loaded anew: changed a\n"])
    }

    /// Nobody knows that it is to be watched before it is read.
    @Test func whatChangesRightAfterItWasReadIsSeen() throws {
        let folder = try ScenarioFolder([
            "scenarios/a.json": #"{ "rules": [{ "steps": [{ "reply": { "file": "files/body.txt" } }] }] }"#,
            "scenarios/files/body.txt": "old",
        ])
        let listener = Listener()
        let (gateway, watcher) = try start(folder, listener, changing: "/scenarios/files/body.txt")
        listener.waitForWords(1)
        watcher.stop()
        gateway.stop()
        #expect(listener.said == ["mishap: loaded anew: changed a\n"])
    }
}
