import Foundation
import Glibc
import TestSupport
import Testing

@testable import MishapCommand

/// `mishap serve --watch`, as a process: files change, and standard error says what came of it.
@Suite(.blocking)
struct WatchTests {
    private static func saying(_ text: String) -> String {
        #"{ "rules": [{ "steps": [{ "reply": { "text": "\#(text)" } }] }] }"#
    }

    private func write(_ text: String, to path: String) throws { try Data(text.utf8).write(to: URL(filePath: path)) }

    private func ask(_ port: UInt16, _ target: String = "/") throws -> String {
        let connection = try RawConnection(port: port)
        connection.send("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
        return connection.receiveResponse().body
    }

    @Test func aChangeIsServedAndABadOneIsNot() throws {
        let folder = try ScenarioFolder(["a.json": Self.saying("one")])
        let file = folder.path + "/a.json"
        let mishap = try Binary(["serve", folder.path, "--port", "0", "--watch"])
        let port = try #require(mishap.port())
        #expect(mishap.complaints(upTo: "watching").hasSuffix("mishap: watching \(folder.path) for changes\n"))
        #expect(try ask(port) == "one")

        try write(Self.saying("two"), to: file)
        #expect(mishap.complaints(upTo: "loaded anew") == "mishap: loaded anew: changed a\n")
        #expect(try ask(port) == "two")

        try write(#"{ "rules": [{ "steps": [{ "fial": "tcp/reset" }] }] }"#, to: file)
        let complaints = mishap.complaints(upTo: "kept the last good scenarios")
        #expect(complaints.hasPrefix("\(file):1:27: error: unknown field \"fial\" in a step; did you mean \"fail\"?\n"))
        #expect(complaints.hasSuffix("\nmishap: 1 error in 1 file; kept the last good scenarios\n"), "\(complaints)")
        #expect(try ask(port) == "two")

        try write(Self.saying("two"), to: file)
        #expect(mishap.complaints(upTo: "loaded anew") == "mishap: loaded anew: all is as it was\n")
        // As many editors write: a new file takes the old one's name.
        try write(Self.saying("three"), to: folder.path + "/.new")
        #expect(rename(folder.path + "/.new", file) == 0)
        #expect(mishap.complaints(upTo: "loaded anew") == "mishap: loaded anew: changed a\n")
        #expect(try ask(port) == "three")

        mishap.signal(SIGTERM)
        #expect(mishap.wait() == 0)
        #expect(mishap.rest().error == "mishap: stopped by SIGTERM\n")
    }

    @Test func newFoldersAndFilesThatGoAreSeen() throws {
        let folder = try ScenarioFolder(["a.json": Self.saying("a")])
        let mishap = try Binary(["serve", folder.path, "--port", "0"], environment: ["MISHAP_WATCH": "1"])
        let port = try #require(mishap.port())
        _ = mishap.complaints(upTo: "watching")
        try FileManager.default.createDirectory(atPath: folder.path + "/pay", withIntermediateDirectories: true)
        try write(Self.saying("late"), to: folder.path + "/pay/late.json")
        #expect(mishap.complaints(upTo: "loaded anew") == "mishap: loaded anew: new pay/late\n")
        #expect(try ask(port, "/@pay/late/x") == "late")
        #expect(unlink(folder.path + "/a.json") == 0)
        #expect(mishap.complaints(upTo: "loaded anew") == "mishap: loaded anew: gone a\n")
        #expect(try ask(port) == "late")
    }

    @Test func aBodyThatLiesElsewhereIsWatchedToo() throws {
        let folder = try ScenarioFolder([
            "scenarios/a.json": #"{ "rules": [{ "steps": [{ "reply": { "file": "files/body.txt" } }] }] }"#,
            "scenarios/files/body.txt": "old",
        ])
        let mishap = try Binary([
            "serve", folder.path + "/scenarios/a.json", "--port", "0", "--watch", "--log", "json",
        ])
        let port = try #require(mishap.port())
        _ = mishap.complaints(upTo: #""event":"watch""#)
        #expect(try ask(port) == "old")
        try write("new", to: folder.path + "/scenarios/files/body.txt")
        #expect(
            mishap.complaints(upTo: #""event":"reload""#)
                .hasSuffix(#""event":"reload","changed":["a"],"added":[],"removed":[]}"# + "\n"))
        #expect(try ask(port) == "new")
    }
}
