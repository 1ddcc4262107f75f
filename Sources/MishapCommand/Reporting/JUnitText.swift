internal import Mishap
internal import XMLText

/// Verdicts in the XML that CI servers read as JUnit's: a test suite for each session, a test case for each expectation. Names are
/// the same from run to run: those of labels, scenarios and expectations, and no ids of sessions.
struct JUnitText {
    let verdicts: RunVerdicts
    /// Names that `--require` has, and why one is not met; nil if it is.
    let required: [(name: String, problem: String?)]

    private struct Case {
        let name: String
        /// The element in it, and what it says; nil if it passed.
        let problem: (element: String, type: String, message: String)?
    }

    private struct Suite {
        let name: String
        let group: String
        let cases: [Case]
        var milliseconds: Int64 = 0

        func count(_ element: String) -> Int { cases.count { $0.problem?.element == element } }
    }

    var text: String {
        var bytes = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8)
        let suites = suites
        func total(_ element: String) -> Int { suites.reduce(0) { $0 + $1.count(element) } }
        let all = suites.reduce(0) { $0 + $1.cases.count }
        open(
            "testsuites", ["name": "mishap"], (all, total("failure"), total("error")),
            suites.reduce(0) { $0 + $1.milliseconds }, &bytes)
        for suite in suites {
            open(
                "testsuite", ["name": suite.name], (suite.cases.count, suite.count("failure"), suite.count("error")),
                suite.milliseconds, &bytes)
            // Only the time of all of them is known.
            let time = suite.milliseconds / Int64(max(1, suite.cases.count))
            for item in suite.cases { add(item, suite.group, time, &bytes) }
            bytes += "</testsuite>\n".utf8
        }
        bytes += "</testsuites>\n".utf8
        return String(decoding: bytes, as: UTF8.self)
    }

    private var suites: [Suite] {
        var suites = verdicts.sessions.map { session in
            let group = session.label ?? session.scenario
            return Suite(
                name: session.session.hasPrefix("~") ? group : session.session, group: group,
                cases: session.items.map { Case(name: $0.title, problem: Self.problem($0, session.remarks)) },
                milliseconds: session.milliseconds)
        }
        // Tests that run at once end in any order.
        .sorted { ($0.name, $0.group) < ($1.name, $1.group) }
        if !required.isEmpty {
            suites.append(
                Suite(
                    name: "required failures", group: "mishap.require",
                    cases: required.map { name, problem in
                        Case(name: name, problem: problem.map { ("failure", "not exercised", $0) })
                    }))
        }
        if verdicts.missing > 0 {
            let words = "\(verdicts.missing) sessions went for room, or are not listed"
            suites.append(
                Suite(
                    name: "sessions without a verdict", group: "mishap",
                    cases: [Case(name: "verdicts are kept", problem: ("error", "missing", words))]))
        }
        return suites
    }

    private static func problem(_ item: SessionVerdict.Item, _ remarks: [String]) -> (String, String, String)? {
        let message = ([item.reason] + remarks).joined(separator: "\n")
        return switch item.outcome {
        case .passed: nil
        case .failed: ("failure", "failed", message)
        case .undecided: ("error", "undecided", message)
        }
    }

    private func add(_ item: Case, _ group: String, _ milliseconds: Int64, _ bytes: inout [UInt8]) {
        bytes += "<testcase".utf8
        for (name, value) in [("classname", group), ("name", item.name), ("time", Self.time(milliseconds))] {
            add(name, value, &bytes)
        }
        guard let problem = item.problem else {
            bytes += "/>\n".utf8
            return
        }
        bytes += "><\(problem.element)".utf8
        for (name, value) in [("type", problem.type), ("message", problem.message)] { add(name, value, &bytes) }
        bytes += "/></testcase>\n".utf8
    }

    /// In seconds.
    private static func time(_ milliseconds: Int64) -> String {
        let fraction = "\(1_000 + milliseconds % 1_000)".dropFirst()
        return "\(milliseconds / 1_000).\(fraction)"
    }

    private func open(
        _ element: String, _ attributes: KeyValuePairs<String, String>, _ counts: (all: Int, failed: Int, other: Int),
        _ milliseconds: Int64, _ bytes: inout [UInt8]
    ) {
        bytes += "<\(element)".utf8
        for (name, value) in attributes { add(name, value, &bytes) }
        for (name, count) in [("tests", counts.all), ("failures", counts.failed), ("errors", counts.other)] {
            add(name, "\(count)", &bytes)
        }
        for (name, value) in [("skipped", "0"), ("time", Self.time(milliseconds))] { add(name, value, &bytes) }
        bytes += ">\n".utf8
    }

    private func add(_ name: String, _ value: String, _ bytes: inout [UInt8]) {
        bytes += " \(name)=\"".utf8
        XMLWriter.escapeValue(Array(value.utf8), into: &bytes)
        bytes += "\"".utf8
    }
}
