internal import Catalogue
internal import JSONText
internal import Rules

/// An expectation about connections that ended before a request.
extension FileReader {
    func failedConnections(_ members: [JSONMember]) -> Expectation.Kind? {
        if let other = members.first(where: { Vocabulary.apartFromFailure.contains($0.name) }) {
            error(
                other.nameRange, "\"\(other.name)\" cannot stand beside \"failure\"",
                hint: "such connections had no request: \"connections\" is how many, \"gap\" the time between them")
        }
        guard let subject = members.first(where: { $0.name == "failure" }) else { return nil }
        let failure = countableFailure(subject.value)
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
        guard let failure, (count == nil) == (countNode == nil), (gaps == nil) == (gapMember == nil) else { return nil }
        return .failedConnections(failure, count: count, gaps: gaps ?? [])
    }

    private func countableFailure(_ node: JSONNode) -> String? {
        let names = Vocabulary.countableFailures
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
                hint: didYouMean(name, names) ?? "these are \(names.quotedList(last: "and"))")
        }
        return nil
    }
}
