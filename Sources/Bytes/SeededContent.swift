public struct SeededContent: Sendable {
    public init(key: UInt64, count: Int) {}
    public func bytes(_ range: Range<Int>) -> [UInt8] { [] }
}
