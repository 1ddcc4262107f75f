/// The shipped scenarios of TCP. Those about uploads get a request without a body here; `UploadTests` sends them one.
enum TCPRows {
    static let all: [ScenarioRow] = [
        HTTPRows.row("tcp/close", "", .closed),
        HTTPRows.row(
            "tcp/close-mid-body", HTTPText.json(String(HTTPRows.order.prefix(37)), length: 123), .closed),
        // 27 bytes of a head: the date has begun, and four bytes of it are there.
        HTTPRows.row("tcp/close-mid-headers", .beginning("HTTP/1.1 200 OK\r\nDate: ", count: 27), .closed),
        // No request body: closed and reset at once.
        HTTPRows.row("tcp/close-mid-upload", "", .closed),
        HTTPRows.row("tcp/reset", "", .reset),
        HTTPRows.row("tcp/reset-mid-body", HTTPText.json(String(HTTPRows.order.prefix(37)), length: 123), .reset),
        HTTPRows.row("tcp/reset-mid-upload", "", .reset),
        HTTPRows.row("tcp/reset-on-first-byte", "", .reset),
        // The head and eight bytes: the second four come a quarter of a second after the first.
        HTTPRows.row(
            "tcp/slow", HTTPText.json(String(HTTPRows.order.prefix(8)), length: 123),
            .unfinished(atLeast: .milliseconds(250))),
        HTTPRows.row("tcp/slow-close", HTTPText.json(HTTPRows.order, length: 123), .closed),
        HTTPRows.row("tcp/stall-mid-body", HTTPText.json(String(HTTPRows.order.prefix(37)), length: 123), .held),
        HTTPRows.row("tcp/stop-reading", "", .held),
    ]
}
