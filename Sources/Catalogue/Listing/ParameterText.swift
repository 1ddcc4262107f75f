internal import Bytes
package import JSONText

/// Describes a parameter of `with`: its valid values and its default.
package struct ParameterText {
    private let parameter: Parameter

    package init(_ parameter: Parameter) { self.parameter = parameter }

    /// For example "close, reset or stall; default close".
    package var bounds: String {
        let rest = parameter.form == nil ? standard.map { "default \($0)" } : "has to be given"
        return [type, rest].compactMap(\.self).joined(separator: "; ")
    }

    /// Its valid values.
    package var type: String {
        switch parameter.kind {
        case .integer: "any integer"
        case .count(let range): "\(range.lowerBound) to \(range.upperBound)"
        case .bytes(let range): "\(range.lowerBound) to \(range.upperBound), or a size, such as \"10KB\""
        case .bodyPosition: "bytes, a size, such as \"10KB\", or a share, such as \"50%\""
        case .cutPosition: "bytes, a size, such as \"10KB\", a share, such as \"50%\", or a time, such as \"2s\""
        case .duration where parameter.limit == .wholeMinutes: "a duration, such as \"5m\""
        case .duration where parameter.limit == .wholeSeconds: "a duration, such as \"30s\""
        case .duration: "a duration, such as \"250ms\""
        case .text: "text"
        case .word(let words): ListText.or(words)
        case .status: "100 to 999"
        case .headers: "an object of names and values"
        case .json:
            switch parameter.limit {
            case .texts: "a list of texts"
            case .integerOrText: "an integer of 32 bits or a text"
            default: "any JSON"
            }
        }
    }

    private var standard: String? {
        switch parameter.standard {
        case .count(let count): "\(count)"
        case .share(let percent): "\(percent)%"
        case .duration(let time): Self.duration(time)
        case .text(let text): text
        case .headers, .json, nil: nil
        }
    }

    /// The default as it would be written in a scenario.
    package var json: JSONValue? {
        switch parameter.standard {
        case .count(let count): .int(Int64(count))
        case .share(let percent): .string("\(percent)%")
        case .duration(let time): .string(Self.duration(time))
        case .text(let text): .string(text)
        // Only of one that a scenario must give: others are much to read.
        case .json(let text) where parameter.form != nil: (try? JSONParser.parse(text).get()).map { JSONValue($0) }
        case .headers, .json, nil: nil
        }
    }

    /// A whole number of the largest possible unit, such as "10ms".
    package static func duration(_ nanoseconds: UInt64) -> String {
        let units: [(UInt64, String)] = [
            (3_600_000_000_000, "h"), (60_000_000_000, "m"), (1_000_000_000, "s"), (1_000_000, "ms"),
        ]
        for (unit, name) in units where nanoseconds > 0 && nanoseconds % unit == 0 {
            return "\(nanoseconds / unit)\(name)"
        }
        return "\(nanoseconds / 1_000)us"
    }
}
