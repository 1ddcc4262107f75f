internal import Bytes
internal import Wire

/// Metrics in the text format of Prometheus, version 0.0.4.
struct MetricsText {
    let labels: [MetricLabels.Labels]
    let counts: ShardMetrics.Counts
    let openConnections: Int
    let heldConnections: Int
    let evicted: UInt64

    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    var text: String {
        var text = ""
        func begin(_ name: String, _ type: String, _ help: String) {
            text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
        }
        begin("mishap_requests_total", "counter", "Requests that a session got and that have ended.")
        for (number, count) in counts.requests.enumerated() where count > 0 {
            let labels = labels[number]
            let pairs = [("scenario", labels.scenario), ("rule", labels.rule), ("failure", labels.failure)]
            text += "mishap_requests_total{"
            text += pairs.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",") + "} \(count)\n"
        }
        begin("mishap_endings_total", "counter", "How the exchanges of these requests ended.")
        for end in Self.endings {
            text += "mishap_endings_total{ending=\"\(end)\"} \(counts.endings[Int(end.rawValue)])\n"
        }
        begin("mishap_connections", "gauge", "Connections at this moment, and those of them whose answer is held back.")
        text += "mishap_connections{state=\"open\"} \(openConnections)\n"
        text += "mishap_connections{state=\"held\"} \(heldConnections)\n"
        begin("mishap_journal_evicted_total", "counter", "Journal entries that were dropped for room.")
        text += "mishap_journal_evicted_total \(evicted)\n"
        begin(
            "mishap_request_seconds", "histogram",
            "From the end of a request's head to the first byte of its answer, without those that have a body or a delay."
        )
        var sum: UInt64 = 0
        for (bound, count) in zip(ShardMetrics.Counts.bounds, counts.latencies) {
            sum += count
            text += "mishap_request_seconds_bucket{le=\"\(Self.seconds(bound))\"} \(sum)\n"
        }
        sum += counts.latencies[ShardMetrics.Counts.bounds.count]
        text += "mishap_request_seconds_bucket{le=\"+Inf\"} \(sum)\n"
        text += "mishap_request_seconds_sum \(Self.seconds(counts.latency))\nmishap_request_seconds_count \(sum)\n"
        return text
    }

    private static let endings: [Outcome.End] = [.complete, .closed, .reset, .held, .abandoned, .cancelled]

    /// As in `0.0025`.
    static func seconds(_ time: Nanoseconds) -> String {
        let fraction = String(1_000_000_000 + time % 1_000_000_000).dropFirst()
        let digits = fraction.reversed().drop { $0 == "0" }.reversed()
        return "\(time / 1_000_000_000)" + (digits.isEmpty ? "" : ".") + String(digits)
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "\n": escaped += "\\n"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }
}
