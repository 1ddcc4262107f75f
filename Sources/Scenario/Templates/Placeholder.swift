internal import Bytes
internal import JSONText

/// A parsed `{{…}}` of a string.
struct Placeholder: Sendable, Hashable {
    enum Source: Sendable, Hashable {
        case method, target, path, body, hit, uuid, url
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
        case now(TimeFormat, offset: Int64)
    }

    /// Format of a time: ISO 8601, HTTP date, seconds or milliseconds since 1970.
    enum TimeFormat: String, Sendable, CaseIterable {
        case iso, http, epoch, ms
    }

    let source: Source
    /// Number within the step; each placeholder has random draws of its own.
    let number: Int

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

    var readsBody: Bool {
        switch source {
        case .body, .form, .json: true
        default: false
        }
    }

    /// Whether its value depends only on the request and the variables, and not on hits, random draws or time.
    var dependsOnlyOnRequest: Bool {
        switch source {
        case .hit, .uuid, .hex, .now: false
        default: true
        }
    }
}
