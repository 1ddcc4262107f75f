internal import Bytes
package import JSONText

/// Describes a setting of a system: its valid values and its default.
package struct SettingText {
    private let setting: Setting

    package init(_ setting: Setting) { self.setting = setting }

    /// For example `array or string; default "array"`.
    package var bounds: String { "\(type); default \(String(decoding: json.bytes(), as: UTF8.self))" }

    package var type: String {
        switch setting.kind {
        case .flag: "true or false"
        case .word(let words): ListText.or(words)
        case .text: "text"
        case .number(let range): "\(range.lowerBound) to \(range.upperBound)"
        case .bytes(let range): "\(range.lowerBound) to \(range.upperBound) bytes, or a size, such as \"10MB\""
        case .object: "a JSON object"
        case .json: "any JSON"
        case .state(let words): words
        }
    }

    /// The default as it would be written in a scenario.
    package var json: JSONValue {
        switch setting.standard {
        case .flag(let flag): .bool(flag)
        case .text(let text): .string(text)
        case .number(let number): .int(Int64(number))
        case .object(let text), .json(let text): (try? JSONParser.parse(text).get()).map { JSONValue($0) } ?? .null
        case .state: .object([])
        }
    }
}
