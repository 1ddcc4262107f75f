/// What a regular expression for whole paths requires of their segments, so that the index finds its rules: a rule whose
/// segments differ from those of a request is not tried.
///
/// Only what is certain is derived: literal segments, and segments that are one segment whatever they match. The rest of
/// the expression, from the first part on that may match a slash or is not understood, is any rest of a path.
public struct PathExpression {
    private let pattern: [UInt8]
    private var index: Int
    private var segments: [PathTemplate.Segment] = []

    /// A template that matches every path which the expression matches whole; nil if it says nothing of them.
    public static func template(_ pattern: [UInt8]) -> PathTemplate? {
        guard let hasAlternatives = hasAlternatives(pattern), !hasAlternatives else { return nil }
        var reading = PathExpression(pattern: pattern, index: pattern.first == UInt8(ascii: "^") ? 1 : 0)
        guard reading.index < pattern.count, reading.take(UInt8(ascii: "/")) else { return nil }
        while reading.readSegment() {}
        return reading.segments == [.rest] ? nil : PathTemplate(segments: reading.segments)
    }

    private init(pattern: [UInt8], index: Int) { (self.pattern, self.index) = (pattern, index) }

    /// Whether there is a `|` outside of all groups; nil if that cannot be told.
    private static func hasAlternatives(_ pattern: [UInt8]) -> Bool? {
        var (depth, isInClass) = (0, false)
        var index = 0
        while index < pattern.count {
            switch pattern[index] {
            case UInt8(ascii: "\\"):
                // \Q and \E tell what is literal, and \c takes the byte behind it.
                if index + 1 < pattern.count, "QEc".utf8.contains(pattern[index + 1]) { return nil }
                index += 1
            // [:digit:] and its like end with a bracket that does not end the class.
            case UInt8(ascii: "[") where isInClass: return nil
            case UInt8(ascii: "["):
                isInClass = true
                // A bracket at the beginning is one of the class.
                if index + 1 < pattern.count, pattern[index + 1] == UInt8(ascii: "^") { index += 1 }
                if index + 1 < pattern.count, pattern[index + 1] == UInt8(ascii: "]") { index += 1 }
            case UInt8(ascii: "]"): isInClass = false
            case UInt8(ascii: "(") where !isInClass:
                // (?x), (*VERB) and their like may change what follows.
                let next = index + 1 < pattern.count ? pattern[index + 1] : 0
                let isPlain = next != UInt8(ascii: "*") && next != UInt8(ascii: "?")
                let isGroup = pattern[index...].starts(with: "(?:".utf8)
                guard isPlain || isGroup else { return nil }
                depth += 1
            case UInt8(ascii: ")") where !isInClass:
                depth -= 1
                if depth < 0 { return nil }
            case UInt8(ascii: "|") where !isInClass && depth == 0: return true
            default: break
            }
            index += 1
        }
        return depth == 0 && !isInClass ? false : nil
    }

    /// One item of a segment.
    private enum Item {
        case literal(UInt8)
        /// Something that matches at least a byte, and no slash.
        case variable
        /// It may match a slash, or is not understood.
        case unknown
    }

    /// Reads a segment up to the slash behind it; false if it was the last one.
    private mutating func readSegment() -> Bool {
        var literal: [UInt8] = []
        var (isLiteral, isCertain) = (true, false)
        while index < pattern.count {
            let start = index
            if pattern[index] == UInt8(ascii: "$"), index == pattern.count - 1 {
                index += 1
                break
            }
            if takeSlash() {
                // A slash that is repeated or optional separates nothing for certain.
                guard index == pattern.count || !Self.isQuantifier(pattern[index]) else { return end() }
                return add(literal, isLiteral, isCertain) && true
            }
            let item = readItem()
            if case .unknown = item { return end() }
            let quantity = readQuantifier()
            switch item {
            case .literal(let byte) where quantity == .one:
                literal.append(byte)
                isCertain = true
            case .literal, .variable:
                isLiteral = false
                if quantity != .maybeNone { isCertain = true }
            case .unknown: break
            }
            guard index > start else { return end() }
        }
        _ = add(literal, isLiteral, isCertain)
        return false
    }

    /// The segment is read; true if another one may follow.
    private mutating func add(_ literal: [UInt8], _ isLiteral: Bool, _ isCertain: Bool) -> Bool {
        // In canonical paths a percent sign is escaped.
        if isLiteral, !literal.contains(UInt8(ascii: "%")) {
            segments.append(.literal(literal))
            return true
        }
        // Empty segments are none of a template's.
        guard isCertain else { return end() }
        segments.append(.one)
        return true
    }

    private mutating func end() -> Bool {
        segments.append(.rest)
        index = pattern.count
        return false
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard index < pattern.count, pattern[index] == byte else { return false }
        index += 1
        return true
    }

    private mutating func takeSlash() -> Bool {
        if take(UInt8(ascii: "/")) { return true }
        guard pattern[index...].starts(with: "\\/".utf8) else { return false }
        index += 2
        return true
    }

    private mutating func readItem() -> Item {
        let byte = pattern[index]
        index += 1
        switch byte {
        case UInt8(ascii: "\\"):
            guard index < pattern.count else { return .unknown }
            let escaped = pattern[index]
            index += 1
            switch escaped {
            case UInt8(ascii: "d"), UInt8(ascii: "w"): return .variable
            case _ where escaped < 0x80 && !escaped.isASCIILetterOrDigit: return .literal(escaped)
            default: return .unknown
            }
        case UInt8(ascii: "["): return readClass() ? .variable : .unknown
        case UInt8(ascii: "("): return readGroup() ? .variable : .unknown
        case _ where ".^$|)*+?{}]#".utf8.contains(byte) || byte <= 0x20 || byte >= 0x80: return .unknown
        default: return .literal(byte)
        }
    }

    private enum Quantity { case one, some, maybeNone }

    private static func isQuantifier(_ byte: UInt8) -> Bool { "*+?{".utf8.contains(byte) }

    private mutating func readQuantifier() -> Quantity {
        guard index < pattern.count, Self.isQuantifier(pattern[index]) else { return .one }
        var quantity = pattern[index] == UInt8(ascii: "+") ? Quantity.some : .maybeNone
        if pattern[index] == UInt8(ascii: "{") {
            let body = pattern[(index + 1)...].prefix { $0 != UInt8(ascii: "}") }
            let bounds = body.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            let isQuantifier =
                body.endIndex < pattern.count && bounds.count <= 2 && bounds.first?.isEmpty == false
                && bounds.allSatisfy { $0.allSatisfy { (0x30...0x39).contains($0) } }
            // A brace of another kind is read as an item, which is not understood.
            guard isQuantifier, let least = bounds.first else { return .some }
            quantity = least.allSatisfy { $0 == 0x30 } ? .maybeNone : .some
            index = body.endIndex
        }
        index += 1
        // Lazy or possessive.
        if index < pattern.count, pattern[index] == UInt8(ascii: "?") || pattern[index] == UInt8(ascii: "+") {
            index += 1
        }
        return quantity
    }

    /// Reads a class; true if it certainly has no slash.
    private mutating func readClass() -> Bool {
        let isNegated = take(UInt8(ascii: "^"))
        var (hasSlash, isFirst) = (false, true)
        var last: UInt8?
        while index < pattern.count {
            let byte = pattern[index]
            index += 1
            if byte == UInt8(ascii: "]"), !isFirst { return isNegated == hasSlash }
            isFirst = false
            switch byte {
            case UInt8(ascii: "["): return false
            case UInt8(ascii: "\\"):
                guard index < pattern.count else { return false }
                let escaped = pattern[index]
                index += 1
                if escaped == UInt8(ascii: "/") { hasSlash = true }
                let isKnown = "dw".utf8.contains(escaped) || escaped < 0x80 && !escaped.isASCIILetterOrDigit
                guard isKnown else { return false }
                // Of a range that begins with it, which is not understood.
                last = escaped
            case UInt8(ascii: "-") where last != nil && index < pattern.count && pattern[index] != UInt8(ascii: "]"):
                guard let low = last, pattern[index].isASCIILetterOrDigit, low.isASCIILetterOrDigit else {
                    return false
                }
                // Between letters and digits there is no slash.
                index += 1
                last = nil
            default:
                if byte == UInt8(ascii: "/") { hasSlash = true }
                last = byte
            }
        }
        return false
    }

    /// Reads a group of literal alternatives, of which none is empty; true if it is such.
    private mutating func readGroup() -> Bool {
        if pattern[index...].starts(with: "?:".utf8) { index += 2 }
        let body = pattern[index...].prefix { $0 != UInt8(ascii: ")") }
        guard body.endIndex < pattern.count else { return false }
        index = body.endIndex + 1
        let alternatives = body.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
        return alternatives.allSatisfy { alternative in
            !alternative.isEmpty && alternative.allSatisfy { $0.isASCIILetterOrDigit || $0 == 0x2D || $0 == 0x5F }
        }
    }
}

extension UInt8 {
    fileprivate var isASCIILetterOrDigit: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }
}
