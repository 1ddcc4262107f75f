/// The beginning of what was sent behind the head of an answer, framing included.
public struct SentBody: Sendable, Hashable {
    public private(set) var bytes: [UInt8] = []
    /// Most bytes that are kept.
    private let most: Int

    public init(most: Int = 16 << 10) { self.most = most }

    /// Takes what was sent next.
    public mutating func append(_ sent: some Collection<UInt8>) {
        if bytes.count < most { bytes += sent.prefix(most - bytes.count) }
    }
}
