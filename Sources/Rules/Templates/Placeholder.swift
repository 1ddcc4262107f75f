internal import Bytes
public import JSONText

/// A parsed `{{…}}` of a string.
public struct Placeholder: Sendable, Hashable {
    public enum Source: Sendable, Hashable {
        case method
        /// Path and query, and what came on the line, which may be an absolute URL.
        case target, rawTarget
        case path, body, hit, uuid, url
        /// Position of a path segment, counted from 0.
        case segment(Int)
        case query([UInt8])
        /// Name of a header field in lower case.
        case header([UInt8])
        case cookie([UInt8])
        case form([UInt8])
        case json(JSONPointer)
        case variable(Int)
        /// Number of digits.
        case hex(Int)
        /// How often the item of `chunks` was sent, counted from 1.
        case repetition
        case now(TimeFormat, offset: Int64)
    }

    /// Format of a time: ISO 8601 with milliseconds or with whole seconds, HTTP date, seconds or milliseconds since 1970.
    public enum TimeFormat: String, Sendable, CaseIterable {
        case iso
        case isoSeconds = "iso.s"
        case http, epoch, ms
    }

    /// What is made of the value.
    public enum Form: Sendable, Hashable {
        case value
        /// Its JSON text, as text.
        case json
        /// Its text, whatever its type.
        case text
    }

    public let source: Source
    /// Number within the step; each placeholder has random draws of its own.
    let number: Int
    var form = Form.value
    /// Added to the value, which is an integer; nil for any value as it is.
    var shift: Int64?

    public init(source: Source, number: Int, form: Form = .value, shift: Int64? = nil) {
        self.source = source
        self.number = number
        self.form = form
        self.shift = shift
    }

    func shifted(_ value: TemplateValue) -> TemplateValue { shift.map { value.shifted(by: $0) } ?? value }

    /// The value, shifted, in its form.
    func formed(_ value: TemplateValue) -> TemplateValue {
        switch (form, value) {
        case (.value, _): return value
        case (.text, _): return .text(value.bytes ?? [])
        case (.json, .text(let bytes)):
            var text: [UInt8] = []
            JSONWriter.string(bytes, into: &text)
            return .text(text)
        case (.json, .json(let bytes)): return .text(bytes)
        case (.json, .missing): return .text(Array("null".utf8))
        }
    }

    var readsSecret: Bool {
        switch source {
        case .query(let name), .header(let name), .cookie(let name), .form(let name): SecretNames.occur(in: name.text)
        case .json(let pointer):
            pointer.segments.contains {
                if case .name(let name, _) = $0 { SecretNames.occur(in: name.text) } else { false }
            }
        default: false
        }
    }

    public var readsBody: Bool {
        switch source {
        case .body, .form, .json: true
        default: false
        }
    }

    /// Whether its value depends only on the request and the variables, and not on hits, random draws or time.
    var dependsOnlyOnRequest: Bool {
        switch source {
        case .hit, .uuid, .hex, .now, .repetition: false
        default: true
        }
    }
}
