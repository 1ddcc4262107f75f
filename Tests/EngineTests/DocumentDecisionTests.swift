import Engine
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
