import Testing
import Wire

@testable import Engine

/// Bodies of `size`: the same bytes at the same offset, whatever step sends them.
@Suite struct SizeTests {
    private func body(_ golden: Golden, _ target: String, _ fields: [(String, String)] = []) throws -> [UInt8] {
        guard case .answer(let answer) = golden.decide(.make("GET", target, fields: fields)) else {
            throw CancellationError()
        }
        return Array(answer.plan.script.body.utf8)
    }

    private static let rules = #"""
        { "seed": 5, "rules": [
          { "match": { "path": "/resumed" }, "steps": [
            { "reply": { "size": "SIZE" }, "cut": { "after": "40%", "end": "reset" } },
            { "reply": { "size": "SIZE", "ranges": true } } ] },
          { "match": { "path": "/whole" }, "reply": { "size": "SIZE" } },
          { "match": { "path": "/shorter" }, "reply": { "size": 1000 } },
          { "match": { "path": "/things/{id}" }, "reply": { "size": { "bytes": "SIZE", "key": "{{request.path.id}}" }, "ranges": true } },
          { "match": { "path": "/constant" }, "reply": { "size": { "bytes": "SIZE", "key": "7" } } },
          { "match": { "path": "/bare" }, "reply": { "size": { "bytes": "SIZE" } } } ] }
        """#

    @Test(arguments: ["20KB", "200KB"]) func aPartAndTheRestMakeTheWhole(size: String) throws {
        let golden = Golden(Self.rules.replacing("SIZE", with: size))
        let whole = try body(golden, "/whole")
        let part = try body(golden, "/resumed")
        let rest = try body(golden, "/resumed", [("Range", "bytes=\(part.count)-")])
        #expect(part.count == whole.count * 4 / 10 && part + rest == whole)
        #expect(try body(golden, "/shorter") == Array(whole.prefix(1000)))
        #expect(try body(golden, "/bare") == whole)
        let other = Golden(Self.rules.replacing("SIZE", with: size).replacing(#""seed": 5"#, with: #""seed": 6"#))
        #expect(try body(other, "/whole") != whole)
    }

    @Test(arguments: ["20KB", "200KB"]) func theKeyMakesResourcesDiffer(size: String) throws {
        let golden = Golden(Self.rules.replacing("SIZE", with: size))
        let seven = try body(golden, "/things/7")
        #expect(try body(golden, "/things/7") == seven && body(golden, "/constant") == seven)
        #expect(try body(golden, "/things/8") != seven && body(golden, "/whole") != seven)
        #expect(try body(golden, "/things/7", [("Range", "bytes=100-")]) == Array(seven.dropFirst(100)))
    }
}
