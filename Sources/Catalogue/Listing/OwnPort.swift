internal import Wire

/// How to see a failure that happens before there is a request, so that none can ask for it: a scenario with a port of its own.
package struct OwnPort {
    private let name: String
    private let by: String?
    /// Whether a client waits for as long as it likes.
    private let isSilent: Bool
    /// Whether a server's name gives it, without a port.
    private let hasName: Bool

    /// - Parameter name: The full name of an entry, `by` its cause.
    package init(_ name: String, by: String? = nil, _ strike: ConnectionStrike? = nil) {
        self.name = name
        self.by = by
        isSilent = strike == .port(.connectTimeout) || strike == .accepted(.silence)
        hasName = strike == .tls
    }

    /// The member of the scenario.
    package var member: String {
        let with = by.map { ", \"with\": { \"by\": \"\($0)\" }" } ?? ""
        return "\"connections\": [{ \"fail\": \"\(name)\"\(with) }]"
    }

    /// What to type; the last line into another terminal.
    package var commands: [String] {
        let code = name.lowercased().split(separator: "/").last ?? ""
        if hasName {
            return [
                "curl -so ca.pem http://127.0.0.1:8080/__mishap/ca.pem",
                "curl -v --cacert ca.pem https://\(code)\(by.map { "-" + $0 } ?? "").tls.localhost:8080/any",
            ]
        }
        let scenario = String(code.drop { $0 == "-" })
        return [
            "echo '{ \(member) }' > \(scenario).json", "mishap serve \(scenario).json --listen \(scenario)=9001",
            "curl -v \(isSilent ? "--max-time 5 " : "")http://127.0.0.1:9001/any",
        ]
    }
}
