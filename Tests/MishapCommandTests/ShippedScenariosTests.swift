import Foundation
import TestSupport
import Testing

@testable import MishapCommand

/// What `serve` serves where nothing was named: the scenarios that were installed with the program.
@Suite(.blocking) struct ShippedScenariosTests {
    private static let installed = ["lib/mishap/mishap": "", "share/mishap/scenarios/there.json": ScenarioFolder.hello]

    @Test func theyAreFoundFromTheProgramOrALinkToIt() throws {
        let folder = try ScenarioFolder(Self.installed)
        let program = folder.path + "/lib/mishap/mishap"
        let link = folder.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "lib/mishap/mishap")
        let real = try #require(realpath(folder.path, nil))
        defer { free(real) }
        for path in [program, link] {
            #expect(ScenarioPaths.shipped(with: path) == String(cString: real) + "/share/mishap/scenarios")
        }
    }

    @Test(arguments: [
        // Not installed: where it was built.
        ["release/mishap": "", "share/mishap/scenarios/there.json": ""],
        // Without them.
        ["lib/mishap/mishap": ""],
        // Another program's.
        ["lib/other/mishap": "", "share/mishap/scenarios/there.json": ""],
    ])
    func otherwiseThereAreNone(files: [String: String]) throws {
        let folder = try ScenarioFolder(files)
        let program = try #require(files.keys.first { $0.hasSuffix("/mishap") })
        #expect(ScenarioPaths.shipped(with: "\(folder.path)/\(program)") == nil)
        #expect(ScenarioPaths.shipped(with: folder.path + "/no") == nil)
    }
}
