internal import Catalogue
internal import Systems
internal import Wire

/// What all rows together say: which needs are not met, what probably stands between, and what helps.
struct DoctorFindings: Sendable {
    /// A row with what came.
    struct Asked: Sendable {
        enum Outcome: String, Sendable {
            case asSent = "as sent"
            case changed
            case notTried = "not tried"
        }

        let row: DoctorRow
        let expected: DoctorTimeline
        /// Nil if it was not asked.
        let seen: DoctorTimeline?
        /// Why it was not tried.
        let problem: String?
        /// Nil if it was not tried.
        let judgement: DoctorJudgement?

        var outcome: Outcome {
            guard let judgement else { return .notTried }
            return judgement.isAsSent ? .asSent : .changed
        }

        /// Whether nothing but time differs, or what is missing could still come.
        var mayBeLate: Bool {
            guard let judgement, let seen else { return false }
            return judgement.differences.subtracting([.fields]) == [.time]
                || seen.end == .open && seen.count < expected.count
        }

        var answer: DoctorAnswer? { (seen?.bytes).flatMap(DoctorAnswer.init) }
    }

    let asked: [Asked]
    /// Whether the address is one of this machine's loopback.
    let isLoopback: Bool

    // MARK: Needs

    private var changed: [Asked] { asked.filter { $0.outcome == .changed } }

    /// Needs that are not met, tried or concluded.
    var missing: Set<PathNeed> {
        var missing = Set(changed.flatMap { $0.judgement?.missing ?? [] })
        // What turns a reset into something else holds the client's connection itself, and has accepted it itself.
        if missing.contains(.reset) { missing.insert(.acceptance) }
        // What writes heads or framing anew reads HTTP, and keeps interim responses to itself or makes some.
        if !missing.isDisjoint(with: [.head, .framing]) { missing.insert(.interim) }
        return missing
    }

    /// Failures of the catalogue that do not arrive as they are sent.
    var changedFailures: [String] { FailureIndex.all.names(needing: missing) }

    /// Whether only the half-close, which is the client's, was not passed on.
    private var losesHalfClose: Bool { changed.contains { $0.row.course == .halfClose } }

    // MARK: What stands between

    private enum Between {
        /// An HTTP proxy, by its name if it says one.
        case httpProxy(name: String?)
        case tcpProxy
        /// It holds bytes back.
        case buffer
        case other
    }

    private var kind: Between? {
        guard !changed.isEmpty else { return nil }
        let answers = changed.compactMap(\.answer)
        if let via = answers.lazy.compactMap({ $0["via"] }).first { return .httpProxy(name: via) }
        let errors = answers.filter(\.isGatewayError)
        if let server = errors.lazy.compactMap({ $0["server"] }).first { return .httpProxy(name: server) }
        if !errors.isEmpty || answers.contains(where: \.isLowerCase) { return .httpProxy(name: nil) }
        if !missing.isDisjoint(with: [.head, .framing, .target, .interim]) { return .httpProxy(name: nil) }
        if missing.contains(.reset) { return .tcpProxy }
        return missing == [.time] ? .buffer : .other
    }

    /// A clause; nil if nothing does.
    var between: String? {
        switch kind {
        case nil: nil
        case .httpProxy(let name?): "an HTTP proxy that calls itself \(name)"
        case .httpProxy(nil): "an HTTP proxy that does not say its name"
        case .tcpProxy:
            "a proxy of TCP, which ends the connection and opens another"
                + (isLoopback ? ", such as Docker's for a published port" : "")
        case .buffer: "something that holds bytes back, or a busy machine"
        case .other: losesHalfClose && missing.isEmpty ? "something that ends both directions when one ends" : "unknown"
        }
    }

    /// What helps, a sentence each.
    var help: [String] {
        var lines: [String] = []
        switch kind {
        case nil: return []
        case .tcpProxy where isLoopback:
            lines = [
                "On Linux: docker run --network host, or ask the container's own address (docker inspect) in place of the published port.",
                "Or run client and gateway as containers of one network, or set \"userland-proxy\": false in Docker's daemon.json.",
                "Where only a proxy leads into the container, as in Docker Desktop: run the client in a container too, or the gateway outside (mishap exec).",
            ]
        case .tcpProxy:
            lines = [
                "Ask the gateway's own address, from the same network, with no tunnel and no port forwarding between."
            ]
        case .httpProxy:
            lines = [
                "Ask the gateway's own address in place of the proxy's, and leave proxies' variables (http_proxy) unset."
            ]
        case .buffer: lines = ["Ask again on an idle machine; or ask the gateway's own address."]
        case .other: lines = ["Ask the gateway's own address."]
        }
        if losesHalfClose {
            lines.append("A client that ends its own direction early (shutdown) gets no late answers on this way.")
        }
        return lines
    }
}
