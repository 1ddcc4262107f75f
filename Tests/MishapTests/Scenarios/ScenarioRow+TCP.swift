/// What the scenarios below `scenarios/tcp` do, without those that need an upload.
extension ScenarioRow {
    static let tcp: [ScenarioRow] = [
        ScenarioRow("tcp/close", "", .closed),
        ScenarioRow(
            "tcp/close-mid-body", json(String(order.prefix(37)), length: 123), .closed),
        // 27 bytes of a head: the date has begun, and four bytes of it are there.
        ScenarioRow("tcp/close-mid-headers", .beginning("HTTP/1.1 200 OK\r\nDate: ", count: 27), .closed),
        // No request body: closed and reset at once.
        ScenarioRow("tcp/close-mid-upload", "", .closed),
        ScenarioRow("tcp/reset", "", .reset),
        ScenarioRow("tcp/reset-mid-body", json(String(order.prefix(37)), length: 123), .reset),
        ScenarioRow("tcp/reset-mid-upload", "", .reset),
        ScenarioRow("tcp/reset-on-first-byte", "", .reset),
        // The head and eight bytes: the second four come a quarter of a second after the first.
        ScenarioRow(
            "tcp/slow", json(String(order.prefix(8)), length: 123), .unfinished(atLeast: .milliseconds(250))),
        ScenarioRow("tcp/stall-mid-body", json(String(order.prefix(37)), length: 123), .held),
        ScenarioRow("tcp/stop-reading", "", .held),
    ]
}
