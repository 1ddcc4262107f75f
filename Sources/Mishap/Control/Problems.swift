internal import Bytes
internal import Catalogue
internal import Engine
internal import GatewayServer
internal import JSONText
internal import Rules
internal import Systems
internal import Wire

/// Mishap's own error responses: problem documents (RFC 9457) with hints.
enum Problems {
    static func make(
        _ status: Int, _ detail: String, _ fields: [HeaderField] = [], _ more: [(String, JSONValue)] = []
    ) -> WireScript {
        let document = JSONValue.object(
            [
                ("type", "about:blank"), ("title", .string(StatusPhrase.phrase(for: status))),
                ("status", .int(Int64(status))), ("detail", .string(detail)),
            ] + more)
        return Reply(
            ResponseHead(
                status: status, fields: [HeaderField("Content-Type", "application/problem+json")] + fields),
            body: [Reply.Part(.bytes(document.bytes(pretty: true) + [0x0A]))]
        ).script()
    }

    /// No rule matches: names the nearest rule and the differences.
    static func unmatched(_ scenario: CompiledScenario, _ nearest: NearMiss?) -> WireScript {
        var more: [(String, JSONValue)] = [("scenario", .string(scenario.name))]
        var detail = "no rule of \"\(scenario.name)\" takes this request"
        if let miss = nearest {
            detail += "; the nearest is \"\(miss.rule)\": " + miss.differences.joined(separator: "; ")
            more.append(("nearest", .string(miss.rule)))
            more.append(("differences", .array(miss.differences.map { .string($0) })))
        }
        return make(404, detail, [HeaderField("Mishap-Unmatched", "1")], more)
    }

    static func unknownScenario(_ name: String, among names: [String]) -> WireScript {
        if name.hasPrefix("~") {
            return unknownSession(String(name.prefix { $0 != "/" }), nearest: nil)
        }
        // The name may be followed by the path, so the longest known beginning is tried.
        let parts = name.split(separator: "~", maxSplits: 1, omittingEmptySubsequences: false)[0]
            .split(separator: "/", maxSplits: 8).prefix(8).map(String.init)
        let beginnings = (0..<parts.count).map { parts[...$0].joined(separator: "/") }
        if name.contains("~"), let known = beginnings.last,
            names.contains(known) || known == Session.mainName && hasBadKey(name)
        {
            return badKey(name, of: known)
        }
        // A name without its folder is meant before one that is spelled alike.
        let inFolder = beginnings.lazy.compactMap { name in names.first { $0.hasSuffix("/" + name) } }.first
        let nearest = inFolder ?? beginnings.lazy.compactMap { EditDistance.nearest(to: $0, among: names) }.first
        let hint = nearest.map { "; did you mean \"\($0)\"?" } ?? ""
        return make(404, "there is no scenario \"\(name.prefix(100))\"" + hint, [], [("scenarios", list(names))])
    }

    private static func hasBadKey(_ name: String) -> Bool {
        let key = name.utf8.drop { $0 != UInt8(ascii: "~") }.dropFirst().prefix { $0 != UInt8(ascii: "/") }
        return SessionKey.canonical(Array(key)[...]) == nil
    }

    private static func badKey(_ name: String, of scenario: String) -> WireScript {
        make(
            404,
            "there is no session \"\(name.prefix(200))\": the key behind \(scenario)~ is 1 to \(SessionKey.longest) bytes of UTF-8 without control characters, of which all but A-Z, a-z, 0-9, \".\", \"_\" and \"-\" are percent-encoded; in a host it has a-z, 0-9 and \"-\" only"
        )
    }

    /// The body of a request could not be decoded, which had a Content-Encoding.
    static func undecoded(_ problem: BodyDecoder.Problem, by decoder: BodyDecoder) -> WireScript {
        let (status, fields): (Int, [HeaderField]) =
            switch problem {
            case .unknownCoding: (415, [HeaderField("Accept-Encoding", "gzip, deflate")])
            case .malformed: (400, [])
            case .tooLarge: (413, [])
            case .noRoom, .long: (503, [HeaderField("Retry-After", "5")])
            }
        return make(status, decoder.text(of: problem), fields)
    }

    static func noRoomForSession(_ bounds: SessionBounds) -> WireScript {
        make(
            503,
            "there are \(bounds.count) sessions, as many as may be (--max-sessions), and each was asked for or has a request that waits for its answer; another can be opened once one of them has ended"
        )
    }

    /// A request came another way than by the session's own port.
    static func needsPort(_ session: Session) -> WireScript {
        let name = session.scenarioTitle
        return make(
            409,
            "\"\(name)\" says what becomes of connections, and is reached by a port of its own only: mishap serve --listen \(name)=PORT, or POST /__mishap/sessions, whose answer has the port"
        )
    }

    /// A host below `tls.localhost` that is no failure's.
    static func noFailure(_ problem: String) -> WireScript { make(404, problem) }

    static let portClosed = make(410, "the session that had this port was deleted, or has expired")

    /// Why a session gets no port.
    static func noPort(_ refusal: SessionPorts.Refusal) -> WireScript {
        switch refusal {
        case .hasPort(let port): make(409, "the session has a port of its own already, \(port)")
        case .tooMany:
            make(
                503,
                "there are \(SessionPorts.most) sessions with a port of their own, as many as may be; another gets one once one of them has ended"
            )
        case .rangeInUse(let range):
            make(
                503,
                "all ports of --session-ports \(range.lowerBound)-\(range.upperBound) are in use by sessions; one is free once one of them has ended"
            )
        case .server(let error, nil): make(409, "no port for the session: \(error.cause)")
        case .server(let error, let range?):
            make(
                409,
                "no port of --session-ports \(range.lowerBound)-\(range.upperBound) can be listened on: \(error.cause)"
            )
        }
    }

    /// A session that was asked for and is not there any more.
    static func gone(_ id: SessionID, isForeign: Bool) -> WireScript {
        make(
            410,
            isForeign
                ? "the session \"~\(id)\" belongs to another run of Mishap, not to this one"
                : "the session \"~\(id)\" was deleted, or has expired")
    }

    /// `nearest` is the name of an open session.
    static func notOpen(_ name: String, nearest: String?) -> WireScript {
        let hint = nearest.map { "; did you mean \"\($0)\"?" } ?? ""
        return make(
            404, "there is no session \"\(name)\": its first request opens it, and it goes when it is not used" + hint)
    }

    static func unknownSession(_ name: String, nearest: String?) -> WireScript {
        let hint = nearest.map { "; did you mean \"\($0)\"?" } ?? "; see GET /__mishap/sessions"
        return make(404, "there is no session \"\(name.prefix(200))\"" + hint)
    }

    static func noScenarioSelected(among names: [String]) -> WireScript {
        let detail =
            if let name = names.first {
                "there are \(names.count) scenarios and this request selects none; put its name before the path, as in /@\(name)/, or into a field, as in Mishap-Session: \(name), or start Mishap with --scenario NAME"
            } else {
                "there is no scenario here; start Mishap with a folder that has some"
            }
        return make(404, detail, [], [("scenarios", list(names))])
    }

    /// `path` is the part after `/__mishap`.
    static func noSuchCall(_ path: String, isPlanned: Bool = false) -> WireScript {
        if isPlanned { return make(404, "/__mishap\(path.prefix(200)) is not built yet in this version") }
        return make(404, "there is no /__mishap\(path.prefix(200)) in this version's control API; see GET /__mishap/")
    }

    /// A failure that no request can ask for any more: the commands that show it.
    static func beforeRequests(_ name: String, by: String? = nil, _ failure: Failure) -> WireScript {
        let commands = OwnPort(name, by: by, failure).commands
        return make(
            409,
            "\(name) happens before there is a request, and takes \(failure.strike == .tls ? "a name" : "a port") of its own: \(commands.joined(separator: "; "))",
            [], [("commands", .array(commands.map { .string($0) }))])
    }

    static func unknownFailure(_ parts: [String]) -> WireScript {
        for count in (1...max(1, min(parts.count, 4))).reversed() {
            let name = parts.prefix(count).joined(separator: "/")
            if let failure = FailureIndex.all[name], failure.kind == .connection {
                return beforeRequests(name, failure)
            }
        }
        let planned = (1...max(1, min(parts.count, 3))).reversed().lazy.compactMap { count in
            FailureIndex.planned[parts.prefix(count).joined(separator: "/")]
        }.first
        if let planned { return make(404, planned.description) }
        let names = FailureIndex.all.names + FailureIndex.planned.map(\.name)
        let nearest = (1...max(1, min(parts.count, 3))).reversed().lazy.compactMap { count in
            EditDistance.nearest(to: parts.prefix(count).joined(separator: "/"), among: names)
        }.first
        let hint = nearest.map { "; did you mean \"\($0)\"?" } ?? "; see mishap catalogue"
        let name = String(parts.prefix(2).joined(separator: "/").prefix(100))
        return make(404, "there is no failure \"\(name)\"" + hint)
    }

    /// Bounded, since there may be thousands.
    private static func list(_ names: [String]) -> JSONValue {
        .array(names.prefix(200).map { .string($0) })
    }
}
