import HostileRequests

/// Ways of a row that are not answered as the table demands, for a reason that is known: later requests of a connection,
/// of which libmicrohttpd reads the first line before it calls the server.
///
/// What is listed and does hold is reported, so that no entry stays longer than its reason.
struct KnownDifference: Sendable {
    /// Names of rows.
    let rows: Set<String>
    /// Versions of libmicrohttpd; nil for all.
    let versions: Set<String>?
    /// Whether the row is two requests, of which the second one is a later request of the connection if it comes by itself.
    let isTwo: Bool
    let reason: String

    init(_ reason: String, versions: Set<String>? = nil, isTwo: Bool = false, _ rows: Set<String>) {
        self.rows = rows
        self.versions = versions
        self.isTwo = isTwo
        self.reason = reason
    }

    static let all = readByLibrary

    static func of(_ attack: RowAttack, version: String) -> KnownDifference? {
        all.first {
            $0.rows.contains(attack.row.name) && $0.versions?.contains(version) != false
                && (attack.isLater || $0.isTwo && attack.way != .whole)
        }
    }
}
