internal import Bytes
internal import GatewayServer
internal import JSONText
internal import Wire

/// The calls on a session's own port.
struct PortCalls: Sendable {
    let calls: SessionCalls

    private func port(of session: Session) throws(ControlRefusal) -> SessionPort {
        guard let port = calls.sessions.ports.port(ofSession: session.name) else {
            throw ControlRefusal(
                409,
                "the session has no port of its own; ask for one with POST /__mishap/sessions and \"port\": 0, or mishap serve --listen NAME=PORT"
            )
        }
        return port
    }

    /// The value of a member that is one of these.
    private static func choice(
        _ node: JSONNode, _ name: String, of choices: [String], _ call: ControlCall
    ) throws(ControlRefusal) -> String {
        if let text = node.string, choices.contains(text) { return text }
        let hint = node.string.flatMap { EditDistance.nearest(to: $0, among: choices) }
        let all = choices.map { "\"\($0)\"" }
        throw call.refusal(
            of: node,
            "\"\(name)\" is \(all.dropLast().joined(separator: ", ")) or \(all.last ?? "")"
                + (hint.map { "; did you mean \"\($0)\"?" } ?? ""))
    }

    /// `PUT sessions/{id}/port`
    func put(_ call: ControlCall) throws(ControlRefusal) -> ControlAnswer {
        _ = try call.query()
        let node = try call.object()["state"]
        let session = try calls.session(call)
        let port = try port(of: session)
        guard let node else {
            throw ControlRefusal(422, "\"state\" is missing: \"open\", \"refuse\" or \"connect-timeout\"")
        }
        let text = try Self.choice(node, "state", of: PortState.allCases.map(\.rawValue), call)
        guard let state = PortState(rawValue: text) else { preconditionFailure("it is one of them") }
        do throws(ServerError) {
            try calls.sessions.ports.put(state, port)
        } catch {
            throw ControlRefusal(409, "the port is not in that state yet, which is tried again: \(error.cause)")
        }
        return .json(200, .object(calls.members(session, call)))
    }

    /// `POST sessions/{id}/connections/close`
    func closeConnections(_ call: ControlCall) throws(ControlRefusal) -> ControlAnswer {
        _ = try call.query()
        let body = Request(call.request).body.isEmpty ? nil : try call.object()
        let port = try port(of: calls.session(call))
        let end = try body?["end"].map { (node) throws(ControlRefusal) in
            try Self.choice(node, "end", of: ["close", "reset"], call)
        }
        let idle = body?["idle"]
        if let idle, idle.bool == nil { throw call.refusal(of: idle, "\"idle\" is true or false, not \(idle.kind)") }
        let listener = port.listener
        return .later { [listeners = calls.sessions.ports.listeners] feed in
            listeners.closeConnections(listener, end == "reset", idle?.bool == true, call.connection) { count in
                feed.finish(ControlAnswer.script(200, ["closed": .int(Int64(count))]))
            }
        }
    }
}
