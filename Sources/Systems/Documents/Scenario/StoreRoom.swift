/// What the stores of a scenario may still hold, those of its steps among them: all of it is in memory for as long as
/// the scenario is served.
struct StoreRoom {
    static let mostEntries = 20_000
    static let mostBytes = 128 << 20

    private var entries = Self.mostEntries
    private var bytes = Self.mostBytes
    /// Whether more was asked for than there is. That is told once, and nothing is read after it.
    private(set) var isOver = false

    mutating func takeEntry() -> Bool {
        entries -= 1
        if entries < 0 { isOver = true }
        return !isOver
    }

    mutating func take(bytes count: Int) -> Bool {
        bytes -= count
        if bytes < 0 { isOver = true }
        return !isOver
    }
}
