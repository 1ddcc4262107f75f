internal import Wire

/// A failure of TLS as a row of a table: what happens, and what each client says to it.
///
///     code | what happens | on the wire | curl | requests | node:https | Java HttpClient | gnutls-cli | specification
///
/// Words of clients are those at the end of their message; `-` where the client was not seen. A blank row is skipped.
struct TLSRow {
    let code: String
    let summary: String
    let wire: String
    let curl: String?
    let requests: String?
    let node: String?
    let java: String?
    let gnuTLS: String?
    let specification: String

    init(_ row: inout TableRow) {
        code = row.text()
        summary = row.text()
        wire = row.text()
        (curl, requests, node, java, gnuTLS) = (
            row.optional(), row.optional(), row.optional(), row.optional(), row.optional()
        )
        specification = row.text()
    }

    /// - Parameter fault: What is wrong, by the arguments.
    func failure(
        _ parameters: [Parameter] = [], pathNeeds: Set<PathNeed> = [.acceptance],
        tls fault: @escaping @Sendable (Arguments) -> TLSFault
    ) -> Failure {
        Failure(
            "tls/\(code)", summary, wire: wire, reports: reports, source: "\(specification); \(Self.measured)",
            evidence: .observed, phase: .handshake, parameters: parameters, pathNeeds: pathNeeds,
            effect: .connection(.tls), tls: fault)
    }

    /// A failure of an answer.
    ///
    /// - Parameter record: What it is to the first answer of a connection.
    func failure(
        _ parameters: [Parameter] = [], needsBody: Bool = false,
        objection: @escaping @Sendable (Arguments, Reply) -> Failure.Objection? = { _, _ in nil },
        effect: Failure.Effect, ofConnections record: TLSFault.Record
    ) -> Failure {
        Failure(
            "tls/\(code)", summary, wire: wire, reports: reports, source: "\(specification); \(Self.measured)",
            evidence: .observed, parameters: parameters, needsBody: needsBody, objection: objection, effect: effect,
            tls: { _ in TLSFault { $0.record = record } })
    }

    var reports: [Failure.ClientReport] {
        [
            ("curl", curl), ("requests", requests), ("node:https", node), ("Java HttpClient", java),
            ("gnutls-cli", gnuTLS),
        ].compactMap { client, report in report.map { Failure.ClientReport(client, $0) } }
    }

    static let measured =
        "measured on loopback 2026-11 (curl 7.88.1 with OpenSSL 3.0.19, requests 2.34.2, Node 20.20.2, OpenJDK 17.0.15, "
        + "gnutls-cli 3.7.9)"
}
