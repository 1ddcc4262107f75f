import JSONText
import Mishap
import ScenarioFiles
internal import Systems

/// What mutations begin with: the shipped scenarios, the examples of the documents, and the words of the format.
struct Corpus {
    /// Texts of scenarios.
    let texts: [[UInt8]]
    /// The same, taken apart.
    let values: [JSONValue]
    /// Names of fields.
    let names: [String]
    /// Words that fields take, names of failures among them.
    let words: [String]

    /// `root` is the folder of the repository.
    init(root: String) throws(FuzzError) {
        let source = FileScenarioSource()
        var texts: [[UInt8]] = []
        for path in try Self.files(below: root + "/scenarios", source) where path.hasSuffix(".json") {
            if !path.hasSuffix(".schema.json") { texts.append(try Self.read(path, source)) }
        }
        for path in try Self.files(below: root + "/docs", source) + [root + "/README.md"] where path.hasSuffix(".md") {
            texts += Self.examples(of: try Self.read(path, source))
        }
        self.texts = texts
        values = texts.compactMap { text in
            guard case .success(let node) = JSONParser.parse(text) else { return nil }
            return JSONValue(node)
        }
        var vocabulary = Words()
        if case .success(let schema) = JSONParser.parse(Array(ScenarioSchema(.all).text.utf8)) {
            vocabulary.add(schema)
        }
        names = vocabulary.names.sorted()
        words = vocabulary.words.sorted()
    }

    private struct Words {
        var names: Set<String> = []
        var words: Set<String> = []

        mutating func add(_ node: JSONNode) {
            node.elements?.forEach { add($0) }
            for member in node.members ?? [] {
                switch member.name {
                case "properties": names.formUnion(member.value.members?.map(\.name) ?? [])
                case "enum": words.formUnion(member.value.elements?.compactMap(\.string) ?? [])
                default: break
                }
                add(member.value)
            }
        }
    }

    /// In the order of their names, so that a number is the same file everywhere.
    private static func files(
        below folder: String, _ source: FileScenarioSource
    ) throws(FuzzError) -> [String] {
        guard case .success(let entries) = source.list(folder) else { throw FuzzError("cannot list \(folder)") }
        var files: [String] = []
        for entry in entries.sorted(by: { $0.name < $1.name }) {
            let path = folder + "/" + entry.name
            if entry.isFolder { files += try Self.files(below: path, source) } else { files.append(path) }
        }
        return files
    }

    private static func read(_ path: String, _ source: FileScenarioSource) throws(FuzzError) -> [UInt8] {
        guard case .success(let bytes) = source.read(path) else { throw FuzzError("cannot read \(path)") }
        return bytes
    }

    /// The fenced blocks of JSON.
    private static func examples(of document: [UInt8]) -> [[UInt8]] {
        var examples: [[UInt8]] = []
        var current: [UInt8]?
        for line in document.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if current != nil, line.elementsEqual("```".utf8) {
                examples.append(current ?? [])
                current = nil
            } else if current != nil {
                current?.append(contentsOf: line + [UInt8(ascii: "\n")])
            } else if line.elementsEqual("```json".utf8) {
                current = []
            }
        }
        return examples
    }
}
