/// The diagnostics of all files of a run, limited per file, so that one file with many errors does not hide those of
/// the others.
public struct DiagnosticBag: Sendable {
    private struct File {
        var kept: [Diagnostic] = []
        var droppedErrors = 0
        var droppedWarnings = 0
    }

    /// The number of diagnostics kept for each file; further ones are only counted.
    public let limit: Int
    private var files: [String: File] = [:]

    public init(limit: Int = 100) { self.limit = max(1, limit) }

    public var errorCount: Int {
        files.values.reduce(0) { $0 + $1.droppedErrors + $1.kept.count { $0.severity == .error } }
    }
    public var warningCount: Int {
        files.values.reduce(0) { $0 + $1.droppedWarnings + $1.kept.count { $0.severity == .warning } }
    }
    /// Looks only at the kept diagnostics: an error is never dropped in favour of a warning.
    public var hasErrors: Bool {
        files.values.contains { $0.kept.contains { $0.severity == .error } }
    }
    public var isEmpty: Bool { files.isEmpty }

    /// The files that have diagnostics, sorted by name.
    public var fileNames: [String] { files.keys.sorted() }

    /// Adds a diagnostic. Once the limit is reached, an error replaces the last warning.
    public mutating func add(_ diagnostic: Diagnostic) {
        var file = files.removeValue(forKey: diagnostic.file) ?? File()
        defer { files[diagnostic.file] = file }
        if file.kept.count < limit {
            file.kept.append(diagnostic)
        } else if diagnostic.severity == .warning {
            file.droppedWarnings += 1
        } else if let warning = file.kept.lastIndex(where: { $0.severity == .warning }) {
            file.kept.remove(at: warning)
            file.kept.append(diagnostic)
            file.droppedWarnings += 1
        } else {
            file.droppedErrors += 1
        }
    }

    public mutating func add(contentsOf other: DiagnosticBag) {
        for (name, file) in other.files {
            for diagnostic in file.kept { add(diagnostic) }
            files[name]?.droppedErrors += file.droppedErrors
            files[name]?.droppedWarnings += file.droppedWarnings
        }
    }

    public mutating func error(
        _ file: String, _ range: Range<Int>, _ message: String, hint: String? = nil
    ) {
        add(Diagnostic(.error, file: file, range: range, message, hint: hint))
    }

    public mutating func warning(
        _ file: String, _ range: Range<Int>, _ message: String, hint: String? = nil
    ) {
        add(Diagnostic(.warning, file: file, range: range, message, hint: hint))
    }

    /// The kept diagnostics of one file, by position, then in the order in which they were added.
    public func diagnostics(of file: String) -> [Diagnostic] {
        let kept = files[file]?.kept ?? []
        return kept.enumerated().sorted { a, b in
            let (x, y) = (a.element.byteRange, b.element.byteRange)
            return (x.lowerBound, x.upperBound, a.offset) < (y.lowerBound, y.upperBound, b.offset)
        }.map(\.element)
    }

    /// All kept diagnostics, by file and position.
    public var all: [Diagnostic] { fileNames.flatMap { diagnostics(of: $0) } }

    /// The number of a file's diagnostics over the limit.
    public func droppedCount(of file: String) -> Int {
        files[file].map { $0.droppedErrors + $0.droppedWarnings } ?? 0
    }
}
