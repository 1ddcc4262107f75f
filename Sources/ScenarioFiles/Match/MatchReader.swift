internal import Bytes
internal import Catalogue
internal import JSONText
internal import Rules
internal import Wire

/// Reads a match of a rule or an expectation, with nested matches, and the tests of variables in a delay.
struct MatchReader: PartReader {
    let templates: TemplateReader
    /// Whether it is evaluated over the journal, which does not have the values of variables.
    let isOverJournal: Bool

    var fileReader: FileReader { templates.fileReader }

    /// Placeholders of the match are numbered together with those of `templates`.
    init(_ templates: TemplateReader, isOverJournal: Bool = false) {
        self.templates = templates
        self.isOverJournal = isOverJournal
    }
}

extension MatchReader {
    /// `what` is what messages call it; `isNested` is whether it is part of another match.
    func match(_ node: JSONNode, _ what: String = "\"match\"", isNested: Bool = false) -> MatchProgram {
        var program = MatchProgram()
        let fields = dialect.matchFields
        guard let members = object(node, vocabularies.match, what: what) else { return program }
        var ofMethod: [MatchProgram.Condition] = []
        var ofTarget: [MatchProgram.Condition] = []
        var ofConnection: [MatchProgram.Condition] = []
        for member in members {
            switch member.name {
            case "method": if !namesCall(member) { ofMethod = method(member.value, &program) }
            case "path" where member.value.members != nil: ofTarget += pathMatcher(member.value, &program)
            case "path": path(member.value, &program)
            case "host": ofConnection += hostMatcher(member.value)
            case "protocol": ofConnection += protocolMatcher(member.value)
            case "tls": ofConnection += tlsMatchers(member.value)
            case "query": program.query = self.fields(member.value, "\"query\"", areHeaders: false)
            case "headers": program.headers = self.fields(member.value, "\"headers\"", areHeaders: true)
            default:
                guard let index = fields.firstIndex(where: { $0.name == member.name }) else { continue }
                callField(member, fields[index], at: index, partOf: isNested ? what : nil, &program)
            }
        }
        if let target = members.first(where: { $0.name == "target" }) {
            ofTarget += targetMatcher(target.value, &program)
        }
        if let given = members.first(where: { $0.name == "parameters" }) {
            ofTarget += parameters(given.value, program)
        }
        let ofElements = fields.filter(\.isOfElement).map(\.name)
        for member in members where program.takesBatch && ofElements.contains(member.name) {
            error(
                member.nameRange,
                "a batch that is taken as one request has no \"\(member.name)\" of its own to match")
        }
        program.conditions = ofMethod + ofTarget + ofConnection + program.takeConditionsOfFields() + conditions(members)
        return program
    }

    /// A field of the system's calls; `nested` is the part of the match that it stands in, if any.
    private func callField(
        _ member: JSONMember, _ field: MatchField, at index: Int, partOf nested: String?, _ program: inout MatchProgram
    ) {
        let matcher: ValueMatcher
        switch field.kind {
        case .text:
            checkValues(of: member, field)
            guard let read = self.matcher(member.value) else { return }
            matcher = read
        case .batch:
            if let nested {
                error(member.nameRange, "\"\(field.name)\" belongs in the match itself, not inside of \(nested)")
                return
            }
            guard let flag = flag(member) else { return }
            program.takesBatch = flag
            matcher = ValueMatcher([.equals(Array("\(flag)".utf8))], sourceText: "\(flag)")
        }
        program.call.append(MatchProgram.Field(name: Array(field.name.utf8), index: index, matcher: matcher))
    }

    func fields(_ node: JSONNode, _ what: String, areHeaders: Bool) -> [MatchProgram.Field] {
        guard let members = node.members else {
            wrongType(node, what, "an object", hint: MeantValue.fields(node, what))
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
                    givenTwice(member, hint: "its tests belong in one object")
                    return nil
                }
            }
            return matcher(member.value, of: .fields).map { MatchProgram.Field(name: name, matcher: $0) }
        }
    }
}
