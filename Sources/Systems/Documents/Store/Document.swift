internal import Wire

/// A document: its content and its properties. Saving other content makes another document.
struct Document: Sendable {
    let content: [UInt8]
    /// The Content-Type.
    let type: [UInt8]
    /// The number of the change that created it, from which its entity tag is drawn.
    let number: UInt64
    /// Milliseconds since 1970.
    let created: Int64
    let modified: Int64
    var properties = DeadProperties()
    /// The answer to a GET; nil before the first one.
    var served: ServedDocument?

    /// Bytes that count towards the store's limit.
    var bytes: Int { content.count + properties.bytes }
}

/// The answer to a GET, built once for a document and shared by all copies of it.
final class ServedDocument: Sendable {
    let reply: Reply
    /// The reply as a script; nil for a document that is too large for that.
    let script: WireScript?

    init(_ reply: Reply, number: UInt64?) {
        self.reply = reply
        script = number.map { reply.script(number: $0) }
    }
}
