/// The answer that both sides of a comparison give: status, body and fields.
struct StaticReply {
    var status = 420
    var reason: String?
    var contentType = "text/plain"
    var headers: [(name: String, value: String)] = [("Cache-Control", "no-store"), ("X-Gateway", "bench")]
    var body = "Enhance your calm: too many requests from this device."

    /// The `reply` of a step in a scenario.
    var json: String {
        var fields = ["\"status\": \(status)"]
        if let reason { fields.append("\"reason\": \"\(reason)\"") }
        let all = [("Content-Type", contentType)] + headers.map { ($0.name, $0.value) }
        let pairs = all.map { "\"\($0.0)\": \"\($0.1)\"" }.joined(separator: ", ")
        fields.append("\"headers\": { \(pairs) }")
        fields.append("\"text\": \"\(body)\"")
        return "{ \(fields.joined(separator: ", ")) }"
    }
}
