/// The versions of libmicrohttpd that all tests run with before each release. Any other is tested at start, and used if
/// it passes the self-test.
public enum LibraryVersions {
    public static let tested = ["0.9.75", "1.0.1", "1.0.10"]

    /// Whether a version, as in `1.0.1`, is one of them.
    public static func isTested(_ version: String) -> Bool { tested.contains(version) }

    /// A warning for users about a version that passed the self-test and is not one of the tested ones; nil for those.
    public static func warning(for version: String) -> String? {
        guard !isTested(version) else { return nil }
        return
            "libmicrohttpd \(version) is not one of the versions that Mishap is tested with (\(words)); it passed the self-test"
    }

    /// The tested versions as "a, b and c".
    static var words: String { tested.dropLast().joined(separator: ", ") + " and " + (tested.last ?? "") }
}
