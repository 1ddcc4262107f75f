import JSONText

/// The first line in which a scenario answers otherwise than it did.
struct EarlierDifference: CustomStringConvertible {
    let description: String

    /// Nil where all is the same, but for what is meant.
    init?(_ then: EarlierFile.Scenario, _ now: EarlierFile.Scenario) {
        for (number, (old, new)) in zip(then.asks, now.asks).enumerated() {
            let meant = IndentedProblem.applied(
                to: MeantDifference.apply(to: old.bytes, in: then.name, asking: old.request))
            guard meant != new.bytes, !ChangedPayload.explains(old, new), !ChangedHead.explains(old, new),
                !ChangedVersion.explains(old, new), !ChangedContent.explains(old, new),
                !ChangedEnvelope.explains(old, new), !GivenToken.explains(old, new),
                !ChangedBatch.explains(old, new, in: then.name), !ChangedEmptiness.explains(old, new, in: then.name)
            else {
                continue
            }
            let place = zip(meant, new.bytes).prefix { $0 == $1 }.count
            description = """
                \(then.name), request \(number + 1) (\(old.text)), line \(place + 1) of the answer
                  rule then: \(old.rule)
                  rule now:  \(new.rule)
                  then: \(Self.shown(meant, new.bytes, place))
                  now:  \(Self.shown(new.bytes, meant, place))
                """
            return
        }
        return nil
    }

    /// Of a long line, what is around the first character that differs.
    private static func shown(_ lines: [String], _ others: [String], _ place: Int) -> String {
        guard lines.indices.contains(place) else { return "no such line" }
        let same = others.indices.contains(place) ? zip(lines[place], others[place]).prefix { $0 == $1 }.count : 0
        let begin = max(0, same - 80)
        let rest = lines[place].dropFirst(begin)
        return (begin > 0 ? "…" : "") + rest.prefix(240) + (rest.count > 240 ? "…" : "")
    }
}

/// Words of earlier answers that are others today, on purpose.
///
///     MeantDifference(
///         scenario: nil, was: "there is nothing at this path", now: "there is nothing here", reason: "It is shorter.")
struct MeantDifference: Sendable {
    /// Nil for all scenarios.
    let scenario: String?
    /// A part of a line as it stands in `Answers`. Where it is in a body, `Content-Length` follows.
    let was: String
    let now: String
    let reason: String
    /// Nil for all requests.
    var request: String?

    static let all: [MeantDifference] =
        passing("readme/2", asking: "readme/2/salut", nearest: "hello", [salut])
        + passing(
            "readme/2", asking: "nothing", nearest: "hello",
            [
                ##"path is \\"/nowhere/at/all\\", the rule wants \\"/hello/**\\""##,
                ##"query field \\"lang\\" is missing, the rule wants {\\"in\\":[\\"en\\",\\"de\\"]}"##,
            ])
        + passing(
            "scenario-format/8", nearest: "fine", [##"method is \\"POST\\", the rule wants \\"GET\\""##])
        + further(
            "scenario-format/3", after: ##"is missing, the rule wants {\\"startsWith\\":\\"application/json\\"}"##,
            [
                ##"there is no body, the rule wants \\"X-1\\" at \\"/items/*/sku\\""##,
                ##"there is no body, the rule wants {\\"above\\":100} at \\"/total\\""##,
            ])
        + ["salesforce/burst-expire", "salesforce/expire-then-ok"].flatMap {
            further(
                $0, after: ##"the rule wants \\"/services/data/**\\""##,
                [
                    ##"header \\"authorization\\" is missing, the rule wants \\"Bearer {{variables.access_token}}\\""##
                ])
        }
        + ["salesforce/burst-expire", "salesforce/expire-then-ok"].map {
            MeantDifference(
                scenario: $0, was: "< Content-Length: 88", now: "< Content-Length: 75",
                reason: "The text of an expired session is the captured one, whose length a HEAD tells too.")
        }

        + [
            MeantDifference(
                scenario: "documents/read-only-volume",
                was: "Allow: OPTIONS, GET, HEAD, PUT, DELETE, PROPFIND, PROPPATCH, MKCOL, COPY, MOVE, LOCK, UNLOCK",
                now: "Allow: OPTIONS, GET, HEAD, PROPFIND",
                reason: "A volume that can only be read lists no method that writes.")
        ]

    private static let salut =
        ##"query field \\"lang\\" is \\"fr\\", the rule wants {\\"in\\":[\\"en\\",\\"de\\"]}"##

    private static func passing(
        _ scenario: String, asking request: String? = nil, nearest: String, _ differences: [String]
    ) -> [MeantDifference] {
        let list = differences.joined(separator: #"",""#)
        return [
            MeantDifference(
                scenario: scenario,
                was:
                    #"\\"chaos\\": the rule lets it pass","scenario":"\#(scenario)","nearest":"chaos","differences":["the rule lets it pass"]"#,
                now:
                    #"\\"\#(nearest)\\": \#(differences.joined(separator: "; "))","scenario":"\#(scenario)","nearest":"\#(nearest)","differences":["\#(list)"]"#,
                reason: "A rule that lets the request pass is not the nearest.", request: request)
        ]
    }

    /// `last` ends what was named before.
    private static func further(_ scenario: String, after last: String, _ differences: [String]) -> [MeantDifference] {
        let reason = "All differences are named, also of a request to another path."
        return [
            MeantDifference(
                scenario: scenario, was: last + ##"","scenario""##,
                now: ([last] + differences).joined(separator: "; ") + ##"","scenario""##, reason: reason),
            MeantDifference(
                scenario: scenario, was: last + ##""]}"##,
                now: ([last] + differences).joined(separator: ##"",""##) + ##""]}"##, reason: reason),
        ]
    }

    /// The lines of an answer as they are meant to be today.
    static func apply(
        _ differences: [MeantDifference] = all, to answer: [String], in scenario: String,
        asking request: String = ""
    ) -> [String] {
        differences.filter { ($0.scenario ?? scenario) == scenario && ($0.request ?? request) == request }.reduce(
            answer
        ) { $1.applied(to: $0) }
    }

    private func applied(to answer: [String]) -> [String] {
        let changed = answer.map { $0.replacing(was, with: now) }
        guard changed != answer, let end = changed.firstIndex(of: #"< \r\n"#) else { return changed }
        let more = zip(changed, answer).dropFirst(end + 1).reduce(0) { $0 + Self.length($1.0) - Self.length($1.1) }
        return changed.enumerated().map { number, line in
            let parts = line.split(separator: " ")
            guard number < end, parts.count == 3, parts[1] == "Content-Length:",
                let length = Int(parts[2].prefix { $0.isNumber })
            else { return line }
            return #"< Content-Length: \#(length + more)\r\n"#
        }
    }

    /// Bytes that a line stands for.
    private static func length(_ line: String) -> Int { (try? EarlierText.bytes(line).count) ?? line.utf8.count }
}

/// Errors that say what real servers say, since their payloads were captured. Of an answer that is one, or of a batch
/// with one in it, it counts who gave it, when and how it ended: its bytes are pinned elsewhere (the goldens of the
/// catalogue, the tests of payloads).
enum ChangedPayload {
    /// Failures by the beginnings of their names.
    private static let failures = [
        "graph/", "salesforce/", "mtop/", "http/status/401", "http/status/405", "http/status/407", "http/status/426",
        "jsonrpc/EPARSENUM", "jsonrpc/ECTRL", "jsonrpc/EUNICODE", "jsonrpc/EDEPTH", "jsonrpc/EESCAPE",
        "jsonrpc/ETRAILCOMMA", "xmlrpc/-32601", "xmlrpc/single-fault",
    ]
    /// What errors have in them that are answered without a failure's name: by the system itself, or in a batch.
    private static let envelopes = [
        #"{"error":{"#, #"{\\"error\\":{"#, #""errorCode":""#, #""statusCode":""#,
        "requested method not found", "<string>system.listMethods</string>",
    ]

    static func explains(_ then: EarlierFile.Ask, _ now: EarlierFile.Ask) -> Bool {
        guard let failure = then.rule.split(separator: " ").last, then.rule == now.rule else { return false }
        let isChanged =
            failures.contains { failure.hasPrefix($0) }
            || envelopes.contains { envelope in then.bytes.contains { $0.contains(envelope) } }
        return isChanged && course(then) == course(now)
    }

    /// The silences and the end.
    private static func course(_ ask: EarlierFile.Ask) -> [String] {
        ask.bytes.filter { $0.hasPrefix("~") || $0.hasPrefix("!") }
    }
}

/// Fields that heads have today since real servers send them: all other lines are what they were.
enum ChangedHead {
    private static let before = [#"< Cache-Control: no-store\r\n"#]
    private static let added = [
        #"< Cache-Control: no-cache, no-store\r\n"#, #"< Pragma: no-cache\r\n"#,
        #"< Sforce-Limit-Info: api-usage=10018/100000\r\n"#,
    ]

    static func explains(_ then: EarlierFile.Ask, _ now: EarlierFile.Ask) -> Bool {
        then.rule == now.rule
            && then.bytes.filter { !before.contains($0) } == now.bytes.filter { !added.contains($0) }
    }
}

/// Answers of the Graph API, which tell the version that was asked for today, those in a batch too.
enum ChangedVersion {
    static func explains(_ then: EarlierFile.Ask, _ now: EarlierFile.Ask) -> Bool {
        // Once in the head, and not where it was before.
        guard then.rule == now.rule, !then.bytes.contains(where: isField),
            now.bytes.count(where: isField) <= 1
        else { return false }
        let hasBatch = now.bytes.contains { $0.contains(/\{"name":"facebook-api-version"/) }
        return steady(then, hasBatch) == steady(now, hasBatch)
    }

    private static func isField(_ line: String) -> Bool { line.hasPrefix("< facebook-api-version: v") }

    private static func steady(_ ask: EarlierFile.Ask, _ hasBatch: Bool) -> [String] {
        let head = ask.bytes.filter {
            !isField($0) && !(hasBatch && $0.hasPrefix("< Content-Length: "))
        }
        return head.map { $0.replacing(/,\{"name":"facebook-api-version","value":"[^"]*"\}/, with: "") }
    }
}

/// Content of `size`, which depends on the seed and the offset alone today: other bytes, as many, behind the same head.
enum ChangedContent {
    private static let type = #"< Content-Type: application/octet-stream\r\n"#

    static func explains(_ then: EarlierFile.Ask, _ now: EarlierFile.Ask) -> Bool {
        guard then.rule == now.rule, then.bytes.contains(type), then.bytes.count == now.bytes.count,
            let end = then.bytes.firstIndex(of: #"< \r\n"#)
        else { return false }
        return zip(then.bytes, now.bytes).enumerated().allSatisfy { place, lines in
            place <= end || !lines.0.hasPrefix("< ") ? lines.0 == lines.1 : length(lines.0) == length(lines.1)
        }
    }

    private static func length(_ line: String) -> Int? { try? EarlierText.bytes(String(line.dropFirst(2))).count }
}

/// Envelopes of MTOP, whose members have another order today, and whose type names its charset. All other lines of the
/// head are what they were.
enum ChangedEnvelope {
    static func explains(_ then: EarlierFile.Ask, _ now: EarlierFile.Ask) -> Bool {
        let isEnvelope = then.bytes.contains {
            $0.hasPrefix("< x-retcode: ") || $0.contains(#"{"api":""#)
                || $0 == #"< Content-Type: application/json\r\n"# && now.bytes.contains(withCharset)
        }
        return isEnvelope && then.rule == now.rule && head(then) == head(now)
    }

    private static let withCharset = #"< Content-Type: application/json;charset=UTF-8\r\n"#

    private static func head(_ ask: EarlierFile.Ask) -> [String] {
        let head = ask.bytes.prefix { $0 != #"< \r\n"# }
        let rest = ask.bytes.dropFirst(head.count).filter { !$0.hasPrefix("<") }
        return head.filter { !$0.hasPrefix("< Content-Type: ") && !$0.hasPrefix("< Content-Length: ") } + rest
    }
}

/// Calls of MTOP's pages that no rule takes: without a token in a cookie they get one first today.
enum GivenToken {
    static func explains(_ then: EarlierFile.Ask, _ now: EarlierFile.Ask) -> Bool {
        then.rule == now.rule && then.bytes.contains(#"< x-retcode: FAIL_SYS_API_NOT_FOUNDED\r\n"#)
            && now.bytes.contains(#"< x-retcode: FAIL_SYS_TOKEN_EMPTY\r\n"#)
            && now.bytes.count { $0.hasPrefix("< Set-Cookie: _m_h5_tk") } == 2
    }
}

/// Batches of JSON-RPC, whose elements have no status and no fields of their own today. Their bodies are what they were.
enum ChangedBatch {
    static func explains(_ then: EarlierFile.Ask, _ now: EarlierFile.Ask, in scenario: String) -> Bool {
        scenario.hasPrefix("jsonrpc/") && then.rule == now.rule && then.bytes.contains { $0.hasPrefix("< [") }
            && now.bytes.first == #"< HTTP/1.1 200 OK\r\n"# && body(then) == body(now)
    }

    private static func body(_ ask: EarlierFile.Ask) -> ArraySlice<String> {
        ask.bytes.drop { $0 != #"< \r\n"# }
    }
}

/// Requests of a system that no rule takes, and that were refused with 404: today an empty, healthy system answers them.
enum ChangedEmptiness {
    private static let systems = ["salesforce/"]

    static func explains(_ then: EarlierFile.Ask, _ now: EarlierFile.Ask, in scenario: String) -> Bool {
        systems.contains { scenario.hasPrefix($0) } && then.rule == "Mishap by itself" && then.rule == now.rule
            && then.bytes.first == #"< HTTP/1.1 404 Not Found\r\n"# && now.bytes.first == #"< HTTP/1.1 200 OK\r\n"#
    }
}

/// Problem documents of Mishap's own were one line each, and are indented today. Those of a scenario are what they were.
enum IndentedProblem {
    static func applied(to answer: [String]) -> [String] {
        let end = #"\n"#
        guard answer.contains(#"< Mishap-Unmatched: 1\r\n"#),
            let place = answer.firstIndex(where: { $0.hasPrefix(#"< {"type":"about:blank""#) && $0.hasSuffix(end) }),
            let bytes = try? EarlierText.bytes(String(answer[place].dropFirst(2).dropLast(end.count))),
            case .success(let document) = JSONParser.parse(bytes)
        else { return answer }
        let indented = JSONWriter.bytes(document, pretty: true)
        let length = { (bytes: [UInt8]) in #"< Content-Length: \#(bytes.count + 1)\r\n"# }
        let lines = indented.split(separator: 0x0A).map { "< " + EarlierText.shown($0) + end }
        return answer[..<place].map { $0 == length(bytes) ? length(indented) : $0 } + lines + answer[(place + 1)...]
    }
}
