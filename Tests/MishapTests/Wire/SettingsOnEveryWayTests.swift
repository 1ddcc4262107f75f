import Catalogue
import Systems
import TestSupport
import Testing

/// Each setting of each system on every way on which an answer comes about. The settings are those that the systems
/// list, so that a new one without a trial fails.
@Suite(.descriptors) struct SettingsOnEveryWayTests {
    /// How an answer comes about.
    enum Way: String, CaseIterable {
        /// By `reply`, `fail`, and `fail` beside `reply`.
        case scripted, failure, spoiled
        /// By a rule that passes the request on to the system, or by no rule.
        case passed, unscripted
        /// As an element of a batch; MTOP and the document store have none, and answer by themselves once more.
        case batch
        case otherwise
        /// By `then` of a `rateLimit`.
        case limited
        /// By `Mishap-Fail`.
        case named
    }

    /// One setting: a value other than the default, a request, and how to see that it holds.
    struct Trial: Sendable, CustomStringConvertible {
        let system: String
        let setting: String
        let value: String
        /// Further settings and variables that it needs, on both sides.
        var besides = ""
        var variables = "{}"
        /// What the rules answer with: the parts of a step.
        var reply: String
        var fail: String
        var spoil: String
        /// A rule's match for a way.
        var match: @Sendable (Way) -> String
        /// The request: method, target, body, fields.
        var request: @Sendable (Way) -> (method: String, target: String, body: String, fields: [String])
        let shows: @Sendable (RawConnection.Received) -> Bool
        /// Ways whose answers are the same with the setting, and why.
        var same: [Way: String] = [:]

        var description: String { "\(system) \(setting)" }
    }

    private static let gateway = SharedGateway { try RunningGateway(scenarios) }

    private static let scenarios = Dictionary(
        uniqueKeysWithValues: trials.enumerated().flatMap { number, trial in
            [true, false].flatMap { isSet in
                [true, false].map { hasOtherwise in
                    (name(number, isSet, hasOtherwise), scenario(trial, isSet, hasOtherwise))
                }
            }
        })

    private static func name(_ number: Int, _ isSet: Bool, _ hasOtherwise: Bool) -> String {
        "\(isSet ? "set" : "plain")\(number)\(hasOtherwise ? "otherwise" : "")"
    }

    private static func scenario(_ trial: Trial, _ isSet: Bool, _ hasOtherwise: Bool) -> String {
        let settings = [trial.besides, isSet ? "\"\(trial.setting)\": \(trial.value)" : ""].filter { !$0.isEmpty }
        let rules = [
            (Way.scripted, trial.reply), (.failure, trial.fail), (.spoiled, trial.spoil), (.passed, #""pass": true"#),
            (.limited, #""rateLimit": { "allow": 1, "per": "1h", "then": { \#(trial.fail) } }, \#(trial.reply)"#),
        ].map { way, step in #"{ "match": \#(trial.match(way)), \#(step) }"# }
        return """
            { "system": "\(trial.system)", "clock": "manual", "seed": 1, "settings": { \(settings.joined(separator: ", ")) },
              "variables": \(trial.variables), "rules": [ \(rules.joined(separator: ",\n")) ]
              \(hasOtherwise ? #", "otherwise": { \#(trial.fail) }"# : "") }
            """
    }

    private func answer(_ number: Int, _ isSet: Bool, _ way: Way) throws -> RawConnection.Received {
        let trial = Self.trials[number]
        let (method, target, body, fields) = trial.request(way)
        let scenario = Self.name(number, isSet, way == .otherwise)
        let failure = trial.fail.split(separator: "\"").dropFirst(2).first.map { "\($0)" } ?? ""
        let own = way == .named ? ["Mishap-Fail: \(trial.system)/\(failure)"] : []
        let head = [
            "\(method) /@\(scenario)~\(way.rawValue)\(target) HTTP/1.1", "Host: a",
            "Content-Length: \(body.utf8.count)",
        ]
        let connection = try RawConnection(port: Self.gateway.get().port)
        if way == .limited {
            connection.send((head + fields + own + ["", body]).joined(separator: "\r\n"))
            _ = connection.receiveResponse()
        }
        connection.send((head + fields + own + ["", body]).joined(separator: "\r\n"))
        return connection.receiveResponse()
    }

    @Test(arguments: trials.indices, Way.allCases) func itHolds(number: Int, way: Way) throws {
        let trial = Self.trials[number]
        let (with, without) = (try answer(number, true, way), try answer(number, false, way))
        let title = "\(trial) \(way.rawValue):\n\(with)\n-- without:\n\(without)"
        #expect(with.text.hasPrefix("HTTP/1.1 ") && without.text.hasPrefix("HTTP/1.1 "), "\(title)")
        if trial.same[way] == nil {
            #expect(trial.shows(with) && !trial.shows(without), "\(title)")
        } else {
            #expect(with.status == without.status && Self.steady(with) == Self.steady(without), "\(title)")
        }
    }

    /// Without what differs from session to session.
    private static func steady(_ answer: RawConnection.Received) -> String {
        answer.body.replacing(/(set|plain)\d+/, with: "")
    }

    @Test func everySettingIsTried() {
        let listed = FailureIndex.all.dialects.flatMap { dialect in
            dialect.settings.map { "\(dialect.name) \($0.name)" }
        }
        #expect(Set(listed) == Set(Self.trials.map(\.description)))
        #expect(!listed.isEmpty)
    }
}
