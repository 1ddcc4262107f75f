/// The last word of a request line (RFC 9112, 2.3).
package enum VersionText {
    /// Whether it is such as `HTTP/1.1`, with one digit on each side, whatever the numbers.
    package static func isVersion(_ word: some Collection<UInt8>) -> Bool {
        guard word.count == 8, word.starts(with: "HTTP/".utf8) else { return false }
        return zip(word.dropFirst(5), [true, false, true]).allSatisfy { byte, isDigit in
            isDigit ? (0x30...0x39).contains(byte) : byte == UInt8(ascii: ".")
        }
    }
}
