import Catalogue
import JSONText
import Rules
import ScenarioFiles
import TestSupport
import Testing
import Wire

/// Files that are nowhere but here.
struct MemorySource: ScenarioSource {
    var files: [String: [UInt8]] = [:]

    init(_ files: [String: String] = [:]) {
        self.files = files.mapValues { Array($0.utf8) }
    }

    func list(_ path: String) -> Result<[ScenarioEntry], ScenarioSourceError> {
        if files[path] != nil { return .failure(.notAFolder) }
        var entries: Set<ScenarioEntry> = []
        for file in files.keys where file.hasPrefix(path + "/") {
            let parts = file.dropFirst(path.count + 1).split(separator: "/")
            entries.insert(ScenarioEntry(String(parts[0]), isFolder: parts.count > 1))
        }
        return entries.isEmpty ? .failure(.missing) : .success(Array(entries))
    }

    func read(_ path: String) -> Result<[UInt8], ScenarioSourceError> {
        files[path].map { .success($0) } ?? .failure(.missing)
    }
}

/// Patterns of one rule: `.` is any byte, `!` is a mistake; everything else is itself.
struct FakePatterns: PatternCompiler {
    func compile(_ pattern: String, ignoreCase: Bool) -> Result<any Pattern, PatternError> {
        let bytes = Array(pattern.utf8)
        if let place = bytes.firstIndex(of: UInt8(ascii: "!")) {
            return .failure(PatternError("nothing may be this loud", offset: place))
        }
        return .success(Fake(pattern: ignoreCase ? Array(pattern.lowercased().utf8) : bytes, ignoreCase: ignoreCase))
    }

    struct Fake: Pattern {
        let pattern: [UInt8]
        let ignoreCase: Bool

        func matchesWhole(_ bytes: ArraySlice<UInt8>, _ steps: inout Int) -> PatternOutcome {
            if bytes.elementsEqual("endless".utf8) { return .overLimit }
            let same = bytes.count == pattern.count && fits(bytes)
            return same ? .matched : .unmatched
        }

        func found(in bytes: ArraySlice<UInt8>, _ steps: inout Int) -> PatternOutcome {
            for start in bytes.startIndex...bytes.endIndex where bytes.endIndex - start >= pattern.count {
                if fits(bytes[start...].prefix(pattern.count)) { return .matched }
            }
            return .unmatched
        }

        private func fits(_ bytes: ArraySlice<UInt8>) -> Bool {
            zip(bytes, pattern).allSatisfy { byte, wanted in
                let byte = ignoreCase && (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
                return wanted == UInt8(ascii: ".") || byte == wanted
            }
        }
    }
}

/// Loads one file called `a.json`, with others beside it.
func load(
    _ text: String, files: [String: String] = [:], dialects: [any Dialect] = []
) -> LoadResult {
    var numbering = ScriptNumbering()
    return ScenarioLoader(
        source: MemorySource(files), patterns: FakePatterns(), encoder: StoredEncoder(), failures: .all(with: dialects)
    )
    .load(Array(text.utf8), name: "a", file: "a.json", numbering: &numbering)
}

/// The first lines of all diagnostics of a scenario, without the file's name.
func messages(_ text: String, files: [String: String] = [:], dialects: [any Dialect] = []) -> [String] {
    let result = load(text, files: files, dialects: dialects)
    return result.text.split(separator: "\n").filter { $0.hasPrefix("a.json:") }
        .map { String($0.dropFirst("a.json:".count)) }
}

/// The same for one rule with these members.
func ruleMessages(_ members: String, files: [String: String] = [:]) -> [String] {
    messages("{ \"rules\": [ { \(members) } ] }", files: files).map(withoutPlace)
}

/// The same for one step.
func stepMessages(_ step: String, files: [String: String] = [:]) -> [String] {
    ruleMessages("\"steps\": [ \(step) ]", files: files)
}

func withoutPlace(_ message: String) -> String {
    message.split(separator: " ", maxSplits: 1).last.map(String.init) ?? message
}

/// What the first rule's first step puts onto the wire.
func plan(_ step: String, files: [String: String] = [:]) -> String {
    let result = load("{ \"rules\": [ { \"steps\": [ \(step) ] } ] }", files: files)
    guard let rule = result.scenarios.first?.rules.first else { return result.text }
    guard case .answer(let answer) = rule.steps[0].act else { return "no answer" }
    switch answer.source {
    case .script(let script), .reply(_, let script): return script.description
    case .onDemand(let script): return script.value.description
    case .negotiated(let answers): return answers.coded.script.description
    case .perRequest, .laidOut, .fromSystemAnswer: return "made for each request"
    }
}

/// A system with one field.
struct Toy: Dialect {
    var name: String { "toy" }
    var matchFields: [MatchField] { [MatchField("toy", "What it plays with.")] }
    var readsBody = false
    var stockSuccess: Reply { Reply() }
    func read(_ request: Request) -> Reading { .calls([Call()]) }
    func combine(_ answers: [Reply?], to reading: Reading, of request: Request) -> Reply { Reply() }
    func unscripted(_ call: Call, in context: AnswerContext) -> Reply? { nil }
}
