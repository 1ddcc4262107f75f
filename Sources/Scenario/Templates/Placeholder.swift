internal import Bytes
internal import JSONText

/// A `{{…}}` of a string, made ready to be looked up.
struct Placeholder: Sendable, Hashable {
    enum Source: Sendable, Hashable {
        case method, target, body, hit, uuid, url
        /// A segment of the path, counted from 0.
        case path(Int)
        case query([UInt8])
        /// In lower case.
        case header([UInt8])
        case cookie([UInt8])
        case form([UInt8])
        case json(JSONPointer)
        case variable(Int)
        /// So many digits.
        case hex(Int)
        case now(TimeFormat, offset: Int64)
    }

    /// How a moment is written.
    enum TimeFormat: String, Sendable, CaseIterable {
        case iso, http, epoch, ms
    }

    let source: Source
    /// Its number within the step: what it draws is its own.
    let number: Int

    /// Whether it has to wait for the request's body.
    var readsBody: Bool {
        switch source {
        case .body, .form, .json: true
        default: false
        }
    }

    /// Whether it comes to the same for the same request, whatever was before.
    var dependsOnlyOnRequest: Bool {
        switch source {
        case .hit, .uuid, .hex, .now: false
        default: true
        }
    }
}
