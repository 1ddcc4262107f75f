import Foundation
import Testing

@testable import MishapCommand

/// Links in a folder of scenarios: those that lead out of it are followed only when that is asked for.
struct LinksTests {
    private let inside: ScenarioFolder
    private let outside: ScenarioFolder

    private static let file = #"{ "rules": [{ "steps": [{ "reply": { "file": "files/body.txt" } }] }] }"#
    private static let words = "a link that leads out of the scenario folder; --follow-links allows it"

    init() throws {
        inside = try ScenarioFolder(["a.json": ScenarioFolder.hello, "files/own.txt": "own"])
        outside = try ScenarioFolder([
            "b.json": ScenarioFolder.hello, "folder/c.json": ScenarioFolder.hello, "secret.txt": "s",
        ])
    }

    private func link(_ name: String, to path: String) throws {
        try FileManager.default.createSymbolicLink(atPath: inside.path + "/" + name, withDestinationPath: path)
    }

    private func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: inside.path + "/" + name))
    }

    @Test(arguments: ["b.json", "folder", "."]) func aLinkOutOfTheFolderIsAnError(target: String) throws {
        let name = target == "b.json" ? "linked.json" : "linked"
        try link(name, to: outside.path + "/" + target)
        let run = Run(["check", inside.path])
        #expect(run.code == 1)
        #expect(run.error == "\(inside.path)/\(name): error: \(Self.words)\n\n1 error in 1 file\n")
        #expect(Run(["check", inside.path, "--follow-links"]).code == 0)
        #expect(Run(["serve", inside.path, "--port", "0"]).code == 1)
        #expect(
            Run(["serve", inside.path, "--port", "0", "--watch"], environment: ["MISHAP_FOLLOW_LINKS": "1"]).code == 0)
    }

    @Test func aFileOfAReplyIsNoWayOutEither() throws {
        try link("files/body.txt", to: outside.path + "/secret.txt")
        try write("b.json", Self.file)
        let run = Run(["check", inside.path])
        #expect(run.code == 1)
        #expect(run.error.contains(#": error: "files/body.txt": "# + Self.words), "\(run.error)")
        #expect(Run(["check", inside.path, "--follow-links"]).code == 0)
    }

    @Test func linksWithinTheFolderAreFollowed() throws {
        // As a container's configuration is mounted: names are links to a folder beside them.
        try link("files/body.txt", to: "own.txt")
        try link("second.json", to: inside.path + "/a.json")
        try write("b.json", Self.file)
        #expect(Run(["check", inside.path]).output == "3 scenarios, no errors\n")
    }

    @Test func aPathThatIsALinkItselfIsFollowed() throws {
        try link("way", to: outside.path + "/folder")
        try link("way.json", to: outside.path + "/b.json")
        #expect(Run(["check", inside.path + "/way"]).output == "1 scenario, no errors\n")
        #expect(Run(["check", inside.path + "/way/"]).output == "1 scenario, no errors\n")
        #expect(Run(["check", inside.path + "/way.json"]).output == "1 scenario, no errors\n")
    }

    /// A folder beside it whose name only begins the same is outside.
    @Test func aFolderIsNotItsNamesake() throws {
        let namesake = inside.path + "-more"
        try FileManager.default.createDirectory(atPath: namesake, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: namesake) }
        try Data(ScenarioFolder.hello.utf8).write(to: URL(filePath: namesake + "/b.json"))
        try link("b.json", to: namesake + "/b.json")
        #expect(Run(["check", inside.path]).code == 1)
    }

    @Test func aLoopIsCalledThatOnce() throws {
        try FileManager.default.createDirectory(atPath: inside.path + "/x", withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: inside.path + "/y", withIntermediateDirectories: true)
        try link("x/back", to: "..")
        try link("x/other", to: "../y")
        try link("y/other", to: "../x")
        for more in [[], ["--follow-links"]] {
            let run = Run(["check", inside.path] + more)
            #expect(run.code == 1)
            let lines = run.error.split(separator: "\n").map { String($0.replacing(inside.path, with: "")) }
            #expect(
                lines == [
                    "/x/back: error: a loop of links: this one leads back to ",
                    "/x/other/other: error: a loop of links: this one leads back to /x",
                    "/y/other/back: error: a loop of links: this one leads back to ",
                    "/y/other/other: error: a loop of links: this one leads back to /y", "4 errors in 4 files",
                ], "\(run.error)")
        }
    }

    @Test func aLinkToNothingIsOneError() throws {
        try link("b.json", to: "nowhere.json")
        try link("c.json", to: "c.json")
        for more in [[], ["--follow-links"]] {
            let run = Run(["check", inside.path] + more)
            #expect(
                run.error == """
                    \(inside.path)/b.json: error: a link that leads to nothing
                    \(inside.path)/c.json: error: cannot be read: a loop of links

                    2 errors in 2 files

                    """)
        }
    }
}
