/// The warnings in the output of `swift build` or `swift test`.
enum BuildLog {
    /// Each warning in a source file of this package once. The compiler prints some of them for several targets.
    ///
    /// - Parameter root: The absolute path of the package. Warnings in what is not of the package are not its own.
    static func warnings(in log: String, root: String) -> [String] {
        let folders = ["Sources", "Tests", "Benchmarks"].map { "\(root)/\($0)/" }
        let lines = log.split(separator: "\n").filter { line in
            folders.contains { line.hasPrefix($0) } && line.contains(": warning: ")
        }
        return Set(lines.map { String($0.dropFirst(root.count + 1)) }).sorted()
    }
}
