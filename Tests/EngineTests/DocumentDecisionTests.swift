@testable import Engine
import Testing
import Wire

/// Which rule a request to the document store meets, and what the store answers where none does.
@Suite struct DocumentDecisionTests {
    private let golden = Golden(
        #"""
        { "system": "documents", "rules": [
          { "name": "save", "match": { "operation": "save", "document": "/a b.txt" }, "steps": [ { "reply": { "status": 507 } } ] },
          { "name": "move", "match": { "destination": { "startsWith": "/full/" } }, "steps": [ { "reply": { "status": 508 } } ] },
          { "name": "bad", "match": { "path": "/a/../b" }, "steps": [ { "reply": { "status": 418 } } ] } ] }
        """#)

    private func status(_ request: Request) -> Int? {
        guard case .answer(let answer) = golden.decide(request) else { return nil }
        for case .head(let head, _, _, _) in answer.plan.script.actions { return head.status }
        return nil
    }

    @Test func theStoreAnswersWhatNoRuleTakes() {
        #expect(status(.make("GET", "/a%20b.txt")) == 404)
        #expect(status(.make("PUT", "/a%20b.txt", body: [1])) == 507)
        #expect(status(.make("PUT", "/c.txt", body: [1])) == 201)
        #expect(status(.make("GET", "/c.txt", fields: [("Range", "bytes=0-0")])) == 206)
        #expect(status(.make("MOVE", "/c.txt", fields: [("Destination", "/full/c.txt")])) == 508)
        #expect(status(.make("MOVE", "/c.txt", fields: [("Destination", "/d.txt")])) == 201)
        #expect(status(.make("GET", "/d.txt")) == 200)
        #expect(status(.make("PUT", "/a/../b", body: [1])) == 418)
        #expect(status(.make("PUT", "/a/../c", body: [1])) == 400)
        golden.state.reset()
        #expect(status(.make("GET", "/d.txt")) == 404)
    }

    @Test func onlyWhatIsSavedWaitsForItsBody() {
        let scripted = Request.make("PUT", "/a%20b.txt")
        let own = Request.make("PUT", "/c.txt")
        for request in [scripted, own] {
            request.announcesBody = true
            request.isBodyComplete = false
        }
        guard case .answer = golden.decide(scripted), case .needsBody = golden.decide(own) else {
            Issue.record("a rule strikes at the head, the store saves at the end")
            return
        }
        own.body = [1]
        own.isBodyComplete = true
        #expect(status(own) == 201)
    }
}

/// An answer that a session keeps is the one that the store would make.
@Suite struct KeptAnswerTests {
    private let golden = Golden(
        #"""
        { "system": "documents",
          "settings": { "store": { "/a.txt": { "text": "one" }, "/long.txt": { "size": "20KB" } } },
          "rules": [
            { "name": "slow", "match": { "headers": { "X-Slow": "1" } }, "steps": [ { "pass": true, "pace": { "bytes": 1, "every": "1ms" } } ] },
            { "name": "spoiled", "match": { "headers": { "X-Spoil": "1" } }, "steps": [ { "fail": "http/invalid-utf8" } ] },
            { "name": "meanwhile", "match": { "headers": { "X-Meanwhile": "1" } }, "steps": [
              { "pass": true, "store": { "/a.txt": { "text": "two" } } } ] } ] }
        """#)

    private func script(_ request: Request) -> WireScript? {
        guard case .answer(let answer) = golden.decide(request) else { return nil }
        return answer.plan.script
    }

    @Test func theSameDocumentIsTheSameScript() throws {
        let first = try #require(script(.make("GET", "/a.txt")))
        #expect(first.number != 0 && script(.make("GET", "/a.txt")) === first)
        #expect(script(.make("GET", "/a.txt/")) !== first)
        #expect(script(.make("GET", "/a.txt", fields: [("Range", "bytes=0-0")]))?.status == 206)
        #expect(script(.make("GET", "/a.txt", fields: [("If-None-Match", "*")]))?.status == 304)
        #expect(script(.make("PUT", "/a.txt", body: Array("two".utf8)))?.status == 204)
        let second = try #require(script(.make("GET", "/a.txt")))
        #expect(second !== first && second.number != first.number)
        #expect(second.description.contains("two"))
    }

    @Test func aLongOneIsLaidOutForEachRequest() {
        #expect(script(.make("GET", "/long.txt"))?.number == 0)
    }

    @Test func whatARuleBringsAlongIsDoneToIt() throws {
        _ = script(.make("GET", "/a.txt"))
        #expect(try #require(script(.make("GET", "/a.txt", fields: [("X-Slow", "1")]))).number == 0)
        let spoiled = try #require(script(.make("GET", "/a.txt", fields: [("X-Spoil", "1")])))
        #expect(spoiled.number == 0)
        #expect(try #require(script(.make("GET", "/a.txt"))).description.contains("one"))
    }

    @Test func whatSomebodyElseSavesIsThereAtOnce() throws {
        _ = script(.make("GET", "/a.txt"))
        #expect(
            try #require(script(.make("GET", "/a.txt", fields: [("X-Meanwhile", "1")]))).description.contains("two"))
    }

    @Test func numbersOfSessionsAreNeverThoseOfScenarios() {
        let numbers = (0..<1_000).map { _ in SessionScripts.nextNumber() }
        #expect(Set(numbers).count == 1_000)
        #expect(numbers.allSatisfy { $0 >> 63 == 1 })
    }
}
