internal import Bytes
internal import Catalogue
internal import JSONText

/// A `method` in a system of calls that is the name of what is called, such as `eth_call`.
extension MatchReader {
    private static let placeholderStart = ByteSearch(Array("{{".utf8))

    /// Reports values that are no methods of HTTP, and returns whether there were any. Only where the system has calls:
    /// elsewhere a server may have any method.
    func namesCall(_ method: JSONMember) -> Bool {
        guard dialect.state == nil, let index = dialect.indexedField else { return false }
        let field = dialect.matchFields[index]
        var isCall = false
        let ignoresCase = method.value["ignoreCase"]?.bool == true
        for (node, _) in literals(in: method.value) {
            guard let bytes = node.utf8, !Self.placeholderStart.isFound(in: bytes[...]),
                !bytes.allSatisfy({ (0x41...0x5A).contains($0) || $0 == UInt8(ascii: "-") })
            else { continue }
            let upper = bytes.text.uppercased()
            if ignoresCase, upper.utf8.allSatisfy({ (0x41...0x5A).contains($0) || $0 == UInt8(ascii: "-") }) {
                continue
            }
            isCall = true
            let name = field.problem(bytes.text, false)?.meant ?? bytes.text
            error(
                node.range, "\"\(bytes.text.shown)\" is not a method of HTTP, which \"method\" is",
                hint: Self.commonMethods.contains(upper)
                    ? "did you mean \"\(upper)\"?" : "did you mean \"\(field.name)\": \"\(name.shown)\"?")
        }
        return isCall
    }
}
