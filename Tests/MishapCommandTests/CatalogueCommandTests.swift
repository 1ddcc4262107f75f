internal import TestSupport
import Catalogue
import Systems
import Foundation
import JSONText
import Testing
import Wire

@testable import MishapCommand

struct CatalogueCommandTests {
    @Test func everyFailureIsListedUnderItsSystem() {
        let run = Run(["catalogue"])
        #expect(run.code == 0)
        for name in FailureIndex.all.names { #expect(run.output.contains("\n  \(name) "), "\(name)") }
        #expect(run.output.contains("\ntcp: 17 failures\n"))
        #expect(
            run.output.contains(/\n  tcp\/refuse +connection +Connections are refused, as where no server runs\.\n/))
        #expect(
            run.output.contains(
                /\n  urlerror\/-1019 +no server  NSURLErrorCallIsActive: phone call on the client device\n/))
        #expect(
            run.output.contains(
                /\n  urlerror\/-1201 +connection +NSURLErrorServerCertificateHasBadDate by tls\/expired\n/)
        )
        #expect(run.output == Run(["catalog"]).output)
    }

    @Test func oneSystem() {
        let run = Run(["catalogue", "tcp"])
        #expect(run.code == 0)
        #expect(run.output.hasPrefix("tcp: "))
        #expect(!run.output.contains("http/"))
    }

    @Test(arguments: [
        ("htp", #"there is no system "htp"; did you mean "http"?"#),
        (
            "nothing",
            #"there is no system "nothing"; there are http, tcp, tls, jsonrpc, xmlrpc, mtop, salesforce, graph, documents, urlerror, http2 and proxy"#
        ),
    ])
    func aSystemThatIsNotThere(system: String, message: String) {
        let run = Run(["catalogue", system])
        #expect(run.code == 1)
        #expect(run.error == "mishap: \(message)\n")
        #expect(run.output.isEmpty)
    }

    @Test func asJSON() throws {
        let run = Run(["catalogue", "--json"])
        let all = try #require(JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
        #expect(
            all.compactMap { $0["name"] as? String }.sorted()
                == (FailureIndex.all.entries.map(\.name) + FailureIndex.planned.map(\.name)).sorted())
        let call = try #require(all.first { $0["name"] as? String == "urlerror/-1019" })
        #expect(call["inducible"] as? Bool == false && call["reason"] as? String == "phone call on the client device")
        let lost = try #require(all.first { $0["name"] as? String == "urlerror/-1005" })
        #expect((lost["causes"] as? [String])?.first == "tcp/reset" && lost["kind"] as? String == "ending")
        let kinds = [
            "tcp/refuse": "connection", "tls/no-close-notify": "spoiler", "http2/upload-window": "ending",
            "urlerror/-1201": "connection", "http/status/503": "answer", "urlerror/-1019": nil,
            "http/timeout": "ending",
        ]
        for (name, kind) in kinds {
            #expect(all.first { $0["name"] as? String == name }?["kind"] as? String == kind, "\(name)")
        }
        let slow = try #require(all.first { $0["name"] as? String == "tcp/slow" })
        let parameters = try #require(slow["parameters"] as? [[String: Any]])
        #expect(parameters.contains { $0["name"] as? String == "every" && $0["default"] is String })
    }

    /// JSON-RPC as it would be with settings.
    private struct Adjustable: Dialect {
        var name: String { "jsonrpc" }
        var readsBody: Bool { false }
        var stockSuccess: Reply { Reply() }
        var settings: [Setting] {
            [
                Setting("strict", .flag, "Whether it is strict.", standard: .flag(false)),
                Setting("ret", .word(["array", "string"]), "How it says so.", standard: .text("array")),
                Setting("greeting", .text, "What it says first.", standard: .text("hello")),
                Setting("room", .number(0...10), "How many there are.", standard: .number(3)),
                Setting("first", .object, "What there is.", standard: .object(Array(#"{"a":1}"#.utf8))),
                Setting(
                    "store", .state("documents by their paths"), "Which documents there are.", standard: .state([])),
            ]
        }
        func read(_ request: Request) -> Reading { .calls([Call()]) }
        func combine(_ answers: [Reply?], to reading: Reading, of request: Request) -> Reply { Reply() }
        func unscripted(_ call: Call, in context: AnswerContext) -> Reply? { nil }
    }

    @Test func settingsAreListedWithTheirSystem() {
        let table = CatalogueTable("jsonrpc", in: .all(with: [Adjustable()]))
        #expect(
            table.text(.plain).hasSuffix(
                """
                  "settings" of a scenario:
                    strict    Whether it is strict. true or false; default false.
                    ret       How it says so. array or string; default "array".
                    greeting  What it says first. text; default "hello".
                    room      How many there are. 0 to 10; default 3.
                    first     What there is. a JSON object; default {"a":1}.
                    store     Which documents there are. documents by their paths; default {}.


                """))
        let json = String(decoding: table.json.bytes(), as: UTF8.self)
        #expect(
            json.hasSuffix(
                #"{"setting":"room","system":"jsonrpc","summary":"How many there are.","takes":"0 to 10","default":3},"#
                    + #"{"setting":"first","system":"jsonrpc","summary":"What there is.","takes":"a JSON object","default":{"a":1}},"#
                    + #"{"setting":"store","system":"jsonrpc","summary":"Which documents there are.","takes":"documents by their paths","default":{}}]"#
            ))
        #expect(!Run(["catalogue", "http"]).output.contains("settings"))
    }
}
