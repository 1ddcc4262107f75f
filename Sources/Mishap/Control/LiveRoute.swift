internal import GatewayServer
internal import JSONText
internal import Wire

/// `GET journal`: what has ended in all sessions, and what happens.
struct LiveRoute: Sendable {
    let live: LiveJournals
    let sessions: SessionStore
    let responders: ShardResponders

    private static let rates = 1...10_000

    func answer(_ call: ControlCall) throws(ControlRefusal) -> ControlAnswer {
        let query = try call.query()
        let isLive = try call.isOn(query["live"], "live")
        let limit = query["limit"] == nil && isLive ? 0 : try call.limit(query["limit"])
        guard isLive else {
            guard query["rate"] == nil else { throw ControlRefusal(422, "rate is for a live journal, with live=1") }
            return .later { [self] feed in
                latest(limit) { entries in
                    feed.finish(ControlAnswer.script(200, ["entries": .array(entries.map(\.json))]))
                }
            }
        }
        let rate = try Self.rate(query["rate"])
        let isHead = Request(call.request).isHead
        return .later { [self] feed in
            if isHead { return feed.finish(WireScript(actions: [Self.head, .endOfContent()], ending: .complete)) }
            let reading = LiveReading(rate: rate, feed, sessions.workers, live.skipped)
            guard live.add(reading) else {
                return feed.finish(
                    Problems.make(503, "\(LiveJournals.most) watch all sessions already, as many as may"))
            }
            feed.whenOver { [live] in live.remove(reading) }
            if limit == 0 { return reading.begin([], with: Self.head) }
            latest(limit) { reading.begin($0, with: Self.head) }
        }
    }

    private static func rate(_ text: String?) throws(ControlRefusal) -> Int {
        guard let text else { return 200 }
        guard let rate = Int(text), rates.contains(rate) else {
            throw ControlRefusal(
                400, "rate is a number of events in a second, from 1 to 10000, not \"\(text.prefix(100))\"")
        }
        return rate
    }

    private func latest(_ limit: Int, _ then: @escaping @Sendable ([LatestEntries.Entry]) -> Void) {
        let all = sessions.all(at: SystemClock.monotonic) + [sessions.unclaimed.current, sessions.failed.current]
        let used = all.filter { $0.endedCount > 0 }
        responders.gatherLatest(of: used, limit) { [workers = sessions.workers] parts in
            workers.reading.submit { then(LatestEntries(used, parts, limit).entries) }
        }
    }

    private static let head = WireAction.head(
        ResponseHead(
            status: 200,
            fields: [
                HeaderField("Content-Type", "text/event-stream"), HeaderField("Cache-Control", "no-store"),
                HeaderField("Connection", "close"),
            ]), .chunked)
}
