internal import Bytes
internal import Catalogue
public import JSONText
internal import Systems

/// A report as JSON: of `GET report`, of `--report` and of `report merge`.
extension RunReport {
    public var json: JSONValue {
        let names = failures.keys.sorted()
        let last: [(String, JSONValue)] =
            listsNotReached
            ? [("notReached", notReached), ("notCountable", notCountable)].map { ($0, .array($1.map { .string($0) })) }
            : []
        let document: [(String, JSONValue)] = [
            (
                "failures",
                .array(
                    names.map { name in
                        let failure = failures[name] ?? Failure()
                        return [
                            "name": .string(name), "left": .int(Int64(failure.left)),
                            "clientLeft": .int(Int64(failure.clientLeft)),
                            "next": [
                                "none": .int(Int64(failure.next.none)), "same": .int(Int64(failure.next.same)),
                                "other": .int(Int64(failure.next.other)),
                            ],
                        ]
                    })
            ),
            (
                "rules",
                .array(
                    sortedRules.map { rule, hits in
                        ["scenario": .string(rule.scenario), "rule": .string(rule.rule), "hits": .int(Int64(hits))]
                    })
            ), ("unmatched", .array(unmatched)), ("unmatchedCount", .int(Int64(unmatchedCount))),
            ("expired", .array(expired.map { .string($0) })), ("evicted", .int(Int64(clamping: evicted))),
        ]
        return .object(document + last)
    }

    /// Failures of the scenarios that no request got, sorted.
    public var notReached: [String] { planned.filter { !isReached($0) && Self.isCountable($0) }.sorted() }

    /// Failures of the scenarios of which nobody can tell whether a client got them, sorted.
    public var notCountable: [String] { planned.filter { !Self.isCountable($0) }.sorted() }

    /// The names of all failures that this version can cause.
    static let inducible: [String] = FailureIndex.all.entries.filter { FailureIndex.all.canInduce($0) }
        .map(\.name)

    /// Why a text is no report.
    public struct ReadingError: Error, Sendable {
        public let message: String

        public init(_ message: String) { self.message = message }
    }

    /// Reads what `json` wrote.
    public init(_ text: [UInt8]) throws(ReadingError) {
        self.init()
        let node: JSONNode
        switch JSONParser.parse(text) {
        case .success(let parsed): node = parsed
        case .failure(let error): throw ReadingError("it is no JSON: \(error.message)")
        }
        func list(_ name: String) throws(ReadingError) -> [JSONNode] {
            guard let list = node[name]?.elements else { throw ReadingError("it has no list \"\(name)\"") }
            return list
        }
        func count(_ node: JSONNode?, _ name: String) throws(ReadingError) -> Int {
            guard let count = node?.number.flatMap({ Int($0.text) }), count >= 0 else {
                throw ReadingError("\"\(name)\" is not a count")
            }
            return count
        }
        func string(_ node: JSONNode?, _ name: String) throws(ReadingError) -> String {
            guard let text = node?.string else { throw ReadingError("\"\(name)\" is not a text") }
            return text
        }
        for node in try list("failures") {
            var failure = Failure()
            failure.left = try count(node["left"], "left")
            failure.clientLeft = try count(node["clientLeft"], "clientLeft")
            failure.next.none = try count(node["next"]?["none"], "none")
            failure.next.same = try count(node["next"]?["same"], "same")
            failure.next.other = try count(node["next"]?["other"], "other")
            failures[try string(node["name"], "name")] = failure
        }
        listsNotReached = node["notReached"] != nil
        if listsNotReached {
            for node in try list("notReached") { planned.insert(try string(node, "notReached")) }
            // Reports of earlier versions have none.
            for node in node["notCountable"]?.elements ?? [] { planned.insert(try string(node, "notCountable")) }
        }
        for node in try list("rules") {
            let rule = Rule(
                scenario: try string(node["scenario"], "scenario"), rule: try string(node["rule"], "rule"))
            add(rule, hits: try count(node["hits"], "hits"))
        }
        unmatched = try list("unmatched").prefix(Self.mostUnmatched).map { JSONValue($0) }
        unmatchedCount = try count(node["unmatchedCount"], "unmatchedCount")
        for node in try list("expired") { expired.append(try string(node, "expired")) }
        evicted = UInt64(try count(node["evicted"], "evicted"))
    }
}
