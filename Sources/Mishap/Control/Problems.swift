internal import Bytes
internal import Catalogue
internal import Engine
internal import JSONText
internal import Scenario
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
            body: [Reply.Part(.bytes(document.bytes() + [0x0A]))]
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
        // The name may be followed by the path, so the longest known beginning is tried.
        let parts = name.split(separator: "~", maxSplits: 1, omittingEmptySubsequences: false)[0]
            .split(separator: "/", maxSplits: 8).prefix(8).map(String.init)
        let beginnings = (0..<parts.count).map { parts[...$0].joined(separator: "/") }
        if name.contains("~"), let known = beginnings.last, known == Session.mainName || names.contains(known) {
            return badKey(name, of: known)
        }
        let nearest = beginnings.lazy.compactMap { EditDistance.nearest(to: $0, among: names) }.first
        let hint = nearest.map { "; did you mean \"\($0)\"?" } ?? ""
        return make(404, "there is no scenario \"\(name.prefix(100))\"" + hint, [], [("scenarios", list(names))])
    }

    private static func badKey(_ name: String, of scenario: String) -> WireScript {
        make(
            404,
            "there is no session \"\(name.prefix(200))\": the key behind \(scenario)~ has 1 to \(PrivateSessions.longestKey) of A-Z, a-z, 0-9, \".\", \"_\" and \"-\""
        )
    }

    static func noRoomForSession(_ bounds: PrivateSessionBounds) -> WireScript {
        make(
            503,
            "there are \(bounds.count) private sessions, as many as may be, and each has a request that waits for its answer; another can be opened once one of them has ended"
        )
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

    /// `path` is the part after `/__mishap`; `calls` are all existing ones.
    static func noSuchCall(_ path: String, _ calls: [String]) -> WireScript {
        let list = calls.dropLast().joined(separator: ", ") + " and " + (calls.last ?? "")
        return make(404, "there is no \(path) in this version's control API; see \(list)")
    }

    static func unknownFailure(_ parts: [String]) -> WireScript {
        let names = FailureIndex.all.names
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
