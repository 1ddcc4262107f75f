internal import Bytes
internal import Wire

extension Parameter {
    /// Whether its value is a number in the widest sense, which placeholders may make.
    package var isNumber: Bool {
        switch kind {
        case .count, .bytes, .bodyPosition, .cutPosition, .duration, .status: true
        case .text, .word, .headers, .json: false
        }
    }

    /// An argument for the checks at load of a number that each request makes anew.
    package var sampleNumber: Argument {
        if let standard { return standard }
        return switch kind {
        case .count(let bounds), .bytes(let bounds): .count(bounds.lowerBound)
        case .status: .count(500)
        case .duration: .duration(limit == .wholeMinutes ? 60_000_000_000 : 1_000_000_000)
        default: .count(0)
        }
    }

    /// The number that a text stands for, as it would be written in `with`; nil if it is none.
    package func number(_ text: String) -> Argument? {
        switch kind {
        case .count(let bounds): count(text, bounds)
        case .status: count(text, 100...999)
        case .bytes(let bounds): bytes(text, bounds)
        case .bodyPosition: share(text) ?? bytes(text, 0...SizeText.largest)
        case .cutPosition: share(text) ?? duration(text) ?? bytes(text, 0...SizeText.largest)
        case .duration: duration(text)
        case .text, .word, .headers, .json: nil
        }
    }

    private func count(_ text: String, _ bounds: ClosedRange<Int>) -> Argument? {
        Int(text).flatMap { bounds.contains($0) ? .count($0) : nil }
    }

    private func bytes(_ text: String, _ bounds: ClosedRange<Int>) -> Argument? {
        if let count = count(text, bounds) { return count }
        guard case .success(let size) = SizeText.bytes(text), bounds.contains(size) else { return nil }
        return .count(size)
    }

    private func share(_ text: String) -> Argument? {
        guard text.last == "%", let percent = Int(text.dropLast()), (0...100).contains(percent) else { return nil }
        return .share(percent)
    }

    private func duration(_ text: String) -> Argument? {
        guard case .success(let time) = DurationText.nanoseconds(text) else { return nil }
        switch limit {
        case .aboveZero where time == 0: return nil
        case .wholeSeconds where time % 1_000_000_000 != 0: return nil
        case .wholeMinutes where time % 60_000_000_000 != 0: return nil
        default: return .duration(time)
        }
    }
}
