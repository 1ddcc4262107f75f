/// A reply of which only the content is made for each request: all else was laid out at load.
///
/// What a transport prepares for such an answer can be kept, as for a script that was made at load.
public final class ReplyLayout: Sendable {
    private let head: ResponseHead
    private let number: UInt64
    private let mayContainPaths: Bool

    /// Nil for a reply that is more than a head and a body of a known length, which is sent at once.
    ///
    /// - Parameter number: Unique among the layouts and the scripts that are made at load.
    public init?(_ reply: Reply, number: UInt64) {
        guard number != 0, reply.hasNothingRare, reply.body.count == 1, reply.body[0].delay == 0,
            case .length = reply.resolvedFraming
        else { return nil }
        head = reply.head
        self.number = number
        mayContainPaths = PathPrefix.appliesTo(reply.head)
    }

    /// The answer with this content.
    public func script(_ content: [UInt8]) -> WireScript {
        let head = WireAction.head(head, .length(content.count))
        return WireScript(
            actions: content.isEmpty
                ? [head, .endOfContent()] : [head, .content(.bytes(content)), .endOfContent()],
            layout: number, mayContainPaths: mayContainPaths)
    }
}
