internal import Wire

/// `GET metrics`
struct MetricsCall: Sendable {
    let responders: ShardResponders
    let labels: MetricLabels

    func show(_ call: ControlCall) throws(ControlRefusal) -> ControlAnswer {
        _ = try call.query()
        return .later { [self] feed in
            responders.gatherCounts { parts in
                var (sum, evicted) = (ShardMetrics.Counts(), UInt64(0))
                for part in parts {
                    sum.add(part.counts)
                    evicted += part.evicted
                }
                let connections = responders.connections
                let text = MetricsText(
                    labels: labels.all, counts: sum, openConnections: connections.open,
                    heldConnections: connections.held, evicted: evicted
                ).text
                let head = ResponseHead(
                    status: 200,
                    fields: [
                        HeaderField("Content-Type", MetricsText.contentType), HeaderField("Cache-Control", "no-store"),
                    ])
                feed.finish(Reply(head, body: [Reply.Part(.bytes(Array(text.utf8)))]).script())
            }
        }
    }
}
