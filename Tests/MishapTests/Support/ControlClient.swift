import Foundation
import JSONText
import TestSupport
import Testing

/// Calls of the control API, over the wire.
extension RunningGateway {
    struct Called {
        let status: Int?
        let fields: [String]
        let text: String
        /// The body; null if it is no JSON.
        let json: JSONValue

        var type: String? {
            fields.first { $0.lowercased().hasPrefix("content-type: ") }.map { String($0.dropFirst(14)) }
        }

        var detail: String { if case .string(let text)? = json["detail"] { text } else { "" } }
    }

    /// `path` is what follows `/__mishap/`. An answer that the OpenAPI document does not have is an issue.
    func call(_ method: String, _ path: String, _ body: String? = nil, _ fields: String...) throws -> Called {
        let connection = try connect()
        let own = body.map { ["Content-Type: application/json", "Content-Length: \($0.utf8.count)"] } ?? []
        connection.send(request("/__mishap/\(path)", own + fields, method: method) + (body ?? ""))
        let received = connection.receiveResponse()
        let json = (try? JSONParser.parse(Array(received.body.utf8)).get()).map { JSONValue($0) } ?? .null
        let called = Called(
            status: received.status, fields: received.text.components(separatedBy: "\r\n"), text: received.body,
            json: json)
        // What comes in chunks, as a long journal does, is not read to its end here.
        let isWhole = !received.text.contains("Transfer-Encoding: chunked")
        if isWhole, let problems = Self.contract.problems(method, path, called), !problems.isEmpty {
            Issue.record("\(problems.joined(separator: "; "))")
        }
        return called
    }

    /// That of this build.
    static let contract = ControlContract.ofThisBuild

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
