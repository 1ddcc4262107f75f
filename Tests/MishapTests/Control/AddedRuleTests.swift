import Foundation
import JSONText
import Mishap
import TestSupport
import Testing

/// `POST sessions/{id}/rules`: rules that one session has above those of its scenario.
@Suite(.descriptors) struct AddedRuleTests {
    private static let rules = #"""
        { "name": "twice", "match": { "path": "/twice" },
          "steps": [ { "reply": { "text": "first" } }, { "reply": { "text": "second" } },
                     { "reply": { "text": "third" } } ] },
        { "name": "rated", "match": { "path": "/rated" }, "countBy": "{{request.query.k}}",
          "steps": [ { "reply": { "text": "1" } }, { "reply": { "text": "2" } }, { "reply": { "text": "3" } } ] },
        { "name": "fails", "match": { "path": "/fails" }, "fail": "http/status/503" },
        { "name": "batch", "match": { "path": "/json", "json": { "/a": { "matches": "x+" } } }, "reply": { "text": "x" } },
        { "name": "all", "match": { "path": "/x" }, "reply": { "text": "scenario" } }
        """#

    private static func gateway() throws -> RunningGateway {
        try RunningGateway(["main": "{ \"variables\": { \"v\": \"a\" }, \"rules\": [ \(rules) ] }"])
    }

    private static func add(_ gateway: RunningGateway, _ rules: String, to id: String = "default") throws -> [String] {
        let called = try gateway.call("POST", "sessions/\(id)/rules", rules)
        guard called.status == 201, case .array(let names)? = called.json["rules"] else {
            throw RunningGateway.SessionRefused(called: called)
        }
        return names.compactMap { if case .string(let name) = $0 { name } else { nil } }
    }

    @Test func theyStandAboveAllOthers() throws {
        let gateway = try Self.gateway()
        #expect(try gateway.ask("/x").body == "scenario")
        #expect(try Self.add(gateway, #"{ "match": { "path": "/x" }, "reply": { "text": "one" } }"#) == ["added 1"])
        #expect(try gateway.ask("/x").body == "one")
        let list =
            #"[ { "name": "two", "match": { "path": "/x" }, "reply": { "text": "two" } }, { "reply": { "text": "all" } } ]"#
        #expect(try Self.add(gateway, list) == ["two", "added 2"])
        #expect(try gateway.ask("/x").body == "two")
        #expect(try gateway.ask("/other").body == "all")
        #expect(try gateway.hits("default")["two"] == 1)
        #expect(try gateway.call("DELETE", "sessions/default/rules/two").status == 204)
        #expect(try gateway.ask("/x").body == "all")
        #expect(try gateway.call("DELETE", "sessions/default/rules/added%202").status == 204)
        #expect(try gateway.ask("/x").body == "one")
        #expect(try gateway.call("DELETE", "sessions/default/rules/added%201").status == 204)
        #expect(try gateway.ask("/x").body == "scenario")
        #expect(try gateway.ask("/other").status == 404)
        // Again too.
        #expect(try gateway.call("DELETE", "sessions/default/rules/two").status == 204)
        #expect(try Self.add(gateway, #"{ "name": "two", "reply": { "text": "again" } }"#) == ["two"])
        #expect(try Self.add(gateway, #"{ "match": { "path": "/z" }, "reply": {} }"#) == ["added 3"])
    }

    @Test func aNameThatIsTakenIsNotGivenToAnUnnamedRule() throws {
        let gateway = try Self.gateway()
        #expect(try Self.add(gateway, #"{ "name": "added 1", "match": { "path": "/a" }, "reply": {} }"#) == ["added 1"])
        #expect(try Self.add(gateway, #"{ "match": { "path": "/b" }, "reply": {} }"#) == ["added 2"])
        let list =
            #"[ { "match": { "path": "/c" }, "reply": {} }, { "name": "added 3", "match": { "path": "/d" }, "reply": {} } ]"#
        #expect(try Self.add(gateway, list) == ["added 4", "added 3"])
        let long = try gateway.call(
            "POST", "sessions/default/rules", #"{ "name": "\#(String(repeating: "n", count: 201))", "reply": {} }"#)
        #expect(long.status == 422)
    }

    @Test func noHitChanges() throws {
        let gateway = try Self.gateway()
        #expect(try gateway.ask("/twice").body == "first")
        #expect(try gateway.ask("/rated?k=a").body == "1")
        _ = try Self.add(
            gateway,
            #"{ "name": "new", "match": { "path": "/new" }, "steps": [ { "reply": { "text": "n1" } }, { "reply": { "text": "n2" } } ] }"#
        )
        #expect(try gateway.ask("/twice").body == "second")
        #expect(try gateway.ask("/rated?k=a").body == "2")
        #expect(try gateway.ask("/rated?k=b").body == "1")
        #expect(try gateway.ask("/new").body == "n1")
        _ = try Self.add(
            gateway,
            #"{ "name": "newer", "match": { "path": "/newer" }, "countBy": "{{request.query.k}}", "steps": [ { "reply": { "text": "c1" } }, { "reply": { "text": "c2" } } ] }"#
        )
        #expect(try gateway.ask("/newer?k=a").body == "c1")
        #expect(try gateway.ask("/new").body == "n2")
        #expect(try gateway.ask("/rated?k=a").body == "3")
        #expect(try gateway.call("DELETE", "sessions/default/rules/new").status == 204)
        #expect(try gateway.ask("/newer?k=a").body == "c2")
        #expect(try gateway.ask("/newer?k=b").body == "c1")
        #expect(try gateway.ask("/twice").body == "third")
        #expect(
            try gateway.hits("default") == ["twice": 3, "rated": 4, "fails": 0, "batch": 0, "all": 0, "newer": 3])
    }

    @Test func theJournalHasTheirNamesWhateverComesLater() throws {
        let gateway = try Self.gateway()
        _ = try gateway.ask("/fails")
        _ = try Self.add(gateway, #"{ "name": "broken", "match": { "path": "/fails" }, "fail": "http/status/418" }"#)
        _ = try gateway.ask("/fails")
        _ = try gateway.ask("/twice")
        #expect(try gateway.call("DELETE", "sessions/default/rules/broken").status == 204)
        _ = try gateway.ask("/fails")
        let entries = try gateway.journal(ended: 4).entries
        #expect(entries.map(\.rule) == ["fails", "broken", "twice", "fails"])
        #expect(entries.map(\.failure) == ["http/status/503", "http/status/418", nil, "http/status/503"])
        #expect(entries.map(\.hit) == [1, 1, 1, 2])
        #expect(entries.map(\.step) == [1, 1, 1, 1])
        #expect(try gateway.journal("default", "?rule=broken").entries.map(\.target) == ["/fails"])
    }

    @Test func onlyTheSessionHasThem() throws {
        let gateway = try Self.gateway()
        let (one, other) = (try gateway.askForSession(), try gateway.askForSession())
        _ = try Self.add(gateway, #"{ "match": { "path": "/x" }, "reply": { "text": "mine" } }"#, to: one)
        #expect(try gateway.ask("/@\(one)/x").body == "mine")
        for path in ["/@\(other)/x", "/x", "/@main~k/x"] { #expect(try gateway.ask(path).body == "scenario") }
        _ = try Self.add(gateway, #"{ "match": { "path": "/x" }, "reply": { "text": "private" } }"#, to: "main~k")
        #expect(try gateway.ask("/@main~k/x").body == "private")
        #expect(try gateway.ask("/@main~l/x").body == "scenario")
    }

    @Test func atTheEndTheyStandBelow() throws {
        let gateway = try RunningGateway([
            "main":
                #"{ "rules": [ { "match": { "path": "/x" }, "reply": { "text": "scenario" } } ], "otherwise": { "reply": { "text": "otherwise" } } }"#
        ])
        func add(_ name: String, _ more: String) throws {
            let called = try gateway.call(
                "POST", "sessions/default/rules?at=end",
                #"{ "name": "\#(name)", \#(more) "reply": { "text": "\#(name)" } }"#)
            #expect(called.status == 201, "\(called.text)")
        }
        try add("all", #""match": { "path": "/a" },"#)
        try add("more", "")
        #expect(try ["/x", "/a", "/b"].map { try gateway.ask($0).body } == ["scenario", "all", "more"])
        #expect(try gateway.hits("default") == ["rule 1": 1, "all": 1, "more": 1, "otherwise": 0])
        _ = try Self.add(gateway, #"{ "name": "above", "match": { "path": "/x" }, "reply": { "text": "above" } }"#)
        #expect(try ["/x", "/a", "/b"].map { try gateway.ask($0).body } == ["above", "all", "more"])
        #expect(try gateway.call("DELETE", "sessions/default/rules/more").status == 204)
        #expect(try gateway.ask("/b").body == "otherwise")
        #expect(
            try gateway.hits("default") == ["above": 1, "rule 1": 1, "all": 2, "otherwise": 1])
        #expect(try gateway.call("POST", "sessions/default/rules?at=top", #"{ "reply": {} }"#).status == 422)
    }

    @Test(arguments: ["", "?at=end"]) func anotherTakesItsPlace(query: String) throws {
        let gateway = try Self.gateway()
        func replace(_ name: String, _ rule: String) throws -> (status: Int?, text: String) {
            let called = try gateway.call("PUT", "sessions/default/rules/\(name)", rule)
            return (called.status, called.text)
        }
        let rule =
            #"{ "name": "mine", "match": { "path": "/m" }, "atEnd": "pass", "steps": [ { "reply": { "text": "a" } } ] }"#
        #expect(try gateway.call("POST", "sessions/default/rules" + query, rule).status == 201)
        #expect(try gateway.ask("/m").body == "a")
        #expect(try gateway.ask("/m").status == 404)
        // It goes on with the hits.
        let longer =
            #"{ "match": { "path": "/m" }, "steps": [ { "reply": { "text": "a" } }, { "reply": { "text": "b" } }, { "reply": { "text": "c" } } ] }"#
        #expect(try replace("mine", longer).status == 200)
        #expect(try gateway.ask("/m").body == "b")
        #expect(try gateway.hits("default")["mine"] == 2)
        // What counts by itself begins anew.
        let counted =
            #"{ "name": "mine", "match": { "path": "/m" }, "countBy": "{{request.query.k}}", "steps": [ { "reply": { "text": "1" } }, { "reply": { "text": "2" } } ] }"#
        #expect(try replace("mine", counted).status == 200)
        #expect(try gateway.ask("/m?k=1").body == "1")
        #expect(try gateway.hits("default")["mine"] == 3)
        #expect(try replace("mine", #"{ "name": "other", "reply": {} }"#).status == 422)
        #expect(try replace("mine", "[]").status == 422)
        #expect(try replace("fails", #"{ "reply": {} }"#).status == 409)
        #expect(try gateway.ask("/m?k=1").body == "2")
    }

    @Test func oneThatIsPutAndIsNotThereStandsAboveAllOthers() throws {
        let gateway = try RunningGateway(["main": #"{ "rules": [ { "name": "all", "reply": { "text": "all" } } ] }"#])
        func put(_ name: String, _ text: String) throws -> Int? {
            try gateway.call(
                "PUT", "sessions/default/rules/\(name)",
                #"{ "match": { "path": "/m" }, "reply": { "text": "\#(text)" } }"#
            ).status
        }
        #expect(try put("POST%20%2Fm", "first") == 201)
        #expect(try gateway.ask("/m").body == "first")
        #expect(try put("second", "second") == 201)
        #expect(try gateway.ask("/m").body == "second")
        // In its place, which is below that.
        #expect(try put("POST%20%2Fm", "changed") == 200)
        #expect(try gateway.ask("/m").body == "second")
        #expect(try gateway.call("DELETE", "sessions/default/rules/second").status == 204)
        #expect(try gateway.ask("/m").body == "changed")
        #expect(try put("second", "again") == 201)
        #expect(try gateway.ask("/m").body == "again")
        #expect(try put("all", "none") == 409)
        #expect(try put(String(repeating: "x", count: 200), "long") == 201)
        #expect(try put(String(repeating: "x", count: 201), "long") == 422)
        #expect(
            try gateway.hits("default") == ["second": 1, "POST /m": 2, "all": 0, String(repeating: "x", count: 200): 0])
    }

    @Test func aSessionMayBeginWithoutARule() throws {
        let gateway = try RunningGateway(["main": #"{ "rules": [ { "reply": {} } ] }"#])
        let id = try gateway.askForSession(#"{ "scenario": { "rules": [] } }"#)
        #expect(try gateway.ask("/@\(id)/x").status == 404)
        let rule = #"{ "match": { "path": "/x" }, "reply": { "text": "x" } }"#
        #expect(try gateway.call("PUT", "sessions/\(id)/rules/x", rule).status == 201)
        #expect(try gateway.ask("/@\(id)/x").body == "x")
        // A scenario that all use has some.
        #expect(try gateway.call("PUT", "scenarios/empty", #"{ "rules": [] }"#).status == 422)
    }

    @Test func whatIsWrongWithThemIsToldOfThem() throws {
        let gateway = try Self.gateway()
        let warned = try gateway.call(
            "POST", "sessions/default/rules", #"{ "match": { "path": "/:id" }, "reply": {} }"#)
        #expect(warned.status == 201 && warned.json["warnings"] != nil, "\(warned.text)")
        let taken = try gateway.call(
            "POST", "sessions/default/rules", #"[ { "reply": {} }, { "name": "all", "reply": {} } ]"#)
        #expect(taken.status == 409)
        #expect(taken.text.contains("/1/name") && taken.text.contains("^"), "\(taken.text)")
    }

    @Test(arguments: ["default", "main~k", "asked"]) func aResetKeepsThem(kind: String) throws {
        let gateway = try Self.gateway()
        let id = kind == "asked" ? try gateway.askForSession() : kind
        let path = "/@\(id == "default" ? "main" : id)"
        _ = try gateway.ask(path + "/x")
        let rule =
            #"{ "name": "mine", "match": { "path": "/x" }, "steps": [ { "reply": { "text": "a" } }, { "reply": { "text": "b" } } ] }"#
        _ = try Self.add(gateway, rule, to: id)
        #expect(try gateway.ask(path + "/x").body == "a")
        #expect(try gateway.ask(path + "/x").body == "b")
        #expect(try gateway.call("POST", "sessions/\(id)/reset").status == 204)
        #expect(try gateway.hits(id)["mine"] == 0)
        #expect(try gateway.ask(path + "/x").body == "a")
        #expect(try gateway.call("POST", "reset").status == 204)
        #expect(try gateway.ask(path + "/x").body == "a")
        #expect(try gateway.call("POST", "sessions/\(id)/reset?rules=1").status == 204)
        #expect(try gateway.ask(path + "/x").body == "scenario")
        #expect(try gateway.call("POST", "sessions/\(id)/reset?rules=x").status == 400)
        // Also where nobody has used it since the last reset.
        _ = try Self.add(gateway, rule, to: id)
        #expect(try gateway.call("POST", "reset").status == 204)
        #expect(try gateway.call("POST", "reset?rules=1").status == 204)
        #expect(try gateway.ask(path + "/x").body == "scenario")
    }

    /// Of a plain scenario without state, whose requests take the shortest way.
    @Test func aScenarioWithoutStateMayGetSome() throws {
        let gateway = try RunningGateway(rules: #"{ "name": "all", "reply": { "text": "{{request.path}}" } }"#)
        _ = try gateway.ask("/a")
        _ = try Self.add(
            gateway,
            #"{ "name": "limit", "match": { "path": "/b" }, "countBy": "{{request.query.k}}", "steps": [ { "reply": { "text": "1" } }, { "reply": { "text": "2" } } ] }"#
        )
        #expect(try gateway.ask("/b?k=1").body == "1")
        #expect(try gateway.ask("/b?k=1").body == "2")
        #expect(try gateway.ask("/b?k=2").body == "1")
        #expect(try gateway.ask("/a").body == "/a")
        #expect(try gateway.hits("default") == ["limit": 3, "all": 2])
    }

    /// A request that is large, and decided in steps, has the rules of its beginning; each hit is counted where it belongs.
    @Test func largeRequestsCountWhereTheyBelong() throws {
        let gateway = try Self.gateway()
        _ = try Self.add(
            gateway,
            #"{ "name": "large", "match": { "path": "/json", "json": { "/b": 1 } }, "reply": { "text": "large" } }"#)
        func send(_ member: String) throws -> String {
            let body = "{ \(member), \"pad\": \"\(String(repeating: "p", count: 300_000))\" }"
            let connection = try gateway.connect()
            connection.send(request("/json", ["Content-Length: \(body.utf8.count)"], method: "POST") + body)
            return connection.receiveResponse().body
        }
        #expect(try send(#""b": 1"#) == "large")
        #expect(try send(#""a": "xx""#) == "x")
        #expect(try gateway.journal(ended: 2).entries.map(\.rule) == ["large", "batch"])
        let hits = try gateway.hits("default")
        #expect(hits["large"] == 1 && hits["batch"] == 1 && hits["all"] == 0)
    }

    @Test func variablesAndFailuresAreThoseOfTheScenario() throws {
        let gateway = try RunningGateway(
            [
                "rpc":
                    #"{ "system": "jsonrpc", "variables": { "n": 1 }, "rules": [ { "match": { "rpc": "a" }, "reply": { "result": "{{variables.n}}" } } ] }"#
            ])
        func ask(_ method: String) throws -> String {
            let body = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)"}"#
            let connection = try gateway.connect()
            let fields = ["Content-Type: application/json", "Content-Length: \(body.utf8.count)"]
            connection.send(request("/", fields, method: "POST") + body)
            return connection.receiveResponse().body
        }
        _ = try Self.add(gateway, #"{ "match": { "rpc": "b" }, "set": { "n": 5 }, "fail": "-32000" }"#)
        #expect(try ask("a").contains(#""result":1"#))
        #expect(try ask("b").contains("-32000"))
        #expect(try ask("a").contains(#""result":5"#))
    }

    @Test(arguments: [
        (#"{ "replay": {} }"#, 422, "the rules have errors"), ("[]", 422, "the rules have errors"),
        ("7", 422, "the rules have errors"), ("{", 422, "the rules have errors"),
        (#"{ "reply": { "text": "{{variables.none}}" } }"#, 422, "the rules have errors"),
        (#"{ "reply": { "file": "a" } }"#, 422, "the rules have errors"),
        (#"{ "name": "all", "reply": {} }"#, 409, "already"),
        (#"{ "name": "otherwise", "reply": {} }"#, 409, "already"),
        (#"[ { "name": "a", "reply": {} }, { "name": "a", "reply": {} } ]"#, 422, "the rules have errors"),
        (
            #"[ { "name": "new", "match": { "path": "/x" }, "reply": {} }, { "name": "twice", "reply": {} } ]"#, 409,
            "already"
        ),
        (#"{ "match": { "path": "/x" }, "pass": true, "cut": { "after": 1 } }"#, 422, "the rules have errors"),
    ])
    func whatIsWrongChangesNothing(rules: String, status: Int, words: String) throws {
        let gateway = try Self.gateway()
        let called = try gateway.call("POST", "sessions/default/rules", rules)
        #expect(called.status == status, "\(called)")
        #expect(called.detail.contains(words), "\(called)")
        #expect(try gateway.ask("/x").body == "scenario")
        #expect(try gateway.hits("default").count == 5)
    }

    @Test func whatCannotBeTakenAwaySaysSo() throws {
        let gateway = try Self.gateway()
        _ = try Self.add(gateway, #"{ "name": "mine", "reply": {} }"#)
        #expect(try gateway.call("DELETE", "sessions/default/rules/twice").status == 409)
        let typo = try gateway.call("DELETE", "sessions/default/rules/mime")
        #expect(typo.status == 404)
        #expect(typo.detail.contains(#"did you mean "mine"?"#))
        #expect(try gateway.call("DELETE", "sessions/nobody/rules/mine").status == 404)
    }

    /// Beside requests of all shards: no hit is lost, and no request falls between two sets of rules.
    @Test(.descriptors(40)) func theyComeAndGoUnderLoad() async throws {
        let gateway = try Self.gateway()
        let total = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    try await aside {
                        let connection = try gateway.connect()
                        for _ in 0..<300 {
                            connection.send(request("/x"))
                            let body = connection.receiveResponse().body
                            guard ["scenario", "added"].contains(body) else {
                                Issue.record("\(body)")
                                return 0
                            }
                        }
                        return 300
                    }
                }
            }
            group.addTask {
                try await aside {
                    for _ in 0..<60 {
                        _ = try Self.add(
                            gateway, #"{ "name": "a", "match": { "path": "/x" }, "reply": { "text": "added" } }"#)
                        _ = try gateway.call("DELETE", "sessions/default/rules/a")
                    }
                    return 0
                }
            }
            return try await group.reduce(0, +)
        }
        let entries = try gateway.journal(ended: total).entries
        #expect(entries.count == total)
        #expect(try gateway.hits("default")["all"] == entries.count { $0.rule == "all" })
        #expect(entries.allSatisfy { $0.rule == "all" || $0.rule == "a" })
    }
}
