@testable import Systems
import Catalogue
import Engine
import Testing
import Wire

/// Bodies with a Content-Encoding, which nobody decodes.
@Suite struct EncodedBodyTests {
    private func who(_ system: String, _ rule: String, _ target: String, _ encoding: String, body: String = "x")
        -> String
    {
        let golden = Golden(
            """
            { "system": "\(system)", "rules": [
              { "match": { \(rule) }, "steps": [ { "reply": {} } ] },
              { "match": { "path": "/plain" }, "steps": [ { "reply": {} } ] } ] }
            """)
        return golden.tell(
            Request.make("POST", target, fields: [("Content-Encoding", encoding)], body: Array(body.utf8)))
    }

    @Test(arguments: [
        ("jsonrpc", #""rpc": "me""#), ("xmlrpc", #""rpc": "me""#),
    ])
    func theCallsInOneCannotBeRead(system: String, rule: String) {
        let told = who(system, rule, "/me", "gzip")
        #expect(told.hasPrefix("rule -2") && told.contains("head 415 [Content-Type: application/problem+json]"))
        #expect(who(system, rule, "/plain", "br").hasPrefix("rule 1 "))
        #expect(!who(system, rule, "/me", "Identity").contains("415"))
        #expect(!who(system, rule, "/me", "").contains("415"))
        #expect(!who(system, rule, "/me", "gzip", body: "").contains("415"))
    }

    @Test func theAnswerSaysWhatIsAmiss() {
        let request = Request.make("POST", "/", fields: [("Content-Encoding", "gzip")], body: [0x1F, 0x8B])
        let text = EncodedBody.refusal(of: request, by: JSONRPC()).map { String(decoding: $0.content, as: UTF8.self) }
        #expect(
            text == #"{"type":"about:blank","title":"Unsupported Media Type","status":415,"#
                + #""detail":"Mishap decodes no Content-Encoding: the calls in this body cannot be read."}"# + "\n")
    }

    @Test func whatNeedsNoBodyIsReadAllTheSame() {
        #expect(who("mtop", #""api": "a.b""#, "/gw/a.b/1.0/", "gzip").hasPrefix("rule 0 "))
        #expect(who("graph", #""node": "me""#, "/me", "gzip").hasPrefix("rule 0 "))
        #expect(
            who("salesforce", #""object": "Account""#, "/services/data/v62.0/sobjects/Account", "gzip").hasPrefix(
                "rule 0 "))
    }
}
