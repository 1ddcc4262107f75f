internal import Bytes
internal import JSONText
internal import Wire

/// Bytes, shares of a body, and rates, which are written in the same way everywhere.
extension FileReader {
    /// A number of bytes: a number, or a size such as `"10KB"`.
    func byteCount(_ node: JSONNode, _ what: String, _ bounds: ClosedRange<Int>) -> Int? {
        guard let text = node.string else {
            if node.number == nil {
                wrongType(node, what, "a number of bytes, or a size such as \"10KB\"")
                return nil
            }
            return count(node, what, bounds)
        }
        if let other = otherUnit(text) {
            error(node.range, "\(what) is a number of bytes, and \"\(text.shown)\" is \(other)")
            return nil
        }
        switch SizeText.bytes(text) {
        case .failure(let failure):
            error(node.range, failure.message)
            return nil
        case .success(let size):
            guard bounds.contains(size) else {
                error(node.range, "\(what) must be from \(bounds.lowerBound) to \(bounds.upperBound) bytes")
                return nil
            }
            return size
        }
    }

    /// Bytes of a body, a share of it such as `"50%"`, or a time such as `"2s"`.
    func cutPosition(_ node: JSONNode, _ what: String) -> Cut.Position? {
        guard let text = node.string else { return bodyPosition(node, what) }
        switch DurationText.nanoseconds(text) {
        case .success(let time): return .time(time)
        case .failure(.missingUnit):
            error(
                node.range, "\"\(text.shown)\" has no unit",
                hint: "it is \(text.shown) or \"\(text.shown)B\" for bytes, \"\(text.shown)%\" or \"\(text.shown)s\"")
            return nil
        case .failure(let failure) where ["s", "m", "h"].contains(text.last):
            error(node.range, failure.message)
            return nil
        case .failure: return bodyPosition(node, what)
        }
    }

    /// Bytes of a body, or a share of it such as `"50%"`.
    func bodyPosition(_ node: JSONNode, _ what: String) -> Cut.Position? {
        if let text = node.string {
            if let percent = Self.percent(text) { return .percent(percent) }
            if text.hasSuffix("%") {
                error(
                    node.range, "\"\(text.shown)\" is not a share", hint: "it is \"0%\" to \"100%\", in whole percent")
                return nil
            }
            if case .success = DurationText.nanoseconds(text) {
                error(node.range, "\(what) is bytes of the body, or a share of it, and \"\(text.shown)\" is a time")
                return nil
            }
        }
        return byteCount(node, what, 0...SizeText.largest).map { .bytes($0) }
    }

    /// What the text is if it has a unit other than bytes.
    private func otherUnit(_ text: String) -> String? {
        if case .success = DurationText.nanoseconds(text) { return "a time" }
        return Self.percent(text) == nil ? nil : "a share"
    }

    /// 0 to 100.
    private static func percent(_ text: String) -> Int? {
        let digits = text.dropLast()
        guard text.last == "%", (1...3).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let percent = Int(digits), percent <= 100
        else { return nil }
        return percent
    }

    /// Bytes a second, such as `"5KB/s"`: ten writes a second, or fewer of one byte each below ten bytes a second.
    func rate(_ node: JSONNode, _ what: String) -> Pace? {
        guard let text = string(node, what) else { return nil }
        guard text.hasSuffix("/s") else {
            error(
                node.range, "\(what) is \"\(text.shown)\", which is not a rate",
                hint: "it is bytes a second, such as \"5KB/s\", or { \"bytes\": 16, \"every\": \"10ms\" }")
            return nil
        }
        switch SizeText.bytes(String(text.dropLast(2))) {
        case .failure(let failure):
            error(node.range, failure.message, hint: "a rate is bytes a second, such as \"5KB/s\"")
            return nil
        case .success(0):
            error(node.range, "\(what) must be at least 1B/s")
            return nil
        case .success(let rate): return Pace(bytesPerSecond: rate)
        }
    }
}
