import Foundation
import TestSupport
import Testing

@testable import MishapCommand

/// The manifests of docs: valid for Kubernetes' API, and nothing in them that this version does not have.
@Suite(.blocking) struct ManifestTests {
    private static let folder = Repository.root.appending(path: "docs/kubernetes")

    private static var files: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: folder.path()).filter { $0.hasSuffix(".json") }.sorted()
                .map { folder.appending(path: $0).path() }
        }
    }

    @Test func kubernetesTakesThem() throws {
        let files = try Self.files
        #expect(files.count == 5)
        let run = try ProgramRun(
            Repository.python, ["-m", "kubernetes_validate", "--strict", "--no-warn"] + files)
        #expect(run.code == 0, "\(run.output)\(run.error)")
    }

    @Test func eachVariableIsAnOption() throws {
        let known = Set(ServeCommand.command.options.compactMap(\.variable))
        let texts = try (Self.files + [Repository.root.appending(path: "Dockerfile").path()]).map {
            try String(contentsOfFile: $0, encoding: .utf8)
        }
        let named = Set(texts.joined().matches(of: /MISHAP_[A-Z_]+/).map { String($0.output) })
        #expect(named.count > 4)
        #expect(named.isSubset(of: known), "\(named.subtracting(known))")
    }
}
