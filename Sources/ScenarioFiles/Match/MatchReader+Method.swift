internal import Bytes
internal import JSONText
internal import Rules
internal import Wire

/// The method of a match.
extension MatchReader {
    /// Puts methods that are compared byte for byte into the program; a condition for anything else.
    func method(_ node: JSONNode, _ program: inout MatchProgram) -> [MatchProgram.Condition] {
        let errors = errorCount
        if let bytes = node.utf8, Placeholders.firstBraces(in: bytes) == nil {
            checkMethod(node, ignoresCase: false)
            if errorCount == errors { program.methods = MethodSet([bytes]) }
            return []
        }
        let ignoresCase = node["ignoreCase"]?.bool == true
        for literal in literals(in: node) where !literal.isPart { checkMethod(literal.node, ignoresCase: ignoresCase) }
        guard errorCount == errors, let matcher = matcher(node) else { return [] }
        if matcher.isAbsent {
            error(node.range, "every request has a method")
            return []
        }
        if let methods = matcher.requiredValues, matcher.isOneTest {
            program.methods = MethodSet(methods)
            return []
        }
        if matcher.asksForNoValue { return [] }
        return [.test(.value(.method, MatchProgram.Field(name: [], matcher: matcher)))]
    }

    private func checkMethod(_ node: JSONNode, ignoresCase: Bool) {
        guard let bytes = node.utf8 else {
            wrongType(node, "a method", "a string")
            return
        }
        if Placeholders.firstBraces(in: bytes) != nil { return }
        guard !bytes.isEmpty, bytes.allSatisfy(\.isTokenByte) else {
            error(node.range, "\"\(bytes.text.shown)\" is not a method")
            return
        }
        let upper = bytes.text.uppercased()
        if !ignoresCase, upper != bytes.text, Self.commonMethods.contains(upper) {
            warning(
                node.range, "methods are case-sensitive, and clients do not send \"\(bytes.text)\"",
                hint: "did you mean \"\(upper)\"?")
        }
    }

    static let commonMethods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"]
}
