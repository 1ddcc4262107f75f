internal import Bytes
internal import Catalogue
internal import JSONText

/// Warnings for codes that a system accepts although no table has them, if they resemble one of a table.
extension FileReader {
    /// Warns once for each name, however often the scenario uses it.
    func warnOfUnlistedCode(_ name: String, _ node: JSONNode) {
        guard let chapter = failures.chapter(of: name),
            chapter.listsAll(like: String(name.dropFirst(chapter.system.count + 1))),
            failures.entry(name)?.name == name, warnedCodes.insert(name).inserted
        else { return }
        guard !chapter.failures.contains(where: { $0.name == name }),
            !chapter.rows.contains(where: { $0.name == name }),
            let nearest = Self.nearest(to: name, chapter.failures.map(\.name) + chapter.rows.map(\.name))
        else { return }
        warning(
            node.range, "no table has \"\(name.shown)\", which goes out as it is written",
            hint: "did you mean \"\(nearest)\"?")
    }

    /// At most two edits away: a name that differs more is probably another one.
    private static func nearest(to name: String, _ listed: [String]) -> String? {
        for bound in 1...2 {
            if let found = listed.first(where: { EditDistance.distance(name, $0, bound: bound) != nil }) {
                return found
            }
        }
        return nil
    }
}
