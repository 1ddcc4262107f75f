/// The scenarios that are loaded together, so that one of them can extend another, wherever it lies.
struct ScenarioFiles {
    struct File {
        let path: String
        /// Whether nothing is wrong with it as it stands.
        let isValid: Bool
        /// What it extends itself.
        let extends: String?
    }

    private var files: [String: File] = [:]

    subscript(name: String) -> File? { files[name] }

    /// In their order.
    var names: [String] { files.keys.sorted() }

    mutating func add(_ name: String, _ path: String, isValid: Bool, extends: String? = nil) {
        files[name] = File(path: path, isValid: isValid, extends: extends)
    }
}
