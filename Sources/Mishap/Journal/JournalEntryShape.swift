internal import Catalogue
internal import JSONText
internal import Wire

/// The members of a journal entry, for the description of the control API.
enum JournalEntryShape {
    static let fields: [ObjectField] = [
        ObjectField("session", .text, "The id of its session; in the journal of all sessions."),
        ObjectField("seq", count, "The number of the entry in its session, in the order of arrival.", isNeeded: true),
        ObjectField(
            "time", Shape([("type", "string"), ("format", "date-time")]), "When the head was complete.", isNeeded: true),
        ObjectField("connection", count, "The number of the connection; equal for requests on one.", isNeeded: true),
        ObjectField("protocol", .enumeration(["HTTP/1.0", "HTTP/1.1"]), "As the request line says."),
        ObjectField(
            "tls",
            object([
                ObjectField("version", .enumeration(TLSInfo.Version.allCases.map(\.name)), "Of TLS.", isNeeded: true),
                ObjectField("serverName", .text, "The name that the client asked for (SNI)."),
                ObjectField("alpn", .text, "The protocol that was agreed on."),
                ObjectField("resumed", .flag, "Whether it resumed an earlier session.", isNeeded: true),
                ObjectField("clientCertificate", .text, "The subject of the client's, as in RFC 4514."),
            ]), "What was agreed on in the TLS handshake; in the clear there is none."),
        ObjectField("method", .text, "As it was sent."),
        latin1("method"),
        ObjectField("target", .text, "As it was sent, without the session's prefix and without an authority."),
        latin1("target"),
        ObjectField("rawTarget", .text, "As it was sent."),
        latin1("rawTarget"),
        ObjectField("path", .text, "The path of the target, decoded."),
        ObjectField("query", .map(.list(.text)), "The fields of the query, decoded: the values of each name."),
        ObjectField(
            "headers", .list(.list(.text)), "Pairs of name and value, in the order in which they came."),
        latin1("headers"),
        ObjectField(
            "body", .text,
            "At most 16 KiB of it, or as much as the session keeps; all of it if an expectation reads it."),
        ObjectField("bodyEncoding", .enumeration(["base64"]), "Where the body is no UTF-8."),
        ObjectField("bodyBytes", count, "Bytes of the whole body."),
        ObjectField("truncated", count, "The same, where it is not kept whole."),
        ObjectField("json", .anything, "The body, decoded where it was coded, if it is an object or an array of JSON."),
        ObjectField("decoded", .text, "A body with a Content-Encoding, decoded, up to 64 KiB."),
        ObjectField("decodedEncoding", .enumeration(["base64"]), "Where that is no UTF-8."),
        ObjectField(
            "generation", count, "Which of the session's scenarios the rule is of, from 1, once it has had several."),
        ObjectField("rule", nullable("string"), "The rule that answered; null if none did."),
        ObjectField("step", nullable("integer"), "The number of its step, from 1."),
        ObjectField("hit", nullable("integer"), "Which hit of the rule it was, from 1."),
        ObjectField("failure", nullable("string"), "The name of the failure, if the step was one."),
        ObjectField(
            "calls",
            .list(
                object([
                    ObjectField("rule", nullable("string"), "As of a request."),
                    ObjectField("step", nullable("integer"), "As of a request."),
                    ObjectField("hit", nullable("integer"), "As of a request."),
                    ObjectField("failure", nullable("string"), "As of a request."),
                ])), "The calls of a batch, in their order."),
        ObjectField("callsTruncated", count, "How many calls the batch has, where not all are listed."),
        ObjectField("nearest", .text, "The rule that a request came nearest to that none took."),
        ObjectField("differences", .list(.text), "What of the request that rule wants otherwise."),
        ObjectField(
            "received",
            object([
                ObjectField("bytes", count, "How many came.", isNeeded: true),
                ObjectField("text", .text, "The first 256 bytes."),
                ObjectField("base64", .text, "The same, where they are no text."),
            ]), "What came instead of a request."),
        ObjectField(
            "hello",
            object([
                ObjectField("serverName", .text, "The name that it asked for (SNI)."),
                ObjectField("versions", .list(.text), "The versions that it speaks.", isNeeded: true),
                ObjectField("alpn", .list(.text), "The protocols that it offers.", isNeeded: true),
            ]), "What the client's first TLS message said, where no request came."),
        ObjectField("alert", .text, "The client's TLS alert, by its name, where no request came."),
        ObjectField(
            "sent",
            object([
                ObjectField("status", nullable("integer"), "Null if none was sent.", isNeeded: true),
                ObjectField(
                    "head", nullable("string"),
                    "Everything before the body as it was sent, interim heads included; null if nothing was."),
                ObjectField("headEncoding", .enumeration(["base64"]), "Where the head is no UTF-8."),
                ObjectField("headTruncated", count, "Bytes of the whole head, where it is not kept whole."),
                ObjectField(
                    "body", .text,
                    "What followed the head, with its framing, up to 16 KiB; only in the live journal of all sessions."),
                ObjectField("bodyEncoding", .enumeration(["base64"]), "Where that is no UTF-8."),
                ObjectField("bodyTruncated", count, "Bytes of all that followed, where it is more than that."),
                ObjectField("bytes", count, "Bytes passed to the kernel, heads and framing included.", isNeeded: true),
                ObjectField("alert", .text, "The TLS alert that was sent without a request, by its name."),
                ObjectField("firstByteAt", milliseconds, "When the first byte left; null if none did."),
                ObjectField("lastByteAt", milliseconds, "When the last byte left; null while it has not."),
            ]), "What really left.", isNeeded: true),
        ObjectField(
            "ending",
            Shape([
                (
                    "enum",
                    ["complete", "closed", "reset", "held", "abandoned", "cancelled", nil]
                )
            ]), "How it ended; null while it is in flight.", isNeeded: true),
        ObjectField("clientClosed", .flag, "Whether the client had closed its side by then."),
        ObjectField(
            "crossed", .flag,
            "True: it crossed the end of its connection, and got no answer."),
        ObjectField("milliseconds", .number, "From the complete head to the end."),
        ObjectField("notes", .list(.text), "What one should know, in sentences."),
    ]

    private static func latin1(_ name: String) -> ObjectField {
        ObjectField(
            name + "Encoding", .enumeration(["latin1"]), "Where it is no UTF-8: then it has a character for each byte.")
    }

    private static let count = Shape([("type", "integer"), ("minimum", 0)])

    /// From the complete head.
    private static let milliseconds = Shape([("type", ["number", "null"])])

    private static func nullable(_ type: String) -> Shape { Shape([("type", [.string(type), "null"])]) }

    private static func object(_ fields: [ObjectField]) -> Shape {
        Shape([
            ("type", "object"), ("properties", .object(fields.map { ($0.name, $0.json) })),
            ("required", .array(fields.filter(\.isNeeded).map { .string($0.name) })),
        ])
    }
}
