internal import Bytes
internal import GatewayServer
internal import Wire

/// A port of a scenario's own, on which it needs no field, host or prefix.
public struct ScenarioPort: Sendable, Hashable {
    /// The name of the scenario.
    public let scenario: String
    /// The actual port, also if any free one was asked for.
    public let port: UInt16
    /// Base URL for clients.
    public let url: String
    /// The same for clients that speak TLS.
    public let httpsURL: String
}

/// Ports of their own.
extension Gateway {
    /// Listens for the shared session of a scenario, on a port of its own beside that of the gateway: what comes by it belongs
    /// to that session, whatever its fields, host and path are, and `/__mishap` answers there too.
    ///
    ///     let refusing = try gateway.listen("tcp/refuse")
    ///     print(refusing.url)
    ///     gateway.stopListening("tcp/refuse")
    ///
    /// A scenario with `connections` is reached in this way only. If its file changes by `reload`, the session and its
    /// `connections` begin anew; if the file goes, the session stays until `stopListening`.
    ///
    /// - Parameters:
    ///   - scenario: The name of a scenario, which has no such port yet.
    ///   - port: 0 for any free one.
    /// - Throws: `unknownScenario`, `listening` if the port is in use or not allowed, `listensAlready`, `tooManyPorts` beyond
    ///   2,000.
    @discardableResult
    public func listen(_ scenario: String, port: UInt16 = 0) throws(GatewayError) -> ScenarioPort {
        guard case .session(let session) = sessions.lookUp(Array(scenario.utf8), at: SystemClock.monotonic),
            session.use == nil, session.hasScenario, session.name == scenario
        else {
            throw .unknownScenario(
                scenario, nearest: EditDistance.nearest(to: scenario, among: scenarios.names))
        }
        do throws(SessionPorts.Refusal) {
            let port = try sessions.openPort(port, for: session).number
            return ScenarioPort(
                scenario: scenario, port: port, url: url(ofPort: port), httpsURL: url(ofPort: port, .https))
        } catch {
            switch error {
            case .server(let error, _): throw .listening(scenario: scenario, error)
            case .hasPort(let port): throw .listensAlready(scenario: scenario, port: port)
            case .tooMany, .rangeInUse: throw .tooManyPorts
            }
        }
    }

    /// Refuses connections to a scenario's own port, and closes those on which nothing is being answered; false if it has no such
    /// port. The session goes if its scenario is not there any more.
    @discardableResult
    public func stopListening(_ scenario: String) -> Bool {
        guard !scenario.hasPrefix("~"), sessions.ports.close(scenario) else { return false }
        if !scenarios.names.contains(scenario) {
            var change = ScenarioStore.Change()
            change.removed = [scenario]
            sessions.apply(change)
        }
        return true
    }

    /// The default session's scenario, if it is reached by a port of its own only and has none.
    package var defaultWithoutPort: String? {
        guard case .session(let session) = sessions.lookUp(Array(Session.mainName.utf8), at: SystemClock.monotonic),
            session.needsPort, sessions.ports.port(ofSession: session.name) == nil
        else { return nil }
        return session.name
    }
}
