internal import Bytes
internal import Catalogue
internal import JSONText

/// A `method` in a system of calls that is the name of what is called, such as `eth_call`.
extension MatchReader {
    private static let placeholderStart = ByteSearch(Array("{{".utf8))
    private static let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"]

    /// Reports values that are no methods of HTTP, and returns whether there were any. Only where the system has calls:
    /// elsewhere a server may have any method.
    func namesCall(_ method: JSONMember) -> Bool {
        guard dialect.state == nil, let index = dialect.indexedField else { return false }
        let field = dialect.matchFields[index]
        var isCall = false
        for node in methodLiterals(method.value) {
            guard let bytes = node.utf8, !Self.placeholderStart.isFound(in: bytes[...]),
                !bytes.allSatisfy({ (0x41...0x5A).contains($0) || $0 == UInt8(ascii: "-") })
            else { continue }
            isCall = true
            let upper = bytes.text.uppercased()
            let name = field.problem(bytes.text, false)?.meant ?? bytes.text
            error(
                node.range, "\"\(bytes.text.shown)\" is not a method of HTTP, which \"method\" is",
                hint: Self.methods.contains(upper)
                    ? "did you mean \"\(upper)\"?" : "did you mean \"\(field.name)\": \"\(name.shown)\"?")
        }
        return isCall
    }

    /// The strings that a value matcher compares with: its own, those of a list, and those in `equals` and `in`.
    private func methodLiterals(_ node: JSONNode) -> [JSONNode] {
        guard let tests = node.members else { return node.elements ?? [node] }
        return tests.filter { ["equals", "in"].contains($0.name) }.flatMap { $0.value.elements ?? [$0.value] }
    }
}
