internal import Bytes
internal import Catalogue
internal import JSONText

/// The member `store`: documents and collections by path.
struct StoreSyntax: StateSyntax {
    var name: String { "store" }
    var summary: String { "What somebody else does to the documents when it is taken." }
    var stepShape: Shape { .storeChanges }
    var settingShape: Shape { .store }
    var definitions: [ObjectShape] { [.storedDocument, .storedCollection, .documentChange, .collectionChange] }

    func makeReader(_ values: any ValueReader) -> any StateReader { StoreReader(values) }
}

/// Where a store is written, which decides what is allowed in it.
enum StoreContext {
    /// In the settings: the documents at the start of a session.
    case settings
    /// In a step: what another client does meanwhile.
    case step
}

/// One entry of a store.
struct StoreEntry {
    let path: StorePath
    let changes: [StoreChange]

    var isDocument: Bool { changes.contains { if case .document = $0 { true } else { false } } }
    var isRemoval: Bool { changes.contains { if case .removal = $0 { true } else { false } } }
}

/// Reads the documents of a store, in settings and in steps.
final class StoreReader: StateReader {
    /// Owns this reader, and outlives it.
    unowned let values: any ValueReader
    /// The entries and bytes that the stores of the scenario may still use.
    var budget = StoreBudget()

    init(_ values: any ValueReader) { self.values = values }

    func beginning(_ node: JSONNode, _ key: ContentKey) -> [any StateChange] { store(node, .settings, key) }
    func step(_ node: JSONNode, _ key: ContentKey) -> [any StateChange] { store(node, .step, key) }

    /// Reads the changes of a store, in the order of the file.
    private func store(_ node: JSONNode, _ context: StoreContext, _ key: ContentKey) -> [StoreChange] {
        guard let members = node.members else {
            values.wrongType(node, "\"store\"", "an object")
            return []
        }
        if members.isEmpty, context == .step { values.error(node.range, "\"store\" changes nothing") }
        var entries: [StoreEntry] = []
        var numbers = ByteTable<Int>()
        for member in members {
            guard hasRoom(forEntry: member) else { break }
            guard let path = storePath(member), let changes = changes(of: member, path, context, key) else { continue }
            if let first = numbers.find(path.bytes) {
                values.error(
                    member.nameRange, "\"\(member.name.shown)\" is given twice",
                    hint: "it was first given in line \(values.line(entries[first].path.range)), and a final slash "
                        + "does not make it another path")
                continue
            }
            numbers.insert(path.bytes, entries.count)
            entries.append(StoreEntry(path: path, changes: changes))
        }
        for number in entries.indices { checkAbove(number, entries, numbers) }
        return entries.flatMap(\.changes)
    }

    /// Reports an entry that contradicts another entry for a path above it.
    private func checkAbove(_ number: Int, _ entries: [StoreEntry], _ numbers: ByteTable<Int>) {
        let path = entries[number].path
        for end in path.bytes.indices.dropFirst() where path.bytes[end] == UInt8(ascii: "/") {
            guard let other = numbers.find(path.bytes, 0..<end) else { continue }
            let above = entries[other]
            if above.isDocument {
                values.error(
                    path.range, "\"\(above.path.shown)\" is a document, and nothing can be below it",
                    hint: "that is line \(values.line(above.path.range))")
            } else if above.isRemoval, other > number {
                values.error(
                    path.range, "\"\(above.path.shown)\" is removed after this, and all below it",
                    hint: "that is line \(values.line(above.path.range))")
            } else {
                continue
            }
            return
        }
    }

    private func hasRoom(forEntry member: JSONMember) -> Bool {
        if budget.isExceeded { return false }
        if budget.takeEntry() { return true }
        values.error(
            member.nameRange, "the stores of a scenario have at most \(StoreBudget.maximumEntries) entries together")
        return false
    }

    /// Takes so many bytes of content from the budget; false after an error was reported.
    func hasRoom(forContent count: Int, _ range: Range<Int>) -> Bool {
        if budget.isExceeded { return false }
        if budget.take(bytes: count) { return true }
        values.error(
            range, "the stores of a scenario have at most \(StoreBudget.maximumBytes >> 20) MiB of content together")
        return false
    }
}

/// What the stores of a scenario, including those in steps, may still hold: all of it is in memory while the scenario
/// is served.
struct StoreBudget {
    static let maximumEntries = 20_000
    static let maximumBytes = 128 << 20

    private var entries = Self.maximumEntries
    private var bytes = Self.maximumBytes
    /// Whether a limit was exceeded. It is reported once, and nothing is read after it.
    private(set) var isExceeded = false

    mutating func takeEntry() -> Bool {
        entries -= 1
        if entries < 0 { isExceeded = true }
        return !isExceeded
    }

    mutating func take(bytes count: Int) -> Bool {
        bytes -= count
        if bytes < 0 { isExceeded = true }
        return !isExceeded
    }
}
