/// The source of the catalogue's client reports.
package enum Measured {
    package static let loopback =
        "measured on loopback 2026-11 (curl 7.88.1, requests 2.34.2, Node 20.20.2, OpenJDK 17.0.15, "
        + "Swift 6.3.1 URLSession on Linux)"

    /// A specification, followed by the measurement.
    package static func and(_ specification: String) -> String { "\(specification); \(loopback)" }
}

extension [Failure.ClientReport] {
    /// The reports of the five measured clients, in the order in which `explain` lists them.
    package static func measured(
        curl: String? = nil, requests: String? = nil, node: String? = nil, java: String? = nil,
        urlSession: String? = nil
    ) -> [Failure.ClientReport] {
        [
            ("curl", curl), ("requests", requests), ("Node fetch", node), ("Java HttpClient", java),
            ("URLSession on Linux", urlSession),
        ].compactMap { client, report in report.map { Failure.ClientReport(client, $0) } }
    }
}
