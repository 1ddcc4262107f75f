/// Refuses a request with too many values before it is parsed: a shard that parses ten megabytes of commas into
/// hundreds of megabytes of values answers nobody else meanwhile.
struct RequestSizeCheck {
    private var depth = 0
    private var commas = 0
    /// Commas between the elements of a batch.
    private var batchCommas = 0
    /// Whether the first bracket is `[`; nil before any bracket.
    private var isBatch: Bool?
    private var isInString = false
    private var isEscaped = false

    /// Whether a batch has too many elements, or the request too many values.
    static func isTooLarge(_ body: [UInt8]) -> Bool {
        guard body.count > JSONRPC.maximumBatch else { return false }
        var check = RequestSizeCheck()
        for byte in body where check.exceedsLimits(with: byte) { return true }
        return false
    }

    private mutating func exceedsLimits(with byte: UInt8) -> Bool {
        if isInString {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isInString = false
            }
            return false
        }
        switch byte {
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            isBatch = isBatch ?? (byte == UInt8(ascii: "["))
            depth += 1
        case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
        case UInt8(ascii: ","):
            commas += 1
            if depth == 1, isBatch == true { batchCommas += 1 }
            return commas > JSONRPC.maximumCommas || batchCommas >= JSONRPC.maximumBatch
        default: break
        }
        return false
    }
}
