internal import Bytes
internal import Catalogue
internal import JSONText
internal import Rules
internal import Wire

/// The arguments of a failure in `with`.
extension AnswerReader {
    /// The arguments, of the types of the parameters; nil if there is an error.
    ///
    /// `name` is the name that the step gives: if several failures have it, `by` has selected one.
    func arguments(_ node: JSONNode?, _ failure: Failure, of name: JSONNode) -> ArgumentsTemplate? {
        guard let node else { return needs(nil, failure, of: name) ? nil : ArgumentsTemplate(failure) }
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
            guard let (argument, substitution) = argument(member.value, parameter, failure) else {
                isGood = false
                continue
            }
            template.given[parameter.name] = argument
            template.substitutions[parameter.name] = substitution
        }
        guard isGood, !needs(node, failure, of: name), areMeant(members, parameters, template) else { return nil }
        if parameters.contains(where: { $0.isOwnBody }), template.given["json"] != nil,
            let message = members.first(where: { $0.name == "message" })
        {
            error(message.nameRange, "\"message\" has no place beside \"json\", which is the whole body")
            return nil
        }
        return template
    }

    /// Whether a parameter is missing without which nobody knows what is to be sent, such as the code of `other`.
    private func needs(_ with: JSONNode?, _ failure: Failure, of name: JSONNode) -> Bool {
        guard let missing = failure.ownParameters.first(where: { $0.form != nil && with?[$0.name] == nil }) else {
            return false
        }
        error(
            with?.range ?? name.range, "\"\(failure.name)\" needs \"\(missing.name)\" in its \"with\"",
            hint: missing.form)
        return true
    }

    /// Whether each parameter that needs a word of another one has it.
    private func areMeant(_ members: [JSONMember], _ parameters: [Parameter], _ template: ArgumentsTemplate) -> Bool {
        let sample = template.sample
        let stray = members.compactMap { member -> (JSONMember, Parameter.Condition)? in
            guard let condition = parameters.first(where: { $0.name == member.name })?.condition,
                sample.text(condition.parameter) != condition.word
            else { return nil }
            return (member, condition)
        }
        for (member, condition) in stray {
            error(
                member.nameRange,
                "\"\(member.name)\" needs \"\(condition.parameter)\": \"\(condition.word)\" beside it")
        }
        return stray.isEmpty
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
        _ node: JSONNode, _ parameter: Parameter, _ failure: Failure
    ) -> (argument: Argument, substitution: ArgumentsTemplate.Substitution?)? {
        switch parameter.kind {
        case .text: return textArgument(node, parameter)
        case .headers: return headerArgument(node, "\"\(parameter.name)\"")
        case .json:
            if parameter.limit == .texts, node.elements?.allSatisfy({ $0.string != nil }) != true {
                error(node.range, "\"\(parameter.name)\" must be a list of texts, not \(node.kind)")
                return nil
            }
            if parameter.limit == .integerOrText, node.string == nil,
                node.number?.int.flatMap({ Int32(exactly: $0) }) == nil
            {
                let given = node.number.map(\.text.shown) ?? node.kind
                error(node.range, "\"\(parameter.name)\" must be an integer of 32 bits or a text, not \(given)")
                return nil
            }
            return templates.jsonTemplate(node).map { json in
                if let constant = json.constant { return (.json(constant), nil) }
                return (.json(JSONWriter.bytes(node)), { rendering in .json(json.bytes(&rendering)) })
            }
        default:
            guard parameter.isNumber, hasPlaceholders(node) else { return constant(node, parameter).map { ($0, nil) } }
            return madeNumber(node, "\"\(parameter.name)\"").map { made in
                let (sample, isStatus) = (parameter.sampleNumber, parameter.kind == .status && !failure.isInterim)
                return (
                    sample,
                    { rendering in
                        let text = made.bytes(&rendering)
                        let number = parameter.number(String(decoding: text, as: UTF8.self))
                        // After one of 1xx another head is to come.
                        if let number, !isStatus || !number.isInterim { return number }
                        rendering.refuse(
                            text, as: "with.\(parameter.name)",
                            wanted: isStatus ? "a status from 200 to 999" : ParameterText(parameter).type)
                        return sample
                    }
                )
            }
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
        case .count(let bounds): return count(node, what, bounds).map { .count($0) }
        case .bytes(let bounds): return fileReader.byteCount(node, what, bounds).map { .count($0) }
        case .bodyPosition, .cutPosition:
            let isCut = parameter.kind == .cutPosition
            switch isCut ? fileReader.cutPosition(node, what) : fileReader.bodyPosition(node, what) {
            case .bytes(let count)?: return .count(count)
            case .percent(let percent)?: return .share(percent)
            case .time(let time)?: return .duration(time)
            default: return nil
            }
        case .duration:
            guard let time = duration(node, what) else { return nil }
            if parameter.limit == .aboveZero, time == 0 {
                error(node.range, "\(what) must be longer than nothing")
                return nil
            }
            let unit: (name: String, length: Nanoseconds)? =
                switch parameter.limit {
                case .wholeSeconds: ("seconds", 1_000_000_000)
                case .wholeMinutes: ("minutes", 60_000_000_000)
                default: nil
                }
            if let unit, time % unit.length != 0 {
                error(node.range, "\(what) is sent in whole \(unit.name)")
                return nil
            }
            return .duration(time)
        case .flag where node.bool != nil: return node.bool.map { .text($0 ? "true" : "false") }
        case .word(let words): return word(node, what, words).map { .text($0) }
        case .status: return count(node, what, 100...999).map { .count($0) }
        case .text, .headers, .json: return nil
        }
    }

    /// As `headers` of a reply.
    private func headerArgument(
        _ node: JSONNode, _ what: String
    ) -> (argument: Argument, substitution: ArgumentsTemplate.Substitution?)? {
        guard let members = headerMembers(node, what, hasHead: false) else { return nil }
        let errors = errorCount
        let change = headerChange(members)
        guard errorCount == errors else { return nil }
        return headers(change.names, change.fields, change.substitutions)
    }

    private func headers(
        _ names: Set<[UInt8]>, _ fields: [HeaderField], _ substitutions: [FieldSubstitution]
    ) -> (argument: Argument, substitution: ArgumentsTemplate.Substitution?) {
        let argument = Argument.headers(replacing: names, with: fields)
        if substitutions.isEmpty { return (argument, nil) }
        return (
            argument,
            { rendering in
                var fields = fields
                for field in substitutions { fields[field.index].value = field.text.line(&rendering) }
                return .headers(replacing: names, with: fields)
            }
        )
    }
}

extension Argument {
    /// Whether it is a status of 1xx.
    fileprivate var isInterim: Bool { if case .count(100..<200) = self { true } else { false } }
}
