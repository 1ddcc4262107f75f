import Foundation

/// The scenarios of a run, in a folder of their own.
final class SoakScenarios {
    let folder: URL
    private var version = 0

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "mishap-soak-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try write("main", Self.main)
        try write(
            "store",
            #"{ "system": "documents", "rules": [ { "match": { "path": "/locked" }, "fail": "documents/locked" } ] }"#)
        try change()
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Changes the scenario `changing`, which the gateway loads anew.
    func change() throws {
        version += 1
        try write("changing", #"{ "rules": [ { "name": "v", "reply": { "text": "version \#(version)" } } ] }"#)
    }

    private func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: folder.appending(path: name + ".json"), options: .atomic)
    }

    private static let main = #"""
        {
          "seed": 7,
          "variables": { "last": "none" },
          "rules": [
            { "name": "plain", "match": { "path": "/plain" }, "reply": { "text": "plain" } },
            { "name": "form", "match": { "path": "/form", "form": { "a": { "matches": "[0-9]+" } } },
              "reply": { "text": "{{request.form.a}}" } },
            { "name": "json", "match": { "path": "/json", "json": { "/a": 1 } },
              "reply": { "json": { "b": "{{request.json/b}}" } } },
            { "name": "set", "match": { "path": "/set" },
              "steps": [ { "set": { "last": "{{hit}}" }, "reply": { "text": "set" } } ] },
            { "name": "slow", "match": { "path": "/slow" }, "reply": { "text": "slow" }, "delay": "5ms" },
            { "name": "echo", "match": { "path": "/echo" }, "reply": { "text": "{{request.body}}" } },
            { "name": "faults", "match": { "path": "/fault" }, "atEnd": "loop",
              "steps": [ { "fail": "tcp/reset" }, { "fail": "http/missing-last-chunk" }, { "fail": "tcp/reset-mid-body" },
                         { "fail": "tcp/close-mid-body" }, { "fail": "http/truncated-json" }, { "fail": 503 } ] }
          ]
        }
        """#
}
