internal import Bytes
internal import JSONText
internal import Rules

/// Value matchers of the path, of its named segments and of the target.
extension MatchReader {
    /// A value matcher on the decoded path.
    func pathMatcher(_ node: JSONNode, _ program: inout MatchProgram) -> [MatchProgram.Condition] {
        guard let matcher = matcher(node), isThere(matcher, node, "a path"), beginsWithSlash(node, "a path") else {
            return []
        }
        let ignoresCase = node["ignoreCase"]?.bool == true
        if !ignoresCase, let pattern = node["matches"]?.utf8, let template = PathExpression.template(pattern) {
            program.indexPath = .template(template)
        }
        return [.test(.value(.path, MatchProgram.Field(name: [], matcher: matcher)))]
    }

    /// A value matcher on the target.
    func targetMatcher(_ node: JSONNode, _ program: inout MatchProgram) -> [MatchProgram.Condition] {
        if let text = node.utf8, text.first != UInt8(ascii: "/"), text.first != UInt8(ascii: "*"),
            text.first != UInt8(ascii: "{")
        {
            error(
                node.range, "a target begins with \"/\"",
                hint: "it is the path with its query, such as \"/orders?page=2\"")
            return []
        }
        guard let matcher = matcher(node), isThere(matcher, node, "a target"), beginsWithSlash(node, "a target") else {
            return []
        }
        if program.path == .any, program.indexPath == nil, let target = matcher.onlyValue,
            target.first == UInt8(ascii: "/")
        {
            program.indexPath = .literal(PercentCoding.canonicalPath(target.prefix { $0 != UInt8(ascii: "?") }))
        }
        return [.test(.value(.target, MatchProgram.Field(name: [], matcher: matcher)))]
    }

    /// Reports what a value cannot begin with.
    private func beginsWithSlash(_ node: JSONNode, _ what: String) -> Bool {
        for name in ["equals", "startsWith"] {
            guard let value = node[name], let text = value.utf8, let first = text.first,
                ![UInt8(ascii: "/"), UInt8(ascii: "*"), UInt8(ascii: "{")].contains(first)
            else { continue }
            error(value.range, "\(what) begins with \"/\"")
            return false
        }
        return true
    }

    private func isThere(_ matcher: ValueMatcher, _ node: JSONNode, _ what: String) -> Bool {
        guard matcher.isAbsent else { return true }
        error(node.range, "\(what) is always there")
        return false
    }

    /// Value matchers of the named segments of the path, which the match has as a template.
    func parameters(_ node: JSONNode, _ program: MatchProgram) -> [MatchProgram.Condition] {
        let names = program.pathNames
        guard let members = node.members else {
            wrongType(node, "\"parameters\"", "an object", hint: nil)
            return []
        }
        if members.isEmpty { error(node.range, "\"parameters\" is empty") }
        return members.compactMap { member in
            guard let index = names[member.name] else {
                error(
                    member.nameRange, "the path has no segment \"{\(member.name.shown)}\"",
                    hint: names.isEmpty
                        ? "\"parameters\" needs a \"path\" with such segments, beside it"
                        : didYouMean(member.name, Array(names.keys))
                            ?? "it has \(names.keys.sorted().quotedList(last: "and"))")
                return nil
            }
            guard let matcher = matcher(member.value), isThere(matcher, member.value, "a segment of the path") else {
                return nil
            }
            let field = MatchProgram.Field(name: Array(member.name.utf8), index: index, matcher: matcher)
            return .test(.value(.parameter, field))
        }
    }
}
