internal import Bytes

/// A hash table from paths to values, in pages: if the table is shared, a change copies one page and the list of pages,
/// not the whole table.
///
/// A listing is written from a copy of the store while other requests change it. With a dictionary, the first change
/// would copy all of it under the session's lock: 20 ms for 100,000 documents.
///
/// Positions differ between processes, because hashes are seeded. That is not visible: the table cannot be iterated.
struct PathTable<Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        let hash: UInt64
        let path: DocumentPath
        var value: Value
    }

    /// Maximum average of entries per page; beyond it, a page is added.
    private static var entriesOfPage: Int { 64 }

    /// The entries of each page are sorted by hash.
    private var pages: [[Entry]] = [[]]
    /// The bits of a hash that select its page (linear hashing); pages with the highest bit may not all exist yet.
    private var mask = 0
    private(set) var count = 0

    subscript(path: DocumentPath) -> Value? {
        let hash = ByteHash.hash(path.bytes.span)
        let entries = pages[page(of: hash)]
        return Self.entry(path, hash, in: entries).map { entries[$0].value }
    }

    func contains(_ path: DocumentPath) -> Bool {
        let hash = ByteHash.hash(path.bytes.span)
        return Self.entry(path, hash, in: pages[page(of: hash)]) != nil
    }

    /// Sets the value of a path, and returns the previous one.
    @discardableResult
    mutating func updateValue(_ value: Value, at path: DocumentPath) -> Value? {
        let hash = ByteHash.hash(path.bytes.span)
        var page = page(of: hash)
        if let entry = Self.entry(path, hash, in: pages[page]) {
            var value = value
            swap(&pages[page][entry].value, &value)
            return value
        }
        count += 1
        if count > pages.count * Self.entriesOfPage {
            addPage()
            page = self.page(of: hash)
        }
        let index = Self.index(of: hash, in: pages[page])
        pages[page].insert(Entry(hash: hash, path: path, value: value), at: index)
        return nil
    }

    @discardableResult
    mutating func removeValue(at path: DocumentPath) -> Value? {
        let hash = ByteHash.hash(path.bytes.span)
        let page = page(of: hash)
        guard let entry = Self.entry(path, hash, in: pages[page]) else { return nil }
        count -= 1
        return pages[page].remove(at: entry).value
    }

    /// Changes the value of a path in place, if there is one.
    mutating func change(_ path: DocumentPath, _ change: (inout Value) -> Void) {
        let hash = ByteHash.hash(path.bytes.span)
        let page = page(of: hash)
        guard let entry = Self.entry(path, hash, in: pages[page]) else { return }
        change(&pages[page][entry].value)
    }

    // MARK: Pages

    /// Entries of a page that does not exist yet are in the page without the highest bit.
    private func page(of hash: UInt64) -> Int {
        let page = Int(truncatingIfNeeded: hash) & mask
        return page < pages.count ? page : page & (mask >> 1)
    }

    /// Splits one page, so that no change moves all entries.
    private mutating func addPage() {
        let new = pages.count
        if new > mask { mask = mask << 1 | 1 }
        let old = new & (mask >> 1)
        let entries = pages[old]
        pages[old] = entries.filter { Int(truncatingIfNeeded: $0.hash) & mask == old }
        pages.append(entries.filter { Int(truncatingIfNeeded: $0.hash) & mask == new })
    }

    private static func index(of hash: UInt64, in entries: [Entry]) -> Int {
        entries.firstIndexOrdered { $0.hash < hash }
    }

    private static func entry(_ path: DocumentPath, _ hash: UInt64, in entries: [Entry]) -> Int? {
        var entry = index(of: hash, in: entries)
        while entry < entries.count, entries[entry].hash == hash {
            if entries[entry].path == path { return entry }
            entry += 1
        }
        return nil
    }
}
