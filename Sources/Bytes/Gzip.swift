/// Writes gzip files in their simplest form, without compression, so that a fault can damage exactly one part of a file
/// that is otherwise known to be valid.
public enum Gzip {
    /// The content in stored blocks (RFC 1951, section 3.2.4) between a header and a trailer (RFC 1952, section 2.3),
    /// without a name and a time, with "unknown" as the operating system.
    public static func stored(_ content: [UInt8]) -> [UInt8] {
        var result: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
        result.reserveCapacity(content.count + content.count / largestBlock * 5 + 32)
        var start = 0
        repeat {
            let count = min(largestBlock, content.count - start)
            result.append(start + count == content.count ? 1 : 0)
            append(UInt32(count), bytes: 2, to: &result)
            append(~UInt32(count), bytes: 2, to: &result)
            result.append(contentsOf: content[start..<start + count])
            start += count
        } while start < content.count
        append(CRC32.checksum(content), bytes: 4, to: &result)
        append(UInt32(truncatingIfNeeded: content.count), bytes: 4, to: &result)
        return result
    }

    /// The size of the file that `stored` makes of `count` bytes of content.
    public static func storedCount(of count: Int) -> Int {
        18 + count + 5 * max(1, (count + largestBlock - 1) / largestBlock)
    }

    private static let largestBlock = 65_535

    private static func append(_ value: UInt32, bytes: Int, to result: inout [UInt8]) {
        for index in 0..<bytes {
            result.append(UInt8(truncatingIfNeeded: value >> UInt32(8 * index)))
        }
    }
}
