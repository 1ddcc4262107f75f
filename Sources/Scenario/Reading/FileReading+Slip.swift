internal import Bytes
internal import Catalogue
internal import JSONText

/// Codes that a system takes though no table has them, and that look like one of a table.
extension FileReading {
    /// Once for each name: a scenario may use it in many places.
    func warnOfSlip(_ name: String, _ node: JSONNode) {
        guard name.hasPrefix(Self.gateway), failures.entry(name)?.name == name, toldSlips.insert(name).inserted
        else { return }
        let listed = failures.names(of: "mtop")
        guard !listed.contains(name), let nearest = Self.nearest(to: name, listed) else { return }
        warning(
            node.range, "no table has \"\(name.shown)\", which goes out as it is written",
            hint: "did you mean \"\(nearest)\"?")
    }

    /// At most two letters away: what differs more is another word.
    private static func nearest(to name: String, _ listed: [String]) -> String? {
        for bound in 1...2 {
            if let found = listed.first(where: { EditDistance.distance(name, $0, bound: bound) != nil }) {
                return found
            }
        }
        return nil
    }

    /// Business codes are free; those of the gateway are known, but for newer ones.
    private static let gateway = "mtop/FAIL_SYS_"
}
