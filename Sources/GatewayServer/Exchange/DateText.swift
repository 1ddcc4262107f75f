internal import Bytes

/// The value of the `Date` field for a second, rendered once for all answers of that second. Each shard has one.
final class DateText {
    private(set) var second = Int64.min
    /// The field's value.
    private(set) var bytes: [UInt8] = []
    /// The same, with a NUL after it.
    private(set) var text: [CChar] = []

    func move(to second: Int64) {
        guard second != self.second else { return }
        self.second = second
        bytes = HTTPDate.format(epochSeconds: second)
        text = bytes.map { CChar(bitPattern: $0) } + [0]
    }
}
