/// The scenario files of one load, by scenario name, so that one can extend another in any folder.
struct FileTable {
    struct File {
        let path: String
        /// Whether the file by itself has no errors. For a file that extends another: whether `extends` is a string.
        let isValid: Bool
        /// Name of the scenario that it extends.
        let extends: String?
    }

    private var files: [String: File] = [:]

    subscript(name: String) -> File? { files[name] }

    /// In alphabetical order.
    var names: [String] { files.keys.sorted() }

    mutating func add(_ name: String, _ path: String, isValid: Bool, extends: String? = nil) {
        files[name] = File(path: path, isValid: isValid, extends: extends)
    }
}
