import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Calls the control API of a gateway.
struct ControlClient: Sendable {
    /// Its address, which ends in `/__mishap`.
    let control: String
    let token: String?

    private static let session: URLSession = {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.connectionProxyDictionary = [:]
        // On Linux that of a request is of no effect. The longest call waits a minute for a verdict.
        configuration.timeoutIntervalForRequest = Gateway.slack + 60
        // Up to so many calls that wait for a verdict hold up no others.
        configuration.httpMaximumConnectionsPerHost = 64
        return URLSession(configuration: configuration)
    }()

    init(_ address: String, token: String?) throws {
        let trimmed = String(address.reversed().drop { $0 == "/" }.reversed())
        control = trimmed.hasSuffix("/__mishap") ? trimmed : trimmed + "/__mishap"
        self.token = token
        let parts = URLComponents(string: control)
        guard let parts, ["http", "https"].contains(parts.scheme), parts.host?.isEmpty == false else {
            throw MishapError("\"\(address)\" is no address of a gateway, such as http://127.0.0.1:8080")
        }
    }

    /// `path` is what follows `/__mishap/`. Throws `URLError`, `MishapError`, `ScenarioError`.
    func call(_ method: String, _ path: String, _ body: Data?, within seconds: TimeInterval) async throws -> JSON {
        guard let url = URL(string: "\(control)/\(path)") else { throw MishapError("\(path) is no path of a call") }
        var request = URLRequest(url: url, timeoutInterval: seconds)
        request.httpMethod = method
        request.httpBody = body
        if body != nil { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        let (data, response) = try await Self.session.data(for: request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard let answer = data.isEmpty ? .null : try? JSON(parsing: data) else {
            let beginning = JSON.string(String(decoding: data.prefix(200), as: UTF8.self))
            throw MishapError("what answers at \(control) is no mishap: \(beginning)")
        }
        if status < 300 { return answer }
        let message = answer["text"]?.string ?? answer["detail"]?.string ?? "status \(status) of \(method) \(path)"
        let diagnostics = answer["diagnostics"]?.array ?? []
        if status == 422 || !diagnostics.isEmpty {
            let trimmed = message.trimmingCharacters(in: .newlines)
            throw ScenarioError(description: trimmed, diagnostics: diagnostics)
        }
        throw MishapError(message)
    }
}
