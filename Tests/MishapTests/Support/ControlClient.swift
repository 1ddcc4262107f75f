import Foundation
import JSONText
import TestSupport

/// Calls of the control API, over the wire.
extension RunningGateway {
    struct Called {
        let status: Int?
        let fields: [String]
        let text: String
        /// The body; null if it is no JSON.
        let json: JSONValue

        var detail: String { if case .string(let text)? = json["detail"] { text } else { "" } }
    }

    /// `path` is what follows `/__mishap/`.
    func call(_ method: String, _ path: String, _ body: String? = nil, _ fields: String...) throws -> Called {
        let connection = try connect()
        let own = body.map { ["Content-Type: application/json", "Content-Length: \($0.utf8.count)"] } ?? []
        connection.send(request("/__mishap/\(path)", own + fields, method: method) + (body ?? ""))
        let received = connection.receiveResponse()
        let json = (try? JSONParser.parse(Array(received.body.utf8)).get()).map { JSONValue($0) } ?? .null
        return Called(
            status: received.status, fields: received.text.components(separatedBy: "\r\n"), text: received.body,
            json: json)
    }

    /// A session of its own; its id, with the `~`.
    func askForSession(_ body: String = "{}") throws -> String {
        let called = try call("POST", "sessions", body)
        guard called.status == 201, case .string(let id)? = called.json["id"] else {
            throw SessionRefused(called: called)
        }
        return id
    }

    struct SessionRefused: Error { let called: Called }

    /// Hits of the rules of a session, by name.
    func hits(_ id: String) throws -> [String: Int] {
        guard case .array(let rules)? = try call("GET", "sessions/\(id)").json["rules"] else { return [:] }
        var hits: [String: Int] = [:]
        for rule in rules {
            guard case .string(let name)? = rule["name"], case .number(let count)? = rule["hits"] else { continue }
            hits[name] = Int(count)
        }
        return hits
    }
}
