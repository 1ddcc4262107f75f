internal import Bytes

/// A second as the `Date` field says it, written once for all answers of that second. One
/// for each shard.
final class DateText {
    private(set) var second = Int64.min
    /// The field's value.
    private(set) var bytes: [UInt8] = []
    /// The same with a NUL behind it.
    private(set) var text: [CChar] = []

    func move(to second: Int64) {
        guard second != self.second else { return }
        self.second = second
        bytes = HTTPDate.format(epochSeconds: second)
        text = bytes.map { CChar(bitPattern: $0) } + [0]
    }
}
