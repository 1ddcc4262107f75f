import HostileRequests

/// Ways of a row that are not answered as the table demands, for a reason that is known.
///
/// What is listed and does hold is reported, so that no entry stays longer than its reason.
struct KnownDifference: Sendable {
    /// Names of rows.
    let rows: Set<String>
    /// Versions of libmicrohttpd; nil for all.
    let versions: Set<String>?
    /// Whether it concerns only later requests of a connection, which libmicrohttpd judges before its callbacks.
    let onlyLater: Bool
    let reason: String

    init(_ reason: String, versions: Set<String>? = nil, onlyLater: Bool = true, _ rows: Set<String>) {
        self.rows = rows
        self.versions = versions
        self.onlyLater = onlyLater
        self.reason = reason
    }

    static let all = awaited

    static func of(_ attack: RowAttack, version: String) -> KnownDifference? {
        all.first {
            $0.rows.contains(attack.row.name) && $0.versions?.contains(version) != false
                && (attack.isLater || !$0.onlyLater)
        }
    }
}
