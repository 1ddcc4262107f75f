internal import Bytes
internal import Catalogue
internal import JSONText

/// Warnings for codes that a system accepts although no table has them, if they resemble one of a table.
extension FileReader {
    /// Warns once for each name, however often the scenario uses it.
    func warnOfUnlistedCode(_ name: String, _ node: JSONNode) {
        guard let slash = name.utf8.firstIndex(of: UInt8(ascii: "/")), let chapter = failures.chapter(of: name)
        else { return }
        let code = String(name[name.utf8.index(after: slash)...])
        guard chapter.listsAll(like: code), !chapter.lists(code), failures.entry(name)?.name == name,
            warnedCodes.insert(name).inserted, let nearest = Self.nearest(to: name, chapter.names)
        else { return }
        warning(
            node.range, "no table has \"\(name.shown)\", which goes out as it is written",
            hint: "did you mean \"\(nearest)\"?")
    }

    /// At most two edits away: a name that differs more is probably another one.
    private static func nearest(to name: String, _ listed: [String]) -> String? {
        var nearest: String?
        for other in listed {
            switch EditDistance.distance(name, other, bound: nearest == nil ? 2 : 1) {
            case nil: continue
            case 2: nearest = other
            default: return other
            }
        }
        return nearest
    }
}
