@testable import Systems
internal import TestSupport
import Bytes
import Catalogue
import Foundation
import JSONText
import Testing

@testable import ScenarioFiles

/// The schema of scenario files: what the repository has is what the code makes, and its names are the loader's.
///
/// After a change that is meant, `MISHAP_WRITE_GOLDENS=1 swift test --filter SchemaTests` writes the file anew.
struct SchemaTests {
    private static let schema = ScenarioSchema(.all(with: [Shelf()])).json

    @Test func theFileIsWhatTheCodeMakes() throws {
        let file = Repository.root.appending(path: "scenarios/scenario.schema.json")
        let text = ScenarioSchema(.all).text
        if ProcessInfo.processInfo.environment["MISHAP_WRITE_GOLDENS"] != nil {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }

    @Test func everyShippedScenarioNamesIt() throws {
        let folder = Repository.root.appending(path: "scenarios")
        for case let file as URL in try #require(
            FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        where file.pathExtension == "json" && !file.path().hasSuffix(".schema.json") {
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(text.hasPrefix("{\n  \"$schema\": \"../scenario.schema.json\",\n"), "\(file.path())")
        }
    }

    private static func names(_ definition: String) -> Set<String> {
        guard case .object(let properties)? = schema["$defs"]?[definition]?["properties"] else { return [] }
        return Set(properties.map(\.0))
    }

    @Test func theFieldsAtTheTopAreThoseOfTheLoader() {
        guard case .object(let properties)? = Self.schema["properties"] else {
            Issue.record("no properties")
            return
        }
        #expect(properties.map(\.0) == Vocabulary.scenario.names)
    }

    @Test(arguments: [
        ("rule", Vocabulary.rule), ("rateLimit", .rateLimit), ("match", .match), ("innerMatch", .match),
        ("textValue", .value), ("jsonValue", .value), ("reply", .reply), ("interim", .interim), ("chunk", .chunk),
        ("delay", .delay), ("lognormal", .lognormal), ("pace", .pace), ("cut", .cut), ("cutPlace", .cutPlace),
        ("expectation", .expectation), ("after", .after), ("requests", .requests), ("backoff", .backoff),
        ("factor", .factor), ("honours", .honours), ("late", .late), ("gap", .gap), ("gaveUp", .gaveUp),
        ("connections", .connections), ("connectionsOrNone", .connections), ("atOnce", .atOnce),
        ("keepAlive", .keepAlive), ("readPace", .pace), ("connection", .connection),
    ])
    func theFieldsOfAnObjectAreThoseOfTheLoader(definition: String, vocabulary: Vocabulary) {
        #expect(Self.names(definition) == Set(vocabulary.names))
        #expect(!vocabulary.names.isEmpty)
    }

    @Test func theStepsHaveBetweenThemWhatTheLoaderKnows() {
        let steps = Self.names("step").union(Self.names("item")).union(Self.names("onlyStep"))
        #expect(steps == Set(Vocabulary.step.names))
        #expect(Self.names("item").contains("weight"))
        #expect(!Self.names("step").contains("weight"))
        #expect(!Self.names("onlyStep").contains("times"))
    }

    @Test func stepsHaveAStoreWhereTheSystemHasOne() {
        for step in ["step", "item", "onlyStep"] {
            #expect(Self.names("shelf.\(step)") == Self.names(step).union(["store"]))
            #expect(!Self.names("jsonrpc.\(step)").contains("store"))
        }
        #expect(Self.names("storedDocument") == Set(Vocabulary(.storedDocument).names))
        #expect(Self.names("documentChange") == Self.names("storedDocument"))
        #expect(Self.names("storedCollection") == ["lockedBy", "for"])
        #expect(Self.names("collectionChange") == Self.names("storedCollection"))
    }

    @Test func aSystemAddsItsOwn() {
        #expect(Self.names("jsonrpc.reply") == Self.names("reply").union(["result"]))
        #expect(Self.names("jsonrpc.match") == Self.names("match").union(["rpc", "batch"]))
        #expect(Self.names("jsonrpc.innerMatch") == Self.names("match").union(["rpc"]))
    }

    @Test func everyFieldIsExplained() {
        var fields = 0
        func visit(_ json: JSONValue) {
            switch json {
            case .array(let elements): elements.forEach(visit)
            case .object(let members):
                for (name, value) in members {
                    if name == "description", case .string(let words) = value {
                        fields += 1
                        #expect(words.hasSuffix("."), "\(words)")
                    }
                    visit(value)
                }
            default: break
            }
        }
        visit(Self.schema)
        #expect(fields > 100)
        for shape in [ObjectShape.scenario, .rule, .match, .textValue, .step, .reply] {
            for field in shape.known { #expect(!field.summary.isEmpty, "\(field.name)") }
        }
    }

    @Test(arguments: FailureIndex.all.families)
    func aFamilyIsWhatTheIndexFinds(family: FailureFamily) throws {
        let pattern = try Regex(family.pattern)
        for code in [
            "0", "00", "-0", "7", "-1", "99", "100", "099", "503", "999", "1000", "-32000", "-32601", "--1", "", "1e3",
        ] {
            let isThere = FailureIndex.all[family.prefix + code] != nil
            #expect((try pattern.wholeMatch(in: code) != nil) == isThere, "\(family.prefix)\(code)")
        }
        #expect(FailureIndex.all[family.member.name] != nil)
    }
}
