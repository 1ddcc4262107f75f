internal import Bytes
internal import Catalogue
internal import JSONText
internal import Wire

/// The match of a rule.
extension FileReading {
    func match(_ node: JSONNode, _ what: String = "\"match\"") -> MatchProgram {
        var program = MatchProgram()
        let fields = (dialect as? any MatchableDialect)?.matchFields ?? []
        let vocabulary =
            fields.isEmpty
            ? Vocabulary.match
            : Vocabulary(
                Vocabulary.match.place, Vocabulary.match.names + fields, later: Vocabulary.match.later)
        guard let members = object(node, vocabulary, what: what) else { return program }
        for member in members {
            switch member.name {
            case "method": program.methods = MethodSet(methods(member.value))
            case "path": path(member.value, &program)
            case "query": program.query = self.fields(member.value, "\"query\"", areHeaders: false)
            case "headers": program.headers = self.fields(member.value, "\"headers\"", areHeaders: true)
            case "batch" where fields.contains("batch"):
                guard what == "\"match\"" else {
                    error(member.nameRange, "\"batch\" stands in the match itself, not inside of \(what)")
                    continue
                }
                guard let flag = flag(member) else { continue }
                program.takesBatch = flag
                let matcher = ValueMatcher([.equals(Array("\(flag)".utf8))], words: "\(flag)")
                program.call.append(MatchProgram.Field(name: Array("batch".utf8), matcher: matcher))
            case let name where fields.contains(name):
                checkValues(of: member)
                guard let matcher = matcher(member.value) else { continue }
                program.call.append(MatchProgram.Field(name: Array(name.utf8), matcher: matcher))
            default: break
            }
        }
        if program.takesBatch, let rpc = members.first(where: { $0.name == "rpc" }), fields.contains("rpc") {
            error(rpc.nameRange, "a batch that is taken as one request has no method of its own to match")
        }
        let partFields = (dialect as? any MatchableDialect)?.partFields ?? []
        for member in members where program.takesBatch && partFields.contains(member.name) {
            error(
                member.nameRange,
                "a batch that is taken as one request has no \"\(member.name)\" of its own to match")
        }
        program.conditions = program.takeOpenFields() + conditions(members)
        return program
    }

    private func methods(_ node: JSONNode) -> [[UInt8]] {
        guard let nodes = node.elements else { return method(node).map { [$0] } ?? [] }
        if nodes.isEmpty { error(node.range, "the list of methods is empty") }
        return nodes.compactMap { method($0) }
    }

    private func method(_ node: JSONNode) -> [UInt8]? {
        guard let bytes = node.utf8 else {
            wrongType(node, "a method", "a string")
            return nil
        }
        guard !bytes.isEmpty, bytes.allSatisfy(\.isTokenByte) else {
            error(node.range, "\"\(bytes.text.shown)\" is not a method")
            return nil
        }
        let upper = bytes.text.uppercased()
        if upper != bytes.text, Self.commonMethods.contains(upper) {
            warning(
                node.range, "methods are case-sensitive, and clients do not send \"\(bytes.text)\"",
                hint: "did you mean \"\(upper)\"?")
        }
        return bytes
    }

    private static let commonMethods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"]

    func fields(_ node: JSONNode, _ what: String, areHeaders: Bool) -> [MatchProgram.Field] {
        guard let members = node.members else {
            wrongType(node, what, "an object")
            return []
        }
        var seen: Set<[UInt8]> = []
        return members.compactMap { member in
            var name = Array(member.name.utf8)
            if areHeaders {
                guard !name.isEmpty, name.allSatisfy(\.isTokenByte) else {
                    error(member.nameRange, "\"\(member.name.shown)\" is not a header name")
                    return nil
                }
                name = name.map(\.asciiLowercased)
                guard seen.insert(name).inserted else {
                    givenTwice(member, hint: "its tests stand in one object")
                    return nil
                }
            }
            return matcher(member.value).map { MatchProgram.Field(name: name, matcher: $0) }
        }
    }
}
