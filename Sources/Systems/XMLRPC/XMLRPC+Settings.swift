internal import Catalogue

/// What a scenario can ask of the server beyond the specification.
extension XMLRPC {
    var settings: [Setting] {
        [
            Setting(
                "nil", .flag, "Whether <nil/> is taken in calls, and null can be said in results.",
                standard: .flag(false)),
            Setting(
                "i8", .flag, "Whether <i8> is taken in calls, and integers of 64 bits can be said in results.",
                standard: .flag(false)),
        ]
    }

    func with(_ settings: Settings) -> any Dialect {
        var dialect = self
        dialect.extensions = XMLRPCExtensions(nil: settings.flag("nil") ?? false, i8: settings.flag("i8") ?? false)
        return dialect
    }
}
