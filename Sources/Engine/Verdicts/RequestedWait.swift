internal import Bytes
internal import Wire

/// The time for which an answer asks a client to wait, by a header field such as Retry-After (RFC 9110, 10.2.3).
struct RequestedWait {
    /// Counted from the head of the answer.
    let time: Nanoseconds
    /// As the answer has it.
    let text: String
    let tolerance: Nanoseconds

    /// Numbers from here on are seconds since 1970, as several gateways give them in fields of their own, and not a time of
    /// thirty years.
    private static let leastMoment = 1e9

    /// `head` is an answer's, `name` in lower case. Nil if it has no such field, or one that tells no time.
    init?(_ head: [UInt8], _ name: [UInt8]) {
        guard let value = Self.value(of: name, in: head) else { return nil }
        if let moment = HTTPDate.parse(value) {
            // Relative to the answer's own clock.
            guard let date = Self.value(of: Array("date".utf8), in: head).flatMap({ HTTPDate.parse($0) }) else {
                return nil
            }
            self.init(
                Double(moment - date), "\(value.text) at \(HTTPDate.format(epochSeconds: date).text)", 1_000_000_000)
        } else if let seconds = Double(value.text), seconds >= 0, seconds.isFinite {
            guard seconds >= Self.leastMoment else {
                self.init(seconds, seconds == 1 ? "1 s" : "\(value.text) s", 1_000_000)
                return
            }
            guard let date = Self.value(of: Array("date".utf8), in: head).flatMap({ HTTPDate.parse($0) }) else {
                return nil
            }
            self.init(
                seconds - Double(date),
                "\(value.text), which is \(HTTPDate.format(epochSeconds: Int64(min(seconds, 9e11))).text)",
                1_000_000_000)
        } else {
            return nil
        }
    }

    private init(_ seconds: Double, _ text: String, _ tolerance: Nanoseconds) {
        time = Nanoseconds(min(max(seconds, 0), 9e9) * 1e9)
        self.text = text
        self.tolerance = tolerance
    }

    /// The first value of a field in the last of the heads: interim ones come before it.
    private static func value(of name: [UInt8], in head: [UInt8]) -> ArraySlice<UInt8>? {
        var found: ArraySlice<UInt8>?
        for line in head.split(separator: 0x0A) {
            if line.starts(with: "HTTP/".utf8) { found = nil }
            guard found == nil, let colon = line.firstIndex(of: UInt8(ascii: ":")),
                line[..<colon].lazy.map(\.asciiLowercased).elementsEqual(name)
            else { continue }
            var value = line[(colon + 1)...]
            while let last = value.last, [0x0D, 0x20, 0x09].contains(last) { value = value.dropLast() }
            while let first = value.first, [0x20, 0x09].contains(first) { value = value.dropFirst() }
            found = value
        }
        return found
    }
}
