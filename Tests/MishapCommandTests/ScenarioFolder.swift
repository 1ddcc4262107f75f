import Foundation

/// A folder of files that is gone with the test.
final class ScenarioFolder: Sendable {
    let path: String

    init(_ files: [String: String]) throws {
        path = FileManager.default.temporaryDirectory.appending(path: "mishap-\(UUID().uuidString)").path()
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for (name, text) in files {
            let file = URL(filePath: path).appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    static let hello = #"{ "description": "Says hello.", "rules": [{ "steps": [{ "reply": { "text": "hello" } }] }] }"#
}
