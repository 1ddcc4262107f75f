/// Tells a request of far too many values without making them: a shard that parses ten megabytes of commas into
/// hundreds of megabytes of values answers nobody else meanwhile.
struct RequestBulk {
    private var depth = 0
    private var commas = 0
    /// Between the elements of a batch.
    private var outerCommas = 0
    /// What opens first.
    private var isBatch: Bool?
    private var isInString = false
    private var isEscaped = false

    /// Whether a batch has more elements, or the request more values, than are taken.
    static func isTooMuch(_ body: [UInt8]) -> Bool {
        guard body.count > JSONRPC.maximumBatch else { return false }
        var bulk = RequestBulk()
        for byte in body where bulk.isTooMuch(with: byte) { return true }
        return false
    }

    private mutating func isTooMuch(with byte: UInt8) -> Bool {
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
            if depth == 1, isBatch == true { outerCommas += 1 }
            return commas > JSONRPC.maximumCommas || outerCommas >= JSONRPC.maximumBatch
        default: break
        }
        return false
    }
}
