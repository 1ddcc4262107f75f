internal import Bytes
public import JSONText

/// Strings with a syntax of their own. A pattern accepts everything that the loader accepts, and also values that only
/// a calculation can refuse, such as a duration of more than 24 hours.
extension Shape {
    /// A duration; see `DurationText`.
    public static let duration = Shape.form(
        "^[0-9]+(\\.[0-9]+)?(us|ms|s|m|h)$", "A duration has a unit: us, ms, s, m or h, as in \"250ms\".")
    /// A duration greater than 0.
    public static let span = Shape.form(
        "^(?=[0.]*[1-9])[0-9]+(\\.[0-9]+)?(us|ms|s|m|h)$",
        "A duration that is longer than nothing, with its unit: us, ms, s, m or h, as in \"5s\".")
    /// A size; see `SizeText`.
    public static let size = Shape.form(
        "^[0-9]+(\\.[0-9]+)?([KMG]i?)?B$", "A size has a unit: B, KB, MB, GB, KiB, MiB or GiB, as in \"10MB\".")
    /// A number of bytes within bounds, or a size.
    public static func bytes(_ bounds: ClosedRange<Int>) -> Shape { .either([.integer(bounds), size]) }
    /// Bytes of a body, or a share of it.
    public static let bodyPosition = Shape.either([
        .integer(0...SizeText.largest), size,
        .form("^([0-9]{1,2}|0[0-9]{2}|100)%$", "A share of the body is 0% to 100%, in whole percent."),
    ])
    /// The same, or a time after the head.
    public static let cutPosition = Shape.either([bodyPosition, duration])
    public static let base64 = Shape.form(
        "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$", "Padded base64, without spaces.")
    public static let hex = Shape.form(
        "^([0-9A-Fa-f]{2}( ?[0-9A-Fa-f]{2})*)?$", "Two hexadecimal digits for each byte, as in \"00 ff\".")
    /// Characters that are one byte each in Latin-1, and stay within a line.
    public static let latin1Line = Shape.form(
        "^[\\u0001-\\u0009\\u000b\\u000c\\u000e-\\u00ff]*$",
        "Characters up to U+00FF, without CR, LF and NUL.")
    /// A token (RFC 9110, 5.6.2).
    public static let token = Shape.form(
        "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$", "A name of HTTP has no spaces and no separators.")
    public static let path = Shape.form("^/[^?#]*$", "A path begins with \"/\" and has neither a query nor a fragment.")
    public static let pointer = Shape.form("^(/([^~]|~[01])*)?$", "A JSON Pointer, such as \"/items/*/id\".")
    public static let variableName = Shape.form("^[^{}]+$", "A variable's name has no braces.")
    public static let file = Shape.form(
        "^[^/\\\\]+$|(^|/)files/", "A file beside the scenario, or below a folder called \"files\" there.")
    public static let placeholder = Shape.form("\\{\\{", "It has a placeholder, such as {{request.path.id}}.")
    /// A text that becomes part of a line in a head.
    public static let line = Shape([("type", "string"), outsideLines])

    /// Excludes strings with CR, LF or NUL; other types are not affected.
    public static let outsideLines: (String, JSONValue) = ("not", ["type": "string", "pattern": "[\\r\\n\\u0000]"])
}
