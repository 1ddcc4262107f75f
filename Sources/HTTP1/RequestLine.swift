/// Where the three parts of a request line are, separated by one space each (RFC 9112, 3).
struct RequestLine {
    let methodCount: Int
    let target: Range<Int>
    /// Nil for an unsupported version.
    let minorVersion: Int?

    /// Nil if the line does not have this form. Method and target are not validated.
    ///
    /// - Parameter line: Without its CRLF.
    init?(_ line: UnsafeBufferPointer<UInt8>) {
        let end = line.count - VersionText.count - 1
        guard end > 0, let start = line.baseAddress, unsafe line[end] == 0x20 else { return nil }
        let version = unsafe start + end + 1
        guard unsafe VersionText.isVersion(version), unsafe !line[bytes: 0..<end].hasControl else { return nil }
        var space = 0
        while unsafe line[space] != 0x20 { space += 1 }
        guard space > 0, space < end else { return nil }
        methodCount = space
        target = space + 1..<end
        minorVersion = unsafe VersionText.minorVersion(version)
    }
}
