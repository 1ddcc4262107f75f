/// The scenarios that are loaded together, so that one of them can extend another, wherever it lies.
struct Neighbours {
    struct Neighbour {
        let path: String
        /// Whether nothing is wrong with it as it stands.
        let isSound: Bool
        /// What it extends itself.
        let extended: String?
    }

    private var neighbours: [String: Neighbour] = [:]

    subscript(name: String) -> Neighbour? { neighbours[name] }

    /// In their order.
    var names: [String] { neighbours.keys.sorted() }

    mutating func add(_ name: String, _ path: String, isSound: Bool, extended: String? = nil) {
        neighbours[name] = Neighbour(path: path, isSound: isSound, extended: extended)
    }
}
