internal import Bytes
internal import Catalogue
internal import JSONText
internal import Wire

/// The arguments of a failure in `with`.
extension AnswerReader {
    /// The arguments, of the types of the parameters; nil if there is an error.
    ///
    /// `name` is the name that the step gives: if several failures have it, `by` has selected one.
    func arguments(_ node: JSONNode?, _ failure: Failure, of name: JSONNode) -> ArgumentsTemplate? {
        guard let node else { return ArgumentsTemplate(failure) }
        guard let members = node.members else {
            wrongType(node, "\"with\"", "an object")
            return nil
        }
        let parameters = failure.parameters
        var template = ArgumentsTemplate(failure)
        var isGood = true
        let wasPicked = fileReader.failureName(name).map { fileReader.hasSeveralCauses($0) } ?? false
        for member in members where !(wasPicked && member.name == "by") {
            guard let parameter = parameters.first(where: { $0.name == member.name }) else {
                unknown(member, parameters, failure)
                isGood = false
                continue
            }
            guard let (argument, substitution) = argument(member.value, parameter) else {
                isGood = false
                continue
            }
            template.given[parameter.name] = argument
            template.substitutions[parameter.name] = substitution
        }
        return isGood ? template : nil
    }

    private func unknown(_ member: JSONMember, _ parameters: [Parameter], _ failure: Failure) {
        let names = parameters.map(\.name)
        let takes = names.isEmpty ? "it takes nothing" : "it takes \(names.quotedList(last: "and"))"
        error(
            member.nameRange, "unknown field \"\(member.name.shown)\" in the \"with\" of \(failure.name)",
            hint: didYouMean(member.name, names) ?? takes)
    }

    /// The argument, or its sample value and substitution.
    private func argument(
        _ node: JSONNode, _ parameter: Parameter
    ) -> (argument: Argument, substitution: ArgumentsTemplate.Substitution?)? {
        switch parameter.kind {
        case .text: return textArgument(node, parameter)
        case .headers: return headerArgument(node, "\"\(parameter.name)\"")
        case .json:
            return templates.jsonTemplate(node).map { json in
                if let constant = json.constant { return (.json(constant), nil) }
                return (.json(JSONWriter.bytes(node)), { rendering in .json(json.bytes(&rendering)) })
            }
        default: return constant(node, parameter).map { ($0, nil) }
        }
    }

    private func textArgument(
        _ node: JSONNode, _ parameter: Parameter
    ) -> (argument: Argument, substitution: ArgumentsTemplate.Substitution?)? {
        guard let text = template(node, "\"\(parameter.name)\"") else { return nil }
        let isLine = parameter.limit == .withinLine
        if isLine, !staysInLine(node) { return nil }
        let argument = Argument.text(sampleText(text, node).text)
        guard text.constant == nil else { return (argument, nil) }
        return (
            argument,
            { rendering in .text((isLine ? text.line(&rendering) : text.bytes(&rendering)).text) }
        )
    }

    private func constant(_ node: JSONNode, _ parameter: Parameter) -> Argument? {
        let what = "\"\(parameter.name)\""
        switch parameter.kind {
        case .count(let bounds): return quantity(node, what, bounds).map { .count($0) }
        case .duration:
            guard let time = duration(node, what) else { return nil }
            if parameter.limit == .aboveZero, time == 0 {
                error(node.range, "\(what) must be longer than nothing")
                return nil
            }
            return .duration(time)
        case .flag where node.bool != nil: return node.bool.map { .text($0 ? "true" : "false") }
        case .word(let words): return word(node, what, words).map { .text($0) }
        case .status: return count(node, what, 100...999).map { .count($0) }
        case .text, .headers, .json: return nil
        }
    }

    /// A number, or a size such as `"10KB"` for bytes.
    private func quantity(_ node: JSONNode, _ what: String, _ bounds: ClosedRange<Int>) -> Int? {
        guard let text = node.string else { return count(node, what, bounds) }
        switch SizeText.bytes(text) {
        case .failure(let failure):
            error(node.range, failure.message)
            return nil
        case .success(let size):
            guard bounds.contains(size) else {
                error(node.range, "\(what) must be from \(bounds.lowerBound) to \(bounds.upperBound)")
                return nil
            }
            return size
        }
    }

    /// As `headers` of a reply, except that a list of pairs is added to the failure's own head.
    private func headerArgument(
        _ node: JSONNode, _ what: String
    ) -> (argument: Argument, substitution: ArgumentsTemplate.Substitution?)? {
        if let members = node.members {
            let errors = errorCount
            let change = headerChange(members)
            guard errorCount == errors else { return nil }
            return headers(change.names, change.fields, change.substitutions)
        }
        guard node.elements != nil else {
            wrongType(node, what, "an object or a list of pairs")
            return nil
        }
        return pairs(node, what).map { fields, substitutions in
            headers(Self.names(of: fields), fields, substitutions)
        }
    }

    private func headers(
        _ names: Set<[UInt8]>, _ fields: [HeaderField], _ substitutions: [FieldSubstitution]
    ) -> (argument: Argument, substitution: ArgumentsTemplate.Substitution?) {
        let argument = Argument.headers(replacing: names, with: fields)
        if substitutions.isEmpty { return (argument, nil) }
        let hasSubstitutedNames = substitutions.contains { $0.isName }
        return (
            argument,
            { rendering in
                var fields = fields
                for field in substitutions {
                    let line = field.text.line(&rendering)
                    if field.isName { fields[field.index].name = line } else { fields[field.index].value = line }
                }
                guard hasSubstitutedNames else { return .headers(replacing: names, with: fields) }
                fields.dropNameless(.token, &rendering)
                return .headers(replacing: Self.names(of: fields), with: fields)
            }
        )
    }

    private static func names(of fields: [HeaderField]) -> Set<[UInt8]> {
        Set(fields.map { $0.name.map(\.asciiLowercased) })
    }
}
