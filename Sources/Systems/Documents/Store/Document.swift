internal import Wire

/// A document of the store: what it holds, and what is known of it. Another content is another document.
struct Document: Sendable {
    let content: [UInt8]
    /// Its Content-Type.
    let type: [UInt8]
    /// The number of the change that made it, from which its entity tag is drawn.
    let number: UInt64
    /// Milliseconds since 1970.
    let created: Int64
    let modified: Int64
    var properties = DeadProperties()
    /// What a GET of it gets, once somebody asked.
    var served: ServedDocument?

    /// Bytes that it takes of what the store may hold.
    var bytes: Int { content.count + properties.bytes }
}

/// The answer to a GET, made once for a document and shared by all that hold it.
final class ServedDocument: Sendable {
    let reply: Reply
    /// The same laid out, where it was worth it.
    let script: WireScript?

    init(_ reply: Reply, number: UInt64?) {
        self.reply = reply
        script = number.map { reply.script(number: $0) }
    }
}
