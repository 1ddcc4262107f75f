internal import JSONText

/// The number of errors and warnings in the loaded files, as text.
struct LoadSummary {
    private let errorCount: Int
    private let warningCount: Int
    private let fileCount: Int

    init(_ diagnostics: DiagnosticBag) {
        errorCount = diagnostics.errorCount
        warningCount = diagnostics.warningCount
        fileCount = diagnostics.fileNames.count { file in
            diagnostics.diagnostics(of: file).contains { $0.severity == .error }
        }
    }

    /// For example "3 errors in 2 files".
    var errors: String {
        errorCount == 0 ? "no errors" : "\(Self.many(errorCount, "error")) in \(Self.many(fileCount, "file"))"
    }

    /// For example ", 2 warnings"; empty without warnings.
    var warnings: String { warningCount == 0 ? "" : ", \(Self.many(warningCount, "warning"))" }

    /// "1 file", "2 files".
    static func many(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}
