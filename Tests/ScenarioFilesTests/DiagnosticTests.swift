import JSONText
import ScenarioFiles
import Testing

/// Every message of a scenario file, word by word.
@Suite struct DiagnosticTests {
    @Test func aMistakeIsShownWithItsLineAndWhatWasMeant() {
        let text = """
            {
              "rules": [
                { "steps": [ { "reply": { "staus": 500 } } ] }
              ]
            }
            """
        #expect(
            load(text).text == """
                a.json:3:31: error: unknown field "staus" in a reply; did you mean "status"?
                 3 |     { "steps": [ { "reply": { "staus": 500 } } ] }
                   |                               ^~~~~~~

                """)
    }

    @Test func allMistakesOfAFileComeInOneRun() {
        let text = """
            { "seed": "x",
              "clock": "fast",
              "rules": [ { "atEnd": "stop", "steps": [ { "reply": { "status": 99 } } ] },
                         { "stepz": [] } ] }
            """
        #expect(
            messages(text) == [
                #"1:11: error: "seed" must be a number, not a string"#,
                #"2:12: error: "clock" cannot be "fast"; it is "real" or "manual""#,
                #"3:25: error: "atEnd" cannot be "stop"; it is "stay", "loop" or "pass""#,
                #"3:67: error: "status" must be a whole number from 200 to 999"#,
                #"4:16: error: unknown field "stepz" in a rule; did you mean "steps"?"#,
            ])
    }

    @Test func aSyntaxErrorEndsItsFile() {
        #expect(messages("{ \"rules\": [ ").count == 1)
        #expect(
            messages(#"{ "seed": 1, "seed": 2 }"#) == [
                #"1:14: error: duplicate key "seed"; it was first given in line 1"#
            ])
    }

    private static let systems = #""jsonrpc", "xmlrpc", "mtop", "salesforce", "graph" or "documents""#

    /// A value that is one of a few words: all of them, and the nearest.
    @Test(arguments: [
        (
            #""atEnd": "stahy", "steps": [ { "reply": {} } ]"#,
            #"2:10: error: "atEnd" cannot be "stahy"; it is "stay", "loop" or "pass"; did you mean "stay"?"#, "^~~~~~~"
        ),
        (
            #""steps": [ { "reply": { "text": "a", "framing": "chunkd" } } ]"#,
            #"2:49: error: "framing" cannot be "chunkd"; it is "length", "chunked" or "close"; did you mean "chunked"?"#,
            "^~~~~~~~"
        ),
        (
            #""steps": [ { "reply": { "text": "a" }, "cut": { "after": 1, "end": "rest" } } ]"#,
            #"2:68: error: "end" cannot be "rest"; it is "close", "close-notify", "reset" or "stall"; did you mean "reset"?"#,
            "^~~~~~"
        ),
        (
            #""steps": [ { "reply": { "text": "a" }, "cut": { "after": 1, "end": "fin" } } ]"#,
            #"2:68: error: "end" cannot be "fin"; it is "close", "close-notify", "reset" or "stall""#, "^~~~~"
        ),
    ])
    func aWordListsTheOthers(_ rule: String, _ message: String, _ caret: String) {
        let lines = load("{ \"rules\": [ {\n\(rule)\n} ] }").text.split(separator: "\n")
        #expect(lines.first == "a.json:\(message)")
        #expect(lines.last?.drop { $0 != "^" } == Substring(caret))
        #expect(lines.count == 3)
    }

    /// A name that is given twice is told together with all that is wrong in the rules, not after it.
    @Test func aDuplicateNameIsReportedWithTheOtherMistakes() {
        let text = """
            { "rules": [
              { "name": "pay", "match": { "path": "/a" }, "steps": [ { "reply": { "staus": 500 } } ] },
              { "name": "pay", "match": { "path": "/b" }, "steps": [ { "reply": {} } ] },
              { "name": "pay", "steps": 1 },
              { "name": "rule 5", "steps": 1 },
              { "steps": [ { "fail": "http/timout" } ] }
            ] }
            """
        #expect(
            load(text).text == """
                a.json:2:71: error: unknown field "staus" in a reply; did you mean "status"?
                 2 |   { "name": "pay", "match": { "path": "/a" }, "steps": [ { "reply": { "staus": 500 } } ] },
                   |                                                                       ^~~~~~~
                a.json:3:13: error: duplicate rule name "pay"; it was first given in line 2
                 3 |   { "name": "pay", "match": { "path": "/b" }, "steps": [ { "reply": {} } ] },
                   |             ^~~~~
                a.json:4:13: error: duplicate rule name "pay"; it was first given in line 2
                 4 |   { "name": "pay", "steps": 1 },
                   |             ^~~~~
                a.json:4:29: error: "steps" must be a list, not a number
                 4 |   { "name": "pay", "steps": 1 },
                   |                             ^
                a.json:5:32: error: "steps" must be a list, not a number
                 5 |   { "name": "rule 5", "steps": 1 },
                   |                                ^
                a.json:6:3: error: duplicate rule name "rule 5"; it was first given in line 5
                 6 |   { "steps": [ { "fail": "http/timout" } ] }
                   |   ^
                a.json:6:26: error: unknown failure "http/timout"; did you mean "http/timeout"?
                 6 |   { "steps": [ { "fail": "http/timout" } ] }
                   |                          ^~~~~~~~~~~~~

                """)
    }

    @Test(arguments: [
        ("[]", #"a scenario must be an object, not a list; it is { "rules": [ … ] }"#),
        ("{}", #"a scenario needs "rules"; "otherwise", "extends" or a "system" that answers by itself would do too"#),
        (#"{ "rules": {} }"#, #""rules" must be a list, not an object"#),
        (#"{ "rules": [] }"#, #""rules" is empty; a scenario has at least one rule"#),
        (#"{ "rules": [ { "steps": [] } ] }"#, #""steps" is empty; a rule has at least one step"#),
        (#"{ "rules": [ { "steps": {} } ] }"#, #""steps" must be a list, not an object"#),
        (#"{ "rules": [ 1 ] }"#, #"a rule must be an object, not a number"#),
        (
            #"{ "clock": "manuel", "otherwise": { "reply": {} } }"#,
            #""clock" cannot be "manuel"; it is "real" or "manual"; did you mean "manual"?"#
        ),
        (
            #"{ "seed": 1.5, "otherwise": { "reply": {} } }"#,
            #""seed" must be a whole number from -9223372036854775808 to 9223372036854775807"#
        ),
        (#"{ "cors": false, "otherwise": { "reply": {} } }"#, #""cors" can only be true"#),
        (#"{ "otherwise": { "reply": {}, "times": 2 } }"#, #""otherwise" has no "times""#),
        (
            #"{ "system": "documets", "otherwise": { "reply": {} } }"#,
            #"unknown system "documets"; it is \#(systems); did you mean "documents"?"#
        ),
        (#"{ "system": "imap", "otherwise": { "reply": {} } }"#, #"unknown system "imap"; it is \#(systems)"#),
        (
            #"{ "system": "http", "otherwise": { "reply": {} } }"#,
            #"unknown system "http"; it is \#(systems); plain HTTP has no "system""#
        ),
        (
            #"{ "ruels": [ { "steps": [ { "reply": {} } ] } ] }"#,
            #"unknown field "ruels" in a scenario; did you mean "rules"?"#
        ),
        (#"{ "rules": [ { "stesp": [] } ] }"#, #"unknown field "stesp" in a rule; did you mean "steps"?"#),
        (#"{ "rules": [ { "name": "", "steps": [ { "reply": {} } ] } ] }"#, #"a rule's name cannot be empty"#),
        (
            #"{ "rule": [], "otherwise": { "reply": {} } }"#,
            #"unknown field "rule" in a scenario; did you mean "rules"?"#
        ),
    ])
    func atTheTop(_ text: String, _ message: String) {
        #expect(messages(text).map(withoutPlace) == ["error: " + message])
    }

    /// Where there is no system yet, what was meant may be a field of one.
    @Test func aMisspeltFieldOfCallsIsRecognizedWithoutASystem() {
        #expect(
            ruleMessages(#""match": { "rcp": "x" }, "steps": [ { "reply": {} } ]"#)
                == [#"error: unknown field "rcp" in a match; did you mean "rpc"?"#])
    }

    @Test(arguments: [
        ("protocols", "it needs HTTP/2")
    ])
    func whatComesLaterIsRefusedAtTheTop(_ name: String, _ reason: String) {
        #expect(
            messages("{ \"otherwise\": { \"reply\": {} }, \"\(name)\": 1 }").map(withoutPlace)
                == ["error: \"\(name)\" is not supported by this version yet; \(reason)"])
    }

    @Test(arguments: [
        ("protcol", "protocol"), ("hots", "host"), ("tsl", "tls"),
    ])
    func fieldsOfTheConnectionAreRecognizedWhereTheyAreMisspelt(_ name: String, _ meant: String) {
        #expect(
            ruleMessages("\"match\": { \"\(name)\": \"x\" }, \"steps\": [ { \"reply\": {} } ]")
                == ["error: unknown field \"\(name)\" in a match; did you mean \"\(meant)\"?"])
    }

    @Test(arguments: [
        ("rpc", "systems jsonrpc and xmlrpc"), ("batch", "systems jsonrpc, xmlrpc, salesforce and graph"),
        ("api", "system mtop"), ("v", "system mtop"),
    ])
    func aFieldOfCallsSaysWhichSystemItNeeds(_ name: String, _ systems: String) {
        #expect(
            ruleMessages("\"match\": { \"\(name)\": {} }, \"steps\": [ { \"reply\": {} } ]")
                == ["error: \"\(name)\" is for the \(systems); this scenario has no \"system\""])
        let other =
            "{ \"system\": \"documents\", \"rules\": [ { \"match\": { \"\(name)\": {} }, \"steps\": [ { \"reply\": {} } ] } ] }"
        #expect(
            messages(other).map(withoutPlace) == ["error: \"\(name)\" is for the \(systems); this one is documents"])
    }

    @Test(arguments: [
        (#"{}"#, #"a step needs "reply", "fail", "choose" or "pass""#),
        (#"{ "pass": false }"#, #""pass" can only be true"#),
        (#"{ "reply": {}, "pass": true }"#, #""pass" cannot stand beside "reply""#),
        (
            #"{ "fail": "http/status/503", "pass": true }"#,
            #""http/status/503" cannot stand beside "pass": it is an answer of its own; a spoiler can, which changes what is answered below"#
        ),
        (
            #"{ "fail": "tcp/reset", "pass": true }"#,
            #""tcp/reset" cannot stand beside "pass": it sends no response; a spoiler can, which changes what is answered below"#
        ),
        (
            #"{ "fail": "http/no-continue", "pass": true }"#,
            #""http/no-continue" cannot stand beside "pass": it strikes before there is an answer"#
        ),
        (#"{ "fail": "http/empty-body", "pass": false }"#, #""pass" can only be true"#),
        (
            #"{ "reply": {}, "fail": "http/empty-body", "pass": true }"#,
            #""fail" cannot stand beside "reply""#
        ),
        (#"{ "reply": {}, "with": {} }"#, #""with" needs "fail" beside it"#),
        (
            #"{ "reply": {}, "times": 2 }"#,
            #"the last step of a rule that stays has no "times"; it is repeated for ever; to end it, add "atEnd": "pass" to the rule (or "loop")"#
        ),
        (#"{ "reply": {}, "times": 0 }, { "reply": {} }"#, #""times" must be a whole number from 1 to 1000000"#),
        (#"{ "reply": {}, "times": 1000001 }, { "reply": {} }"#, #""times" must be a whole number from 1 to 1000000"#),
        (#"{ "reply": {}, "weight": 2 }"#, #"only an item of "choose" has a "weight""#),
        (#"{ "choose": [] }"#, #""choose" is empty"#),
        (
            #"{ "choose": [ { "reply": {} }, { "reply": {}, "times": 2 } ] }"#,
            #"an item of "choose" has no "times"; use "weight""#
        ),
        (#"{ "choose": [ { "reply": {} }, { "choose": [ { "reply": {} } ] } ] }"#, #"a "choose" inside a "choose""#),
        (
            #"{ "reply": {}, "delay": 5 }"#,
            #""delay" must be a duration such as "250ms", or an object, not a number; it is "5s" or "5ms""#
        ),
        (#"{ "reply": {}, "delay": "5" }"#, #"a duration needs a unit, such as "250ms" or "2s"; it is "5s" or "5ms""#),
        (#"{ "reply": {}, "delay": "25h" }"#, #"a duration is at most 24 hours"#),
        (#"{ "reply": {}, "delay": {} }"#, #"a delay is "uniform", "lognormal" or "until""#),
        (#"{ "reply": {}, "delay": { "uniform": ["1s"] } }"#, #""uniform" is a list of two durations"#),
        (#"{ "reply": {}, "delay": { "uniform": ["2s", "1s"] } }"#, #"the shortest delay comes first"#),
        (#"{ "reply": {}, "delay": { "lognormal": { "median": "1s" } } }"#, #""lognormal" needs "median" and "sigma""#),
        (
            #"{ "reply": {}, "delay": { "lognormal": { "median": "1s", "sigma": -1 } } }"#,
            #""sigma" must be a number from 0 to 10"#
        ),
        (#"{ "reply": {}, "pace": { "bytes": 1 } }"#, #""pace" needs "bytes" and "every""#),
        (
            #"{ "reply": {}, "pace": { "bytes": 0, "every": "1s" } }"#,
            #""bytes" must be a whole number from 1 to 1000000000"#
        ),
        (#"{ "reply": {}, "pace": { "bytes": 1, "every": "0s" } }"#, #""every" must be longer than nothing"#),
        (#"{ "reply": {}, "cut": { "after": 0 } }"#, #""cut" needs "after" and "end""#),
        (
            #"{ "reply": {}, "cut": { "after": 0, "end": "stop" } }"#,
            #""end" cannot be "stop"; it is "close", "close-notify", "reset" or "stall""#
        ),
        (
            #"{ "reply": {}, "cut": { "after": "101%", "end": "close" } }"#,
            #""101%" is not a share; it is "0%" to "100%", in whole percent"#
        ),
        (
            #"{ "reply": {}, "cut": { "after": 0, "end": "reset", "for": "1s" } }"#,
            #"only a stall has a "for"; "reset" ends the connection"#
        ),
        (
            #"{ "reply": {}, "cut": { "after": 0, "end": "close", "pause": "1s" } }"#,
            #"only a reset has a "pause"; a FIN follows the last bytes at once"#
        ),
        (
            #"{ "reply": {}, "cut": { "after": 0, "end": "stall", "pause": "1s" } }"#,
            #"only a reset has a "pause"; how long a stall lasts is its "for""#
        ),
        (
            #"{ "fail": "http/length-too-long", "with": { "pause": "1s" } }"#,
            #""pause" needs "by": "reset" beside it"#
        ),
        (
            #"{ "fail": "http/unrequested-upgrade", "with": { "by": "stall", "pause": "1s" } }"#,
            #""pause" needs "by": "reset" beside it"#
        ),
        (
            #"{ "reply": { "text": "hello" }, "cut": { "after": 6, "end": "reset" } }"#,
            #"the cut is after 6 bytes, but the body has 5"#
        ),
        (
            #"{ "reply": { "status": 500 }, "pace": { "bytes": 1, "every": "1s" } }"#,
            #"there is nothing to pace: this answer has no body"#
        ),
        (
            #"{ "reply": { "text": "a" }, "pace": { "bytes": 1, "every": "1s" }, "cut": { "after": { "head": 10 }, "end": "reset" } }"#,
            #"there is nothing to pace: the cut is before the first byte of the body"#
        ),
        (
            #"{ "fail": "http/status/503", "pace": { "bytes": 1, "every": "1s" }, "cut": { "after": 0, "end": "stall" } }"#,
            #"there is nothing to pace: the cut is before the first byte of the body"#
        ),
        (
            #"{ "reply": {}, "cut": { "after": { "head": 100 }, "end": "reset" } }"#,
            #"the cut is after 100 bytes of head, but this one has 99 at most"#
        ),
    ])
    func inAStep(_ step: String, _ message: String) {
        #expect(stepMessages(step) == ["error: " + message])
    }

    @Test(arguments: [
        (#"{ "text": "", "json": 1 }"#, #"a reply has one body: "json" cannot stand beside "text""#),
        (#"{ "status": 204, "text": "" }"#, #"a response with status 204 has no body"#),
        (#"{ "status": 100 }"#, #""status" must be a whole number from 200 to 999"#),
        (#"{ "status": "500" }"#, #""status" must be a number, not a string; a number has no quotes: 500"#),
        (#"{ "reason": "a\r\nb" }"#, #"a head has no CR, LF or NUL within a line"#),
        (
            #"{ "headers": { "a b": "" } }"#,
            #""a b" is not a header name; a malformed head is a "head", which is a list of pairs, or a failure"#
        ),
        (#"{ "headers": { "A": "b\u0000" } }"#, #"a head has no CR, LF or NUL within a line"#),
        (#"{ "headers": { "A": {} } }"#, ##"a header's value in bytes has "base64" or "latin1""##),
        (
            #"{ "headers": { "A": "1", "a": "2" } }"#,
            #"the header "a" is given twice; a header with several values has a list of them"#
        ),
        (
            #"{ "headers": { "Content-length": null } }"#,
            #"null does not take "Content-length" away; "framing" selects how the end of the body is marked; "#
                + "nothing is added to a \"head\""
        ),
        (#"{ "headers": { "A": [] } }"#, #"the list of values is empty; null takes the header away"#),
        (
            #"{ "interim": [ { "status": 101 } ] }"#,
            #"after status 101 no HTTP follows; the failure "http/unrequested-upgrade" sends it alone"#
        ),
        (#"{ "head": [ ["A"] ] }"#, #"a header is a pair [name, value] of strings"#),
        (#"{ "head": [ ["A", "\n"] ] }"#, #"a head has no CR, LF or NUL within a line"#),
        (#"{ "status": "{{bogus}}" }"#, "unknown placeholder {{bogus}}"),
        (#"{ "status": "{{{{5" }"#, #""status" cannot be "{{5"; it has neither {{…}} nor quotes"#),
        (
            #"{ "status": "{{hit}}" }"#,
            #"{{hit}} counts the requests of the rule, and is no status; "steps" say which answer follows which"#
        ),
        (
            #"{ "headers": { "A": { "latin1": "{{hit}}" } } }"#,
            "bytes have no placeholders; a literal {{ is written {{{{"
        ),
        (
            #"{ "chunks": ["a"], "interim": [{ "status": 102, "times": 1001 }] }"#,
            #""times" must be a whole number from 1 to 1000"#
        ),
        (
            #"{ "chunks": [{ "text": "a", "every": "1s", "times": "forever" }, "b"] }"#,
            "this chunk is never sent: the one before it goes on for ever"
        ),
        (
            #"{ "chunks": [{ "text": "a", "every": "1s", "times": "forever" }], "framing": "length" }"#,
            #""times": "forever" cannot stand beside "framing": "length", which needs the whole body"#
        ),
        (
            #"{ "chunks": [{ "text": "a", "every": "1s", "times": "forever" }], "encoding": "gzip" }"#,
            #""times": "forever" cannot stand beside "encoding", which needs the whole body"#
        ),
        (#"{ "chunks": [{ "text": "a", "times": -1 }] }"#, #""times" must be a whole number from 1 to 1000000"#),
        (
            #"{ "chunks": [{ "text": "a", "every": "1s" }] }"#,
            #""every" needs "times" beside it; such as "times": "forever""#
        ),
        (#"{ "chunks": [{ "stall": "1s", "times": 2 }] }"#, #"a "stall" has no "times": it is silence"#),
        (
            #"{ "chunks": [{ "text": "a", "delay": "{{hit}}s" }] }"#,
            #"a delay within an answer has no placeholders; the "delay" of the step can"#
        ),
        (
            #"{ "text": "{{repeat}}" }"#,
            #"{{repeat}} counts how often an item of "chunks" was sent, and stands in its text alone; "#
                + "{{hit}} counts the requests of the rule"
        ),
        (#"{ "status": 204, "framing": "close" }"#, #"a response with status 204 has no body to frame"#),
        (#"{ "version": "2" }"#, #""version" cannot be "2"; it is "1.0" or "1.1""#),
        (
            #"{ "headers": { "A": { "latin1": "\u0100" } } }"#,
            #""latin1" has a character beyond U+00FF; other text is UTF-8: a string, or "base64""#
        ),
        (
            #"{ "headers": { "A": { "base64": "Cg==" } } }"#,
            #"a head has no CR, LF or NUL within a line; "raw" has any bytes"#
        ),
        (#"{ "headers": { "A": { "hex": "00" } } }"#, #"unknown field "hex" in a header's value in bytes"#),
        (#"{ "raw": { "hex": "0" } }"#, #""hex" is not hexadecimal; it is two digits for each byte, as in "00 ff""#),
        (#"{ "raw": {} }"#, #"a raw response has "text" or "base64" or "hex""#),
        (#"{ "raw": { "text": "a", "hex": "00" } }"#, #"a raw response has "text" or "base64" or "hex""#),
        (
            #"{ "raw": 1 }"#,
            #""raw" must be a string of base64, or an object, not a number; "#
                + #"it is { "text": "HTTP/1.1 200 OK\r\n…" }"#
        ),
        (#"{ "framing": "chunk" }"#, #""framing" cannot be "chunk"; it is "length", "chunked" or "close""#),
        (#"{ "framing": "length", "trailers": { "A": "b" } }"#, #"only a chunked body has trailers"#),
        (#"{ "base64": "abc" }"#, #""base64" is not base64; it is padded, of A-Z a-z 0-9 + /, without spaces"#),
        (#"{ "raw": "", "status": 200 }"#, #""raw" is the whole response: "status" has no place beside it"#),
        (#"{ "size": "10" }"#, #"a size needs a unit, such as "512B" or "10MB""#),
        (#"{ "size": {} }"#, #""size" needs "bytes""#),
        (#"{ "size": { "byts": 1 } }"#, #"unknown field "byts" in a size; did you mean "bytes"?"#),
        (#"{ "size": { "bytes": "10" } }"#, #"a size needs a unit, such as "512B" or "10MB""#),
        (#"{ "size": { "bytes": 1, "key": 7 } }"#, #""key" must be a string, not a number"#),
        (#"{ "size": { "bytes": 1, "key": "{{hitt}}" } }"#, #"unknown placeholder {{hitt}}; did you mean {{hit}}?"#),
        (#"{ "size": "5GB" }"#, #"a size is at most 4GB"#),
        (#"{ "chunks": [] }"#, #""chunks" is empty"#),
        (#"{ "chunks": [ {} ] }"#, #"a chunk has either "text" or "base64", or is a "stall""#),
        (#"{ "chunks": [ { "text": "" } ] }"#, #"an empty chunk would end the body"#),
        (#"{ "interim": [ { "status": 200 } ] }"#, #""status" must be a whole number from 100 to 199"#),
        (#"{ "interim": [ {} ] }"#, #"an interim response needs a "status""#),
        (
            #"{ "file": "../secret" }"#,
            #""../secret" is not a file that a reply can send; it lies beside the scenario file, or below a folder called "files" there"#
        ),
        (#"{ "file": "files/none" }"#, #""files/none": no such file or folder"#),
    ])
    func inAReply(_ reply: String, _ message: String) {
        #expect(stepMessages("{ \"reply\": \(reply) }") == ["error: " + message])
    }

    @Test(arguments: [
        (#"{ "fail": 50 }"#, "50 is not a status, which is 100 to 999"),
        (#"{ "fail": "1000" }"#, "1000 is not a status, which is 100 to 999"),
        (#"{ "fail": 50.3 }"#, "50.3 is not a status, which is 100 to 999"),
        (#"{ "fail": true }"#, #""fail" must be the name of a failure, such as "http/timeout", not a boolean"#),
        (#"{ "fial": "tcp/reset", "with": {} }"#, #"unknown field "fial" in a step; did you mean "fail"?"#),
        (
            #"{ "fail": "tcp/reset-mid-body", "reply": { "text": "hello" }, "with": { "after": 5 } }"#,
            #""tcp/reset-mid-body" cannot happen here: "after" must be less than the 5 bytes of the body"#
        ),
        (
            #"{ "fail": "tcp/close-mid-body", "reply": { "text": "hello" }, "with": { "after": 9 } }"#,
            #""tcp/close-mid-body" cannot happen here: "after" must be less than the 5 bytes of the body"#
        ),
        (
            #"{ "fail": "tcp/stall-mid-body", "with": { "after": 37 } }"#,
            #""tcp/stall-mid-body" cannot happen here: "after" must be less than the 12 bytes of the body"#
        ),
        (
            #"{ "fail": "http/truncated-json", "reply": { "json": [] }, "with": { "after": 2 } }"#,
            #""http/truncated-json" cannot happen here: "after" must be less than the 2 bytes of the body"#
        ),
        (
            #"{ "fail": "http/bad-chunk-size", "reply": { "text": "hello" }, "with": { "after": 6 } }"#,
            #""http/bad-chunk-size" cannot happen here: "after" is 6, but the body has 5 bytes"#
        ),
        (
            #"{ "fail": "http/truncated-gzip", "reply": { "text": "hello" }, "with": { "missing": 28 } }"#,
            #""http/truncated-gzip" cannot happen here: "missing" must be less than the 28 bytes of the packed body"#
        ),
        (
            #"{ "fail": "tcp/close-mid-headers", "reply": {}, "with": { "after": 99 } }"#,
            #""tcp/close-mid-headers" cannot happen here: "after" must be less than the 99 bytes of the head"#
        ),
        (
            #"{ "fail": "tcp/close-mid-body", "reply": { "text": "hello", "head": [["A", "b"]] } }"#,
            #""tcp/close-mid-body" cannot happen here: "head" has no length, so that the close is this body's proper end"#
        ),
        (
            #"{ "fail": "http/bad-gzip", "reply": { "size": "4GB" } }"#,
            #""http/bad-gzip" rewrites the body, which can then have 16 MiB at most"#
        ),
        (
            #"{ "fail": "http/truncated-gzip", "reply": { "size": "17MiB" } }"#,
            #""http/truncated-gzip" rewrites the body, which can then have 16 MiB at most"#
        ),
        (
            #"{ "fail": "http/invalid-utf8", "reply": { "size": "4GB" } }"#,
            #""http/invalid-utf8" rewrites the body, which can then have 16 MiB at most"#
        ),
        (
            #"{ "fail": "http/early-reply", "with": { "status": 204 } }"#,
            #"a response with status 204 has no body, and this answer has one"#
        ),
        (
            #"{ "fail": "http/redirect-loop", "with": { "status": 304, "message": "x" } }"#,
            #"a response with status 304 has no body, and this answer has one"#
        ),
        (
            #"{ "fail": "http/status/422", "with": { "json": 1, "message": "x" } }"#,
            #""message" has no place beside "json", which is the whole body"#
        ),
        (
            #"{ "fail": "http/status/204", "with": { "json": null } }"#,
            "a response with status 204 has no body, and this answer has one"
        ),
        (
            #"{ "fail": "http/status/422", "with": { "json": "{{what}}" } }"#,
            "unknown placeholder {{what}}"
        ),
        (
            #"{ "fail": "tcp/reset", "with": { "json": 1 } }"#,
            #"unknown field "json" in the "with" of tcp/reset; it takes nothing"#
        ),
        (
            #"{ "fail": "http/status/204", "with": { "message": "x" } }"#,
            #"a response with status 204 has no body, which "message" would be"#
        ),
        (
            #"{ "fail": "http/redirect-loop", "with": { "status": 102 } }"#,
            #"status 102 is not that of a final response; the failure "http/status/102" sends it and nothing after it"#
        ),
        (
            #"{ "fail": "http/early-reply", "reply": {}, "with": { "status": 150 } }"#,
            #"status 150 is not that of a final response; the failure "http/status/150" sends it and nothing after it"#
        ),
        (
            #"{ "fail": "http/status/503", "with": { "status": 199 } }"#,
            #"status 199 is not that of a final response; the failure "http/status/199" sends it and nothing after it"#
        ),
        (
            #"{ "fail": "http/redirect-loop", "cut": { "after": 1, "end": "reset" } }"#,
            #"the cut is after 1 bytes, but the body has 0"#
        ),
        (
            #"{ "fail": "http/status/503", "with": { "headers": { "X": "a", "x": "b" } } }"#,
            #"the header "x" is given twice; a header with several values has a list of them"#
        ),
        (
            #"{ "fail": "http/status/503", "with": { "headers": { "X": [] } } }"#,
            #"the list of values is empty; null takes the header away"#
        ),
        (
            #"{ "fail": "http/redirect-to", "with": { "location": "/a\r\nX: 1" } }"#,
            #"a head has no CR, LF or NUL within a line"#
        ),
        (
            #"{ "fail": "http/wrong-content-type", "with": { "type": "a\u0000" } }"#,
            #"a head has no CR, LF or NUL within a line"#
        ),
        (#"{ "fail": "tcp/slow", "with": { "every": "0s" } }"#, #""every" must be longer than nothing"#),
        (#"{ "fail": "http/slow-headers", "with": { "every": "0ms" } }"#, #""every" must be longer than nothing"#),
        (#"{ "fail": "http/timeuot" }"#, #"unknown failure "http/timeuot"; did you mean "http/timeout"?"#),
        (#"{ "fail": "timeout" }"#, #"unknown failure "timeout"; did you mean "http/timeout"?"#),
        (#"{ "fail": "tls/expird" }"#, #"unknown failure "tls/expird"; did you mean "tls/expired"?"#),
        (#"{ "fail": "unasked-pong" }"#, #"unknown failure "unasked-pong"; did you mean "http2/unasked-pong"?"#),
        // What strikes a connection is told where it stands.
        (
            #"{ "fail": "http2/settings-never-sent" }"#,
            #""http2/settings-never-sent" is not supported by this version yet; it needs HTTP/2; it happens before there is a request, "#
                + #"so that it stands in no rule: "connections": [{ "fail": "http2/settings-never-sent" }]"#
        ),
        (
            #"{ "fail": "tls/old-version/ssl3" }"#,
            #""tls/old-version/ssl3" happens before there is a request, so that it stands in no rule; it is "#
                + #""connections": [{ "fail": "tls/old-version/ssl3" }], on a port of its own: "#
                + "mishap serve --listen NAME=PORT"
        ),
        (
            #"{ "fail": "http2/goaway/ENHANCE_YOUR_CALM" }"#,
            #""http2/goaway/ENHANCE_YOUR_CALM" is not supported by this version yet; it needs HTTP/2"#
        ),
        (
            #"{ "fail": "proxy/socks5-reply" }"#,
            #""proxy/socks5-reply" is not supported by this version yet; it needs a gateway that is somebody's proxy; "#
                + #"it stands in "connections", or in a rule that matches "method": "CONNECT""#
        ),
        (
            #"{ "fail": "mtop/-2222" }"#,
            #""mtop/-2222" is not supported by this version yet; it happens by http2/ping-unanswered, and it needs HTTP/2; "#
                + #"it happens before there is a request, so that it stands in no rule: "#
                + #""connections": [{ "fail": "mtop/-2222" }]"#
        ),
        (
            #"{ "fail": "urlerror/-1004", "with": { "by": "tcp/refuse" } }"#,
            #""urlerror/-1004" happens before there is a request, so that it stands in no rule; it is "#
                + #""connections": [{ "fail": "urlerror/-1004", "with": { "by": "tcp/refuse" } }], on a port of its "#
                + "own: mishap serve --listen NAME=PORT"
        ),
        (
            #"{ "fail": "urlerror/NSURLErrorCallIsActive" }"#,
            #"no server can cause "urlerror/NSURLErrorCallIsActive"; phone call on the client device"#
        ),
        (
            #"{ "fail": "urlerror/-1005", "with": { "by": "tcp/resett" } }"#,
            #""urlerror/-1005" does not happen by "tcp/resett"; it is "tcp/reset", "tcp/reset-mid-body", "#
                + #""tcp/close-mid-body" or "tls/no-close-notify"; did you mean "tcp/reset"?"#
        ),
        (
            #"{ "fail": "urlerror/-1005", "with": { "by": 7 } }"#,
            #""by" must be a string, not a number"#
        ),
        (
            #"{ "fail": "urlerror/-1005", "with": { "after": 7 } }"#,
            #"unknown field "after" in the "with" of tcp/reset; it takes nothing"#
        ),
        (
            #"{ "fail": "tcp/refuse" }"#,
            #""tcp/refuse" happens before there is a request, so that it stands in no rule; it is "#
                + #""connections": [{ "fail": "tcp/refuse" }], on a port of its own: mishap serve --listen NAME=PORT"#
        ),
        (
            #"{ "fail": "http/timeout", "with": { "x": 1 } }"#,
            #"unknown field "x" in the "with" of http/timeout; it takes nothing"#
        ),
        (#"{ "fail": "http/timeout", "with": [] }"#, #""with" must be an object, not a list"#),
        (
            #"{ "fail": "http/timeout", "reply": {} }"#,
            #""reply" cannot stand beside "http/timeout", which sends no response"#
        ),
        (
            #"{ "fail": "http/status/503", "reply": {} }"#,
            #""reply" cannot stand beside "http/status/503", which is an answer of its own"#
        ),
        (
            #"{ "fail": "http/timeout", "pace": { "bytes": 1, "every": "1s" } }"#,
            #""http/timeout" sends no response and takes no "pace""#
        ),
        (
            #"{ "fail": "tcp/reset", "cut": { "after": 0, "end": "close" } }"#,
            #""tcp/reset" sends no response and takes no "cut""#
        ),
        (
            #"{ "fail": "tcp/reset-mid-body", "cut": { "after": 0, "end": "close" } }"#,
            #""tcp/reset-mid-body" cuts the response itself and takes no "cut""#
        ),
        (
            #"{ "fail": "tcp/slow", "pace": { "bytes": 1, "every": "1s" } }"#,
            #""tcp/slow" paces the response itself and takes no "pace""#
        ),
        (
            #"{ "fail": "tcp/reset-mid-body", "reply": { "raw": "" } }"#,
            #"a raw response cannot be spoiled by "tcp/reset-mid-body""#
        ),
        (
            #"{ "fail": "tcp/reset-mid-body", "with": { "after": -1 } }"#,
            #""after" must be a whole number from 0 to 4000000000"#
        ),
        (#"{ "fail": "tcp/reset-mid-body", "with": { "after": "5GB" } }"#, #"a size is at most 4GB"#),
        (
            #"{ "fail": "tcp/reset-mid-body", "with": { "by": "clsoe" } }"#,
            #"unknown field "by" in the "with" of tcp/reset-mid-body; it takes "after" and "pause""#
        ),
        (
            #"{ "fail": "http/length-too-long", "with": { "by": "clsoe" } }"#,
            #""by" cannot be "clsoe"; it is "close", "close-notify", "reset" or "stall"; did you mean "close"?"#
        ),
        (
            #"{ "fail": "http/html", "with": { "status": 204 } }"#,
            #"a response with status 204 has no body, and this answer has one"#
        ),
        (
            #"{ "fail": "http/html", "with": { "headers": 1 } }"#,
            #""headers" must be an object, not a number"#
        ),
        (
            #"{ "fail": "http/html", "with": { "headers": { "a b": "" } } }"#,
            #""a b" is not a header name; a malformed head is a "head", which is a list of pairs, or a failure"#
        ),
        (
            #"{ "fail": "http/truncated-json", "reply": {} }"#,
            #""http/truncated-json" needs a body to spoil, and this reply has none"#
        ),
        (
            #"{ "reply": { "raw": "" }, "pace": { "bytes": 1, "every": "1s" } }"#,
            #"a raw response goes out as it is, without "pace""#
        ),
    ])
    func inAFailure(_ step: String, _ message: String) {
        #expect(stepMessages(step) == ["error: " + message])
    }

    @Test(arguments: [
        (#""method": 1"#, #"a method must be a string, not a number"#),
        (#""method": "G T""#, #""G T" is not a method"#),
        (#""method": []"#, #"no value is in an empty list"#),
        (#""path": "pay""#, #"a path begins with "/""#),
        (#""path": "/pay?x=1""#, #"a path has no "?"; it is "path": "/pay", "query": { "x": "1" }"#),
        (#""path": "/**/x""#, #""**" is the rest of the path, nothing can follow it"#),
        (
            #""path": "/a/{id}.json""#,
            #""{id}.json" is not a segment of a template; a whole segment is {name}, * or **; a literal brace is %7B or %7D, a star %2A"#
        ),
        (#""path": "/{a}/{a}""#, #"the path has two segments named "a""#),
        (#""query": []"#, #""query" must be an object, not a list"#),
        (#""headers": { "a b": "" }"#, #""a b" is not a header name"#),
        (#""headers": { "a": "1", "A": "2" }"#, #"the header "A" is given twice; its tests belong in one object"#),
        (#""headers": { "a": null }"#, #"text is never null; for a missing value, use { "exists": false }"#),
        (#""headers": { "a": [] }"#, #"no value is in an empty list"#),
        (#""headers": { "a": {} }"#, #"this value matcher asks for nothing; to take any value, use "exists": true"#),
        (
            #""headers": { "a": { "exists": false, "equals": "x" } }"#,
            #"a value that does not exist cannot have "equals" too"#
        ),
        (#""headers": { "a": { "exists": 1 } }"#, #""exists" must be true or false, not a number"#),
        (#""headers": { "a": { "above": "1" } }"#, #""above" must be a number, not a string"#),
        (#""headers": { "a": { "in": [] } }"#, #"no value is in an empty list"#),
        (
            #""headers": { "a": { "startWith": "x" } }"#,
            #"unknown field "startWith" in a value matcher; did you mean "startsWith"?"#
        ),
        (#""pat": "/""#, #"unknown field "pat" in a match; did you mean "path"?"#),
    ])
    func inAMatch(_ match: String, _ message: String) {
        let all = ruleMessages("\"match\": { \(match) }, \"steps\": [ { \"reply\": {} } ]")
        #expect(all == ["error: " + message])
    }

    @Test func aPatternsMistakeHasItsCaretInsideTheString() {
        let text =
            #"{ "rules": [ { "match": { "headers": { "a": { "matches": "\u00e9\\d!x" } } }, "steps": [ { "reply": {} } ] } ] }"#
        let lines = load(text).text.split(separator: "\n")
        #expect(lines[0] == "a.json:1:68: error: in this pattern: nothing may be this loud")
        #expect(lines[2].last == "^")
    }

    @Test func caretsKnowBracesThatStandForBraces() {
        let pattern =
            #"{ "rules": [ { "match": { "headers": { "a": { "matches": "{{{{!" } } }, "steps": [ { "reply": {} } ] } ] }"#
        #expect(load(pattern).text.hasPrefix("a.json:1:63: error: in this pattern"))
        let line = #"{ "rules": [ { "steps": [ { "reply": { "reason": "{{{{\n" } } ] } ] }"#
        #expect(load(line).text.hasPrefix("a.json:1:55: error: a head has no CR, LF or NUL"))
    }

    @Test func namesAreShownShortened() {
        let name = String(repeating: "x", count: 100_000)
        let short = String(repeating: "x", count: 79) + "…"
        #expect(stepMessages("{ \"fail\": \"\(name)\" }") == ["error: unknown failure \"\(short)\""])
        #expect(stepMessages("{ \"reply\": {}, \"\(name)\": 1 }") == ["error: unknown field \"\(short)\" in a step"])
        #expect(
            messages("{ \"\(name)\": 1, \"\(name)\": 2 }").map(withoutPlace)
                == ["error: duplicate key \"\(short)\"; it was first given in line 1"])
        #expect(
            ruleMessages("\"name\": \"\(name)\"") == [
                "error: rule \"\(short)\" needs \"reply\", \"fail\", \"choose\", \"pass\" or \"steps\""
            ])
    }

    @Test func aMistakeInAMatchMakesNoOtherRuleUnreachable() {
        let reply = #""steps": [ { "reply": {} } ]"#
        for match in [#""pth": "/a""#, #""path": "a""#, #""headers": { "a": {} }"#, #""rpc": {}"#] {
            let text =
                "{ \"rules\": [ { \"match\": { \(match) }, \(reply) }, { \(reply) } ], \"otherwise\": { \"reply\": {} } }"
            #expect(messages(text).filter { $0.contains("can never match") }.isEmpty, "\(match)")
        }
    }

    @Test func matchesWithNULInThemAreNotTakenForOthers() {
        let reply = #""steps": [ { "reply": {} } ]"#
        #expect(
            messages(
                #"{ "rules": [ { "match": { "query": { "a": "1", "b": "2" } }, \#(reply) },"#
                    + #" { "match": { "query": { "a\u0000\u0007\"1\"\u0000\u0005b": "2" } }, \#(reply) },"#
                    + #" { "match": { "path": "/a/%00%01/*" }, \#(reply) }, { "match": { "path": "/a/*/*" }, \#(reply) } ] }"#
            )
                == [])
    }

    @Test func rulesThatCanNeverMatchAreErrors() {
        let reply = #""steps": [ { "reply": {} } ]"#
        #expect(
            messages("{ \"rules\": [ { \(reply) }, { \"match\": { \"path\": \"/a\" }, \(reply) } ] }").map(withoutPlace)
                == [#"error: rule "rule 2" can never match; rule "rule 1" takes every request before it"#])
        #expect(
            messages(
                """
                { "rules": [ { "match": { "method": ["A", "B"], "path": "/%61/{x}" }, \(reply) },
                             { "name": "b", "match": { "path": "/a/*", "method": ["B", "A"] }, \(reply) } ] }
                """) == [#"2:24: error: rule "b" can never match; rule "rule 1" before it has the same match"#])
        #expect(
            messages(
                "{ \"rules\": [ { \"match\": { \"path\": \"/**\" }, \(reply) } ], \"otherwise\": { \"reply\": {} } }"
            )
            .map(withoutPlace)
                == [#"error: "otherwise" can never answer; rule "rule 1" takes every request before it"#])
        #expect(messages("{ \"rules\": [ { \"atEnd\": \"pass\", \(reply) }, { \(reply) } ] }").isEmpty)
        #expect(messages("{ \"rules\": [ { \"steps\": [ { \"pass\": true } ] }, { \(reply) } ] }").isEmpty)
    }

    @Test func systemsAreKnownByName() {
        let reply = #""otherwise": { "reply": {} }"#
        #expect(
            messages("{ \"system\": \"toys\", \(reply) }", dialects: [Toy()]).map(withoutPlace)
                == [
                    #"error: unknown system "toys"; it is "jsonrpc", "xmlrpc", "mtop", "salesforce", "graph", "documents" or "toy"; did you mean "toy"?"#
                ])
        #expect(messages("{ \"system\": \"toy\", \(reply) }", dialects: [Toy()]).isEmpty)
        let match = #""rules": [ { "match": { "tyo": "x" }, "steps": [ { "reply": {} } ] } ]"#
        #expect(
            messages("{ \"system\": \"toy\", \(match) }", dialects: [Toy()]).map(withoutPlace)
                == [#"error: unknown field "tyo" in a match; did you mean "toy"?"#])
    }

    @Test func ruleNamesAreUnique() {
        let text = """
            { "rules": [ { "match": { "path": "/a" }, "name": "x", "steps": [ { "reply": {} } ] },
                         { "match": { "path": "/b" }, "name": "x", "steps": [ { "reply": {} } ] } ] }
            """
        #expect(messages(text) == [#"2:51: error: duplicate rule name "x"; it was first given in line 1"#])
    }

    @Test func suspiciousThingsAreWarnings() {
        let reply = #""steps": [ { "reply": {} } ]"#
        let method = load("{ \"rules\": [ { \"match\": { \"method\": \"get\" }, \(reply) } ] }")
        #expect(method.scenarios.count == 1)
        #expect(
            method.text.contains(
                #"warning: methods are case-sensitive, and clients do not send "get"; did you mean "GET"?"#))
        #expect(
            stepMessages(#"{ "choose": [ { "reply": {} } ] }"#)
                == ["warning: there is nothing to choose from: one item"])
        #expect(
            stepMessages(#"{ "reply": { "headers": { "Content-Length": 9 }, "text": "abc" } }"#)
                == [
                    #"warning: Content-Length is 9, but the body has 3 bytes; the failures "http/length-too-long" and "http/length-too-short" do this by name"#
                ])
    }

    /// A HEAD, and a 304, have the length of a body that is not there (RFC 9110, 8.6).
    @Test func aLengthWithoutABodyIsNoMistake() {
        #expect(stepMessages(#"{ "reply": { "status": 304, "headers": { "Content-Length": 9 } } }"#) == [])
        #expect(
            ruleMessages(
                #""match": { "method": "HEAD" }, "reply": { "headers": { "Content-Length": 9 }, "text": "abc" }"#) == []
        )
    }

    @Test(arguments: [
        (
            #"{ "text": "a", "delay": { "until": { "variables": { "go": true } }, "atMost": "1s", "then": { "fail": 503 } } }"#,
            #""then" has no place within an answer: after "atMost" the part is sent; the "delay" of the step can have it"#
        ),
        (#"{ "text": "a", "times": 1.5 }"#, #""times" must be a whole number from 1 to 1000000"#),
        (#"{ "text": "a", "times": "often" }"#, #""times" is a number, or "forever""#),
        (#"{ "text": "a", "times": "forever" }"#, #""forever" needs "every" beside it; such as "every": "1s""#),
        (#"{ "text": "a", "times": "forever", "every": "0s" }"#, #""every" must be longer than nothing"#),
        (#"{ "text": "a", "base64": "AA==" }"#, #"a chunk has either "text" or "base64", or is a "stall""#),
    ])
    func inAChunk(chunk: String, message: String) {
        #expect(
            messages(
                #"{ "variables": { "go": false }, "rules": [ { "steps": [ { "reply": { "chunks": [ \#(chunk) ] } } ] } ] }"#
            ).map(withoutPlace) == ["error: " + message])
    }

    @Test(arguments: [
        #"{ "pass": true, "pace": { "bytes": 1, "every": "1s" } }"#,
        #"{ "reply": { "text": "{{request.query.q}}" }, "pace": { "bytes": 1, "every": "1s" } }"#,
        #"{ "reply": { "text": "a" }, "pace": { "bytes": 1, "every": "1s" }, "cut": { "after": "head", "end": "stall", "for": "1s" } }"#,
        #"{ "reply": { "text": "a" }, "pace": { "bytes": 1, "every": "1s" }, "cut": { "after": 1, "end": "reset" } }"#,
    ])
    func whatMayHaveABodyCanBePaced(step: String) { #expect(stepMessages(step) == []) }

    @Test func chunksThatNobodyMakesAreWarnedOf() {
        let warning =
            #"warning: Transfer-Encoding is chunked, but the body goes out as it is, without chunks; "framing": "chunked" makes them"#
        for reply in [#""text": "abc""#, #""size": "1GB""#, #""text": "{{hit}}""#] {
            for head in [
                #""headers": { "Transfer-Encoding": "Chunked" }"#, #""head": [["transfer-encoding", "chunked"]]"#,
            ] {
                #expect(stepMessages("{ \"reply\": { \(head), \(reply) } }") == [warning], "\(reply)")
            }
        }
        for reply in [
            #""headers": { "Transfer-Encoding": "chunked" }, "text": "3\r\nabc\r\n0\r\n\r\n""#,
            #""headers": { "Transfer-Encoding": "gzip" }, "text": "abc""#, #""framing": "chunked", "text": "abc""#,
            #""headers": { "Transfer-Encoding": "chunked" }, "chunks": [ { "text": "a" } ]"#,
            #""headers": { "Transfer-Encoding": "chunked" }, "text": "abc", "framing": "length""#,
        ] {
            #expect(stepMessages("{ \"reply\": { \(reply) } }") == [], "\(reply)")
        }
    }

    @Test(arguments: [
        (
            #""NSURLErrorNetworkConnectionLost""#, #"unknown failure "NSURLErrorNetworkConnectionLost""#,
            "urlerror/-1005"
        ),
        (#""NSFileWriteOutOfSpaceError""#, #"unknown failure "NSFileWriteOutOfSpaceError""#, "documents/640"),
        ("-1005", "-1005 is not a status, which is 100 to 999", "urlerror/-1005"),
    ])
    func aSymbolAloneSaysWhoseItIs(name: String, message: String, full: String) {
        #expect(stepMessages("{ \"fail\": \(name) }") == ["error: \(message); did you mean \"\(full)\"?"])
    }
}

/// What is only counted is not looked at closely.
@Suite struct ManyMistakesTests {
    @Test func onlyMistakesThatAreShownHaveHints() {
        let rule = #"{ "steps": [ { "fail": "http/htm" } ] }"#
        let rules = (0..<150).map { _ in rule }.joined(separator: ",")
        let result = load("{ \"rules\": [\(rules)] }")
        #expect(result.diagnostics.errorCount == 150)
        #expect(result.text.components(of: "did you mean \"http/html\"?") == 100)
    }
}

extension String {
    fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
