public import Foundation

/// What a session begins with: the name of a scenario of the gateway (`"graph/transient"`), a file, or a scenario as in
/// a file, as a literal or as text.
public struct Scenario: Sendable {
    private enum Source {
        case name(String)
        case file(URL)
        case text(String)
    }

    private let source: Source

    private init(_ source: Source) { self.source = source }

    public static func named(_ name: String) -> Scenario { Scenario(.name(name)) }
    /// A file, which is read by the tests, so that the gateway need not have it.
    public static func file(_ url: URL) -> Scenario { Scenario(.file(url)) }
    /// A scenario as in a file.
    public static func json(_ text: String) -> Scenario { Scenario(.text(text)) }
    public static func json(_ value: JSON) -> Scenario { Scenario(.text(value.description)) }

    /// Rules come by calls.
    static let empty = Scenario(.text(#"{ "rules": [] }"#))

    /// Makes a call with it and with further members. Of a file the text is sent, so that errors have their lines.
    func send<Result>(with members: JSON.Members, _ call: (Data) async throws -> Result) async throws -> Result {
        let (file, text) = try read()
        let more = members.pairs.map { ", \(JSON.string($0.name)): \($0.value)" }.joined()
        do {
            return try await call(Data("{\"scenario\": \(text)\(more)}".utf8))
        } catch let error as ScenarioError {
            guard let file else { throw error }
            let lines = error.description.split(separator: "\n", omittingEmptySubsequences: false).map { line in
                line.hasPrefix("scenario:") ? file + line.dropFirst("scenario".count) : String(line)
            }
            throw ScenarioError(description: lines.joined(separator: "\n"), diagnostics: error.diagnostics)
        }
    }

    private func read() throws -> (file: String?, text: String) {
        let (name, text): (String?, String)
        switch source {
        case .name(let name): return (nil, JSON.string(name).description)
        case .text(let given): (name, text) = (nil, given)
        case .file(let url):
            name = url.relativePath
            guard let content = try? String(contentsOf: url, encoding: .utf8) else {
                throw ScenarioError(description: "\(url.relativePath): error: there is no such file", diagnostics: [])
            }
            text = content
        }
        do {
            _ = try JSON(parsing: text)
        } catch let error as JSON.ParsingError {
            throw ScenarioError(
                description: "\(name ?? "scenario"):\(error.line):\(error.column): error: \(error.message)",
                diagnostics: [
                    [
                        "file": .string(name ?? "scenario"), "line": .integer(error.line),
                        "column": .integer(error.column), "severity": "error", "message": .string(error.message),
                    ]
                ])
        }
        return (name, text)
    }
}

extension Scenario: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral {
    /// A name; a path, if it ends in `.json`; a scenario, if it begins with `{`.
    public init(stringLiteral words: String) {
        if words.drop(while: \.isWhitespace).first == "{" {
            self = .json(words)
        } else {
            self = words.hasSuffix(".json") ? .file(URL(filePath: words)) : .named(words)
        }
    }

    public init(dictionaryLiteral elements: (String, JSON)...) {
        var members = JSON.Members()
        for (name, value) in elements { members[name] = value }
        self = .json(.object(members))
    }
}
