internal import JSONText
internal import TLS

/// One run of `doctor`: first the gateway's health, then all rows side by side, then once more what seemed late, then TLS.
struct DoctorVisit {
    let gateway: GatewayAddress
    private let times: DoctorTimes

    init(_ gateway: GatewayAddress, _ times: DoctorTimes) {
        self.gateway = gateway
        self.times = times
    }

    /// Why no row could be tried: a clause that follows the URL.
    struct Problem: Error, Hashable {
        let message: String
        /// The address that was connected to, if any was.
        var address: String?
    }

    func ask() -> Result<DoctorReport, Problem> {
        do throws(Problem) {
            let health = try askHealth()
            let sockets = DoctorSockets(address: health.address)
            let deadline = DoctorSockets.now() + times.rows
            var asked = round(DoctorRow.all, sockets, health, until: deadline)
            if asked.contains(where: { $0.outcome != .asSent }) { try confirm(sockets) }
            // A busy machine may have been late by itself.
            let late = asked.indices.filter { asked[$0].mayBeLate }
            let again = round(late.map { asked[$0].row }, sockets, health, until: deadline)
            for (place, again) in zip(late, again) { asked[place] = again }
            let https = askHTTPS(sockets)
            let findings = DoctorFindings(asked: asked, isLoopback: health.address.isLoopback)
            return .success(
                DoctorReport(
                    url: gateway.url, address: health.address.text, version: health.version, findings: findings,
                    https: https))
        } catch {
            return .failure(error)
        }
    }

    // MARK: Health

    private struct Health {
        let address: DoctorSockets.Address
        let version: String?
        /// Milliseconds from the request to the answer.
        let roundTrip: Int64
    }

    /// Asks the addresses of the host in turn, until one accepts.
    private func askHealth() throws(Problem) -> Health {
        let addresses = DoctorSockets.Address.all(of: gateway)
        var problem = Problem(message: "cannot be reached: the host is not known here")
        let deadline = DoctorSockets.now() + 2 * times.health
        for address in addresses {
            let connection = ask("/__mishap/health", DoctorSockets(address: address), until: deadline)
            if let message = connection.problem {
                problem = Problem(message: message, address: address.text)
                continue
            }
            return try health(connection.seen, address)
        }
        throw problem
    }

    private func health(_ seen: DoctorTimeline, _ address: DoctorSockets.Address) throws(Problem) -> Health {
        func problem(_ message: String) -> Problem { Problem(message: message, address: address.text) }
        guard !seen.bytes.isEmpty else {
            switch seen.end {
            case .open: throw problem("does not answer within \(2 * times.health / 1_000) s")
            case .end, .reset:
                throw problem(
                    "closes the connection without an answer: a proxy, perhaps, whose gateway is not running")
            }
        }
        guard let answer = DoctorAnswer(seen.bytes) else {
            throw problem("answers, but not in HTTP, so that it is not Mishap")
        }
        guard !answer.isGatewayError else {
            throw problem("answers \(answer.source): a proxy that does not reach its gateway")
        }
        guard let health = answer.health else {
            throw problem("answers \(answer.source) to /__mishap/health, so that it is not Mishap")
        }
        var version: String?
        if case .string(let text)? = health["mishap"] { version = text }
        return Health(address: address, version: version, roundTrip: seen.pieces.first?.at ?? 0)
    }

    /// A request whose answer ends the connection.
    private func ask(_ path: String, _ sockets: DoctorSockets, until deadline: Int64) -> DoctorConnection {
        var connections = [DoctorConnection(asking: head(of: path), patience: 2 * times.health)]
        sockets.run(&connections, until: deadline)
        return connections[0]
    }

    private func head(of path: String) -> [UInt8] {
        Array(
            "GET \(path) HTTP/1.1\r\nHost: \(gateway.authority)\r\nUser-Agent: mishap-doctor\r\nConnection: close\r\n\r\n"
                .utf8)
    }

    /// Throws if the gateway is not there any more.
    private func confirm(_ sockets: DoctorSockets) throws(Problem) {
        let connection = ask("/__mishap/health", sockets, until: DoctorSockets.now() + times.health)
        let answer = DoctorAnswer(connection.seen.bytes)
        guard answer == nil || answer?.isGatewayError == true else { return }
        throw Problem(
            message: "stopped answering while it was asked: "
                + (connection.problem ?? answer?.statusText ?? "nothing comes"), address: sockets.address.text)
    }

    // MARK: TLS

    func askHTTPS(_ sockets: DoctorSockets) -> DoctorHTTPS {
        let inTheClear = ask("/__mishap/ca.pem", sockets, until: DoctorSockets.now() + times.health)
        guard let answer = DoctorAnswer(inTheClear.seen.bytes), answer.status == 200 else {
            return .notTried(for: DoctorAnswer(inTheClear.seen.bytes))
        }
        do throws(TLSError) {
            var connections = [
                DoctorTLSConnection(
                    asking: head(of: "/__mishap/health"),
                    of: try TLSClientSession(host: gateway.host, trusting: answer.rest))
            ]
            sockets.run(&connections, until: DoctorSockets.now() + 2 * times.health)
            return DoctorHTTPS(of: connections[0].seen, as: gateway.host)
        } catch {
            return DoctorHTTPS(.notTried, "GnuTLS says: \(error)")
        }
    }

    // MARK: Rows

    private func round(
        _ rows: [DoctorRow], _ sockets: DoctorSockets, _ health: Health, until deadline: Int64
    ) -> [DoctorFindings.Asked] {
        guard !rows.isEmpty else { return [] }
        // Without a version it may be one that takes no parameters.
        let known = rows.map { $0.isStock || health.version != nil }
        var connections = zip(rows, known).filter(\.1).map { DoctorConnection($0.0, to: gateway.authority, times) }
        sockets.run(&connections, until: min(DoctorSockets.now() + times.round, deadline))
        var rest = connections[...]
        return zip(rows, known).map { row, isKnown in
            guard isKnown, let connection = rest.popFirst() else {
                return DoctorFindings.Asked(
                    row: row, expected: DoctorTimeline(of: row.script), seen: nil,
                    problem: "an older gateway takes no parameters here", judgement: nil)
            }
            return self.asked(row, connection, roundTrip: health.roundTrip)
        }
    }

    private func asked(
        _ row: DoctorRow, _ connection: DoctorConnection, roundTrip: Int64
    ) -> DoctorFindings.Asked {
        let judgement = DoctorJudgement(connection.seen, connection.expected, of: row, roundTrip: roundTrip, times)
        let answer = DoctorAnswer(connection.seen.bytes)
        // A name or parameter that this gateway does not have.
        let isUnknown =
            !judgement.isAsSent && answer.map { [400, 404].contains($0.status) } ?? false
            && answer?["content-type"]?.hasPrefix("application/problem+json") == true
        let isTried = connection.problem == nil && !isUnknown
        return DoctorFindings.Asked(
            row: row, expected: connection.expected, seen: connection.seen,
            problem: connection.problem ?? (isUnknown ? "the gateway does not know it" : nil),
            judgement: isTried ? judgement : nil)
    }
}
