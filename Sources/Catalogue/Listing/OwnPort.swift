internal import Wire

/// How to see a failure that happens before there is a request, so that none can ask for it: a scenario with a port of its own.
package struct OwnPort {
    private let name: String
    private let by: String?
    /// Whether a client waits for as long as it likes.
    private let isSilent: Bool
    /// The server's name that gives it without a port; nil if none does.
    private let host: String?

    /// - Parameters:
    ///   - name: The full name of an entry, `by` its cause.
    ///   - failure: What it is.
    package init(_ name: String, by: String? = nil, _ failure: Failure? = nil) {
        self.name = name
        self.by = by
        isSilent = failure?.strike == .port(.connectTimeout) || failure?.strike == .accepted(.silence)
        host = failure.flatMap { Self.host(of: $0) }
    }

    /// A variant is behind a slash, or is a word that a cause gives.
    private static func host(of failure: Failure) -> String? {
        guard failure.strike == .tls else { return nil }
        var parts = failure.name.split(separator: "/").dropFirst().map { String($0) }
        let given = failure.ownParameters.first { $0.name == "by" || $0.name == "alert" }
        if failure.isPreset, parts.count == 1, case .text(let word)? = given?.standard { parts.append(word) }
        return parts.joined(separator: "-") + ".tls.localhost"
    }

    /// The member of the scenario.
    package var member: String {
        let with = by.map { ", \"with\": { \"by\": \"\($0)\" }" } ?? ""
        return "\"connections\": [{ \"fail\": \"\(name)\"\(with) }]"
    }

    /// What to type; the last line into another terminal.
    package var commands: [String] {
        let code = name.lowercased().split(separator: "/").last ?? ""
        if let host {
            return [
                "curl -so ca.pem http://127.0.0.1:8080/__mishap/ca.pem",
                "curl -v --cacert ca.pem https://\(host):8080/any",
            ]
        }
        let scenario = String(code.drop { $0 == "-" })
        return [
            "echo '{ \(member) }' > \(scenario).json", "mishap serve \(scenario).json --listen \(scenario)=9001",
            "curl -v \(isSilent ? "--max-time 5 " : "")http://127.0.0.1:9001/any",
        ]
    }
}
