internal import Catalogue
internal import JSONText
internal import Rules
internal import Wire

/// An expectation about connections that ended before a request.
extension FileReader {
    func failedConnections(_ members: [JSONMember]) -> Expectation.Kind? {
        if let other = members.first(where: { Vocabulary.apartFromFailure.contains($0.name) }) {
            error(
                other.nameRange,
                "\"\(other.name)\" cannot stand beside \"\(members.contains { $0.name == "failure" } ? "failure" : "alert")\"",
                hint: "such connections had no request: \"connections\" is how many, \"gap\" the time between them")
        }
        let (failureMember, alertMember) = (
            members.first { $0.name == "failure" }, members.first { $0.name == "alert" }
        )
        guard let subject = failureMember ?? alertMember else { return nil }
        let failure = failureMember.flatMap { countableFailure($0.value) }
        let alert = alertMember.flatMap { self.alert($0.value) }
        let countNode = members.first { $0.name == "connections" }?.value
        let gapMember = members.first { $0.name == "gap" }
        if countNode == nil, gapMember == nil,
            !Vocabulary.judgementsOfConnections.contains(where: { isMisspelt($0, members, .expectation) })
        {
            error(subject.nameRange, "nothing is expected here", hint: "such as \"connections\": 3")
        }
        let count = countNode.flatMap { connections($0, from: 0) }
        let gaps = gapMember.flatMap { gap($0.value) }
        if let gapMember, let most = count?.atMost, most < 2 {
            error(
                gapMember.nameRange, "\"gap\" needs 2 connections",
                hint: "\"connections\" allows \(most == 0 ? "none" : "1 at most")")
        }
        guard (failure == nil) == (failureMember == nil), (alert == nil) == (alertMember == nil),
            (count == nil) == (countNode == nil), (gaps == nil) == (gapMember == nil)
        else { return nil }
        return .failedConnections(
            Expectation.FailedConnection(failure: failure, alert: alert), count: count, gaps: gaps ?? [])
    }

    private func alert(_ node: JSONNode) -> TLSAlert? {
        let names = TLSAlert.names.map(\.name)
        guard let name = node.string else {
            wrongType(
                node, "\"alert\"", "the name of a TLS alert, such as \"unknown_ca\"",
                hint: node.number?.int.flatMap { UInt8(exactly: $0) }.map { "it is \"\(TLSAlert(rawValue: $0).name)\"" }
            )
            return nil
        }
        if let alert = TLSAlert(name: name) { return alert }
        error(
            node.range, "\"\(name.shown)\" is no TLS alert",
            hint: didYouMean(name, names) ?? "such as \"bad_certificate\" or \"unknown_ca\" (RFC 8446, 6)")
        return nil
    }

    private func countableFailure(_ node: JSONNode) -> String? {
        let names = Vocabulary.countableFailures(failures)
        guard let name = node.string else {
            wrongType(node, "\"failure\"", "the name of a failure of connections, such as \"tcp/reset-on-accept\"")
            return nil
        }
        if names.contains(name) { return name }
        if name == "tcp/refuse" || name == "tcp/connect-timeout" {
            error(
                node.range, "connections that \"\(name)\" keeps out cannot be counted",
                hint: "the kernel does it, and nothing comes to the gateway")
        } else {
            error(
                node.range, "\"\(name.shown)\" is no failure that ends connections before a request",
                hint: didYouMean(name, names)
                    ?? "such as \(Array(names.prefix(4)).quotedList(last: "and")), and those of tls/")
        }
        return nil
    }
}
