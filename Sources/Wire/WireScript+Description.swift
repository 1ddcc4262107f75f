extension WireScript: CustomStringConvertible {
    /// One line for each action, for golden tests and for `explain`.
    public var description: String {
        var lines: [String] = []
        switch upload {
        case .read: break
        case .readWithoutContinue: lines.append("upload: read, never 100 Continue")
        case .paced(let pace): lines.append("upload: read\(pace.text)")
        case .pause(let after, let time):
            lines.append("upload: \(after) bytes, nothing for \(time.durationText), then the rest")
        case .pauseAtShare(let percent, let time):
            lines.append("upload: \(percent)% of its length, nothing for \(time.durationText), then the rest")
        case .interrupt(let after): lines.append("upload: \(after) bytes, then no more")
        case .interruptAtShare(let percent): lines.append("upload: \(percent)% of its length, then no more")
        }
        lines += actions.map(\.description)
        lines.append(ending.description)
        return lines.joined(separator: "\n")
    }
}

extension WirePlan: CustomStringConvertible {
    public var description: String {
        (delay > 0 ? "wait \(delay.durationText)\n" : "") + script.description
    }
}

extension Ending: CustomStringConvertible {
    public var description: String {
        let isPauseOwn = act == .reset && pause != Self.standardPause
        return "\(act.rawValue) \(scope.rawValue)" + (isPauseOwn ? ", pause \(pause.durationText)" : "")
            + closeNotify.text
    }
}

extension Ending.CloseNotify {
    fileprivate var text: String {
        switch self {
        case .sent: ""
        case .missing: ", no close_notify"
        case .beforeData: ", data behind the close_notify"
        }
    }
}

extension WireAction: CustomStringConvertible {
    public var description: String {
        switch self {
        case .wait(let time): "wait \(time.durationText)"
        case .interim(let head, let count): "interim \(head)" + (count == 1 ? "" : " ×\(count)")
        case .head(let head, let framing, let extent, let pace):
            "head \(head) \(framing.text)" + extent.text + (pace?.text ?? "")
        case .content(let content, let pace): "content \(content)" + (pace?.text ?? "")
        case .endOfContent(let trailers):
            "end of content" + (trailers.isEmpty ? "" : " " + trailers.map(\.description).joined(separator: ", "))
        case .limit(let time, .end(let ending)): "after \(time.durationText): \(ending)"
        case .limit(let time, .pause(let pause)): "after \(time.durationText): wait \(pause.durationText)"
        case .made(_, let pace): "parts that are made" + (pace.map { " \($0)" } ?? "")
        case .contentLimit(let count, let interruption): "after \(count) more bytes of body: \(interruption)"
        case .raw(let bytes): "raw \(Content.bytes(bytes))"
        }
    }
}

extension ResponseHead: CustomStringConvertible {
    public var description: String {
        let line =
            if let statusLine { Content.bytes(statusLine).description } else {
                "\(status)" + (reason.map { " " + Content.bytes($0).description } ?? "")
            }
        let list = fields.map(\.description).joined(separator: ", ")
        return line + " [" + list + "]" + (isExact ? " exact" : "")
    }
}

extension HeaderField: CustomStringConvertible {
    public var description: String {
        name.isEmpty
            ? Content.bytes(value).description
            : String(decoding: name, as: UTF8.self) + ": " + Content.bytes(value).unquoted
    }
}

extension Content: CustomStringConvertible {
    public var description: String {
        switch self {
        case .bytes: "\(count) \"\(unquoted)\""
        case .seeded(_, let range): "\(count) seeded bytes from \(range.lowerBound)"
        }
    }

    /// The first 120 bytes as text, with escapes for everything that is not printable ASCII.
    fileprivate var unquoted: String {
        var text = ""
        for byte in bytes(0..<min(count, 120)) {
            switch byte {
            case 0x0D: text += "\\r"
            case 0x0A: text += "\\n"
            case 0x22, 0x5C: text += "\\" + String(UnicodeScalar(byte))
            case 0x20..<0x7F: text += String(UnicodeScalar(byte))
            default: text += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
        return count > 120 ? text + "…" : text
    }
}

extension Framing {
    fileprivate var text: String {
        switch self {
        case .length(let count): "length \(count)"
        case .chunked: "chunked"
        case .close: "until close"
        case .none: "no body"
        case .asGiven: "framed as given"
        case .written(.length): "framed as given, the body as it is"
        case .written(.chunked): "framed as given, the body in chunks"
        case .written(.close): "framed as given, the body up to the close"
        }
    }
}

extension HeadExtent {
    fileprivate var text: String {
        switch self {
        case .whole: ""
        case .upTo(.statusLine): ", status line only"
        case .upTo(.byte(let count)): ", first \(count) bytes"
        case .upTo(.fieldByte(let count)): ", first \(count) bytes of fields"
        case .from(.statusLine): ", all but the status line"
        case .from(.byte(let count)): ", all but the first \(count) bytes"
        case .from(.fieldByte(let count)): ", all but the first \(count) bytes of fields"
        }
    }
}

extension Pace {
    fileprivate var text: String {
        let size = isSeeded ? "\(bytes) to \(largest)" : "\(bytes)"
        return ", \(size) bytes every \(interval.durationText)"
    }
}

extension Nanoseconds {
    /// The time as a whole number of the largest possible unit: `1s`, `250ms`, `10us`, `5ns`.
    public var durationText: String {
        if self >= 1_000_000_000, self % 1_000_000_000 == 0 { return "\(self / 1_000_000_000)s" }
        if self >= 1_000_000, self % 1_000_000 == 0 { return "\(self / 1_000_000)ms" }
        if self >= 1_000, self % 1_000 == 0 { return "\(self / 1_000)us" }
        return "\(self)ns"
    }
}
