internal import Catalogue
internal import JSONText
internal import Wire

/// Paces: a rate, or bytes and the time between them.
extension FileReader {
    /// `what` is what messages call it.
    func pace(_ node: JSONNode, _ what: String) -> Pace? {
        if node.string != nil { return rate(node, what) }
        guard node.members != nil else {
            wrongType(node, what, "a rate such as \"5KB/s\", or an object")
            return nil
        }
        guard let members = object(node, .pace, what: what) else { return nil }
        guard let bytes = members.first(where: { $0.name == "bytes" }),
            let every = members.first(where: { $0.name == "every" })
        else {
            if ["bytes", "every"].contains(where: { isMisspelt($0, members, .pace) }) { return nil }
            error(node.range, "\(what) needs \"bytes\" and \"every\"")
            return nil
        }
        guard let sizes = sizes(bytes.value), let interval = duration(every.value, "\"every\"") else { return nil }
        guard interval > 0 else {
            error(every.value.range, "\"every\" must be longer than nothing")
            return nil
        }
        return Pace(bytes: sizes, interval: interval)
    }

    /// A pace of reading, which has pieces of one size.
    func readPace(_ node: JSONNode) -> Pace? {
        if let bytes = node["bytes"], bytes.elements != nil {
            error(bytes.range, "what is read comes in any pieces: the \"bytes\" of \"readPace\" are one number")
            return nil
        }
        return pace(node, "\"readPace\"")
    }

    /// Bytes of each write, or a list of the smallest and the largest size.
    private func sizes(_ node: JSONNode) -> ClosedRange<Int>? {
        let possible = 1...1_000_000_000
        guard let bounds = node.elements else {
            return byteCount(node, "\"bytes\"", possible).map { $0...$0 }
        }
        guard bounds.count == 2 else {
            error(node.range, "\"bytes\" is a number, or a list of the smallest and the largest")
            return nil
        }
        guard let smallest = byteCount(bounds[0], "the smallest size", possible),
            let largest = byteCount(bounds[1], "the largest size", possible)
        else { return nil }
        guard smallest <= largest else {
            error(node.range, "the smallest size comes first")
            return nil
        }
        return smallest...largest
    }
}
