public import Wire

extension Reply {
    /// The size in bytes of the longest head that may be sent for it: with a date, and with any Connection field.
    public var longestHead: Int {
        let date = [UInt8](repeating: 0, count: 29)  // RFC 9110, 5.6.7
        let settings = [(1, false), (0, true), (0, false)].map { version, keepAlive in
            HTTP1Head.Setting(date: date, minorVersion: version, keepAlive: keepAlive)
        }
        return settings.reduce(0) { longest, setting in
            var bytes: [UInt8] = []
            HTTP1Head.write(head, resolvedFraming, setting, into: &bytes)
            return max(longest, bytes.count)
        }
    }
}
