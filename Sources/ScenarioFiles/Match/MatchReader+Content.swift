internal import Bytes
internal import Catalogue
internal import JSONText
internal import Rules

/// Conditions on the content of a request, and nested matches.
extension MatchReader {
    /// Conditions that read the body come last.
    func conditions(_ members: [JSONMember]) -> [MatchProgram.Condition] {
        let all = members.flatMap { conditions($0) }
        return all.filter { !$0.readsBody } + all.filter { $0.readsBody }
    }

    private func conditions(_ member: JSONMember) -> [MatchProgram.Condition] {
        switch member.name {
        case "cookies": fields(member.value, "\"cookies\"", areHeaders: false).map { .cookie($0) }
        case "form": fields(member.value, "\"form\"", areHeaders: false).map { .form($0) }
        case "body": matcher(member.value, of: .bytes).map { [.body($0)] } ?? []
        case "multipart": formParts(member.value)
        case "json": jsonFields(member.value).map { .json($0) }
        case "variables": variableTests(member).map { .variable($0) }
        case "any": alternatives(member.value).map { [.any($0)] } ?? []
        case "not": [.not(excluded(member.value), sourceText: JSONWriter.bytes(member.value).text)]
        default: []
        }
    }

    /// Tests of parts of a multipart form, by their names.
    private func formParts(_ node: JSONNode) -> [MatchProgram.Condition] {
        guard let members = node.members else {
            wrongType(node, "\"multipart\"", "an object")
            return []
        }
        return members.compactMap { member -> MatchProgram.Condition? in
            guard let tests = object(member.value, .formPart, what: "\"\(member.name.shown)\"") else { return nil }
            func matcher(_ name: String, _ kind: ValueKind = .text) -> ValueMatcher? {
                guard let test = tests.first(where: { $0.name == name }) else { return nil }
                return withoutVariables(self.matcher(test.value, of: kind), test.value)
            }
            if let content = tests.first(where: { $0.name == "content" }), content.value["exists"]?.bool == false {
                error(content.value.range, "a part that is there has a content, which may be empty")
            }
            let headers = tests.first { $0.name == "headers" }
            let fields = headers.map { self.fields($0.value, "\"headers\"", areHeaders: true) } ?? []
            if let headers { for field in fields { _ = withoutVariables(field.matcher, headers.value) } }
            let part = MatchProgram.FormPart(
                name: Array(member.name.utf8), filename: matcher("filename"), type: matcher("type"), headers: fields,
                content: matcher("content", .bytes), sourceText: JSONWriter.bytes(member.value).text)
            return .test(.part(part))
        }
    }

    private func withoutVariables(_ matcher: ValueMatcher?, _ node: JSONNode) -> ValueMatcher? {
        guard let matcher, matcher.readsVariables else { return matcher }
        error(node.range, "the tests of a part of a form have no placeholders", hint: "those of \"form\" can")
        return nil
    }

    private func excluded(_ node: JSONNode) -> MatchProgram {
        let errors = errorCount
        let match = match(node, "\"not\"", isNested: true)
        if match.isUnconditional, errorCount == errors {
            error(node.range, "this \"not\" excludes every request")
        }
        return match
    }

    private func alternatives(_ node: JSONNode) -> [MatchProgram]? {
        guard let nodes = node.elements else {
            wrongType(node, "\"any\"", "a list")
            return nil
        }
        if nodes.isEmpty { error(node.range, "no match of an empty list can hold") }
        return nodes.map { match($0, "a match of \"any\"", isNested: true) }
    }

    private func jsonFields(_ node: JSONNode) -> [MatchProgram.JSONField] {
        let matchers = node.members?.filter { Vocabulary.value.names.contains($0.name) } ?? []
        let hasPointers = node.members?.contains { ($0.name.first ?? "/") == "/" } ?? false
        let isOfWhole = node.members == nil || !matchers.isEmpty && !hasPointers
        if isOfWhole {
            return jsonMatcher(node).map { [MatchProgram.JSONField(pointer: JSONPointer([]), name: "", matcher: $0)] }
                ?? []
        }
        if let matcher = matchers.first, let pointer = node.members?.first(where: { $0.name.first ?? "/" == "/" }) {
            error(
                matcher.nameRange,
                "\"json\" has pointers or a value matcher of the whole body: \"\(matcher.name)\" cannot stand beside \"\(pointer.name.shown)\"",
                hint: "the pointer to the whole body is \"\", such as \"\": { \"\(matcher.name)\": … }")
            return []
        }
        return (node.members ?? []).compactMap { member in
            switch JSONPointer.parse(member.name, wildcards: true) {
            case .success(let pointer):
                return jsonMatcher(member.value).map {
                    MatchProgram.JSONField(pointer: pointer, name: member.name, matcher: $0)
                }
            case .failure(let failure) where failure.kind == .missingSlash:
                error(member.nameRange, failure.message, hint: JSONPathText.hint(member.name))
            case .failure(let failure):
                let start = StringOffsets.sourceOffset(
                    of: failure.offset, in: fileReader.text.bytes, string: member.nameRange)
                error(start..<start + 1, failure.message)
            }
            return nil
        }
    }
}
