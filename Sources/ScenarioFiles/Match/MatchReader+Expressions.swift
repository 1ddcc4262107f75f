internal import Bytes
internal import JSONText

/// Warns of texts that look like an expression or a comparison of other tools, and are compared as they stand.
extension MatchReader {
    /// `/curl.*/i`, `>=5`.
    func warnOfExpression(_ node: JSONNode) {
        guard let bytes = node.utf8, let meant = ExpressionText.matcher(bytes) else { return }
        warning(node.range, "\(shown(node)) is compared as it stands", hint: "a value matcher is \(meant.shown)")
    }

    /// `>=5`: in JSON, other texts are data more often.
    func warnOfComparison(_ node: JSONNode) {
        guard let bytes = node.utf8, let meant = ExpressionText.comparison(bytes) else { return }
        warning(node.range, "\(shown(node)) is compared as it stands", hint: "a value matcher is \(meant.shown)")
    }

    private func shown(_ node: JSONNode) -> String {
        let text = JSONWriter.bytes(node).text
        return text.utf8.count <= 60 ? text.shown : "this text"
    }

    /// `/users/[0-9]+`, where `/users/{id}` is meant.
    func warnOfPathExpression(_ bytes: [UInt8], _ node: JSONNode) {
        guard ExpressionText.isPath(bytes) else { return }
        warning(node.range, "a path is compared literally", hint: Self.templateHint(bytes))
    }

    /// How to write a path that was given as an expression.
    static func templateHint(_ bytes: [UInt8]) -> String {
        let rule = "{ \"matches\": \"…\" } is an expression; {name} or * is one segment, ** the rest"
        return ForeignWord.pathTemplate(bytes.text).map { "\(rule): \"\($0.shown)\"" } ?? rule
    }
}
