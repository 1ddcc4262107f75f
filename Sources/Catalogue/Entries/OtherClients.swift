/// What clients report beside the five that are measured with each failure (`Measured`), and what they ask again by
/// themselves.
///
/// Measured in November 2026 against every failure of HTTP and TCP, each client with a limit of 2 s and nothing changed but
/// the URL. Messages are those of the first variant that the failure has, and shortened.
package enum OtherClients {
    /// The clients with their versions.
    package static let versions =
        "undici 7.30.2, node:http of Node 20.20.2, axios 1.21.1, got 14.6.6, ky 1.14.3, superagent 10.4.2, "
        + "HttpURLConnection of OpenJDK 17.0.15, OkHttp 5.5.1, Apache HttpClient 5.5.2, reactor-netty 1.3.0, Ktor CIO 3.3.3, "
        + "Go 1.26.8, fasthttp 1.69.0, resty 2.17.2 with RetryCount 2, go-retryablehttp 0.7.8 with RetryMax 2, reqwest 0.13.5, "
        + "hyper-util 0.1.21, ureq 3.5.1, httpx 0.28.1, aiohttp 3.14.5"

    /// In the order in which they are listed.
    package static let names = [
        "Node fetch", "undici", "node:http", "axios", "got", "ky", "superagent", "Java HttpClient", "HttpURLConnection",
        "OkHttp", "Apache HttpClient", "reactor-netty", "Ktor CIO", "Go net/http", "fasthttp", "resty",
        "go-retryablehttp", "reqwest", "hyper", "ureq", "httpx", "aiohttp",
    ]

    /// The reports by the names of the failures.
    private static let reports: [String: [Failure.ClientReport]] = {
        let rows = TextTable.rows(table) { row in
            let (failure, clients, report) = (row.text(), row.texts(), row.text())
            return (failure, clients.map { Failure.ClientReport($0, report) })
        }
        return Dictionary(rows, uniquingKeysWith: +)
    }()

    /// The failures that they were asked for.
    package static var failures: [String] { reports.keys.sorted() }

    static func reports(of failure: String) -> [Failure.ClientReport] {
        guard let reports = reports[failure] else { return [] }
        return names.compactMap { name in reports.first { $0.client == name } }
    }
}

extension Failure {
    /// What clients report: those that every failure was measured with, and the others.
    package var allReports: [ClientReport] { reports + OtherClients.reports(of: name) }

    /// What clients ask again by themselves when it happens, those with the fewest requests first.
    package var repeats: [ClientRepeat] { ClientRepeat.of(name) }
}
