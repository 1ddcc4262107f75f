internal import Bytes
internal import Catalogue
internal import JSONText

/// The settings of the scenario's system.
extension FileReader {
    /// The values by name, each of the type of its setting. Call this when the system is known.
    func settings(_ member: JSONMember) -> [String: Setting.Value] {
        guard let members = member.value.members else {
            wrongType(member.value, "\"settings\"", "an object")
            return [:]
        }
        if wasSystemRefused { return [:] }
        guard dialect.isSystem else {
            error(member.nameRange, "\"settings\" are those of a system", hint: "this scenario has no \"system\"")
            return [:]
        }
        var given: [String: Setting.Value] = [:]
        for member in members {
            guard let setting = dialect.settings.first(where: { $0.name == member.name }) else {
                unknownSetting(member)
                continue
            }
            given[setting.name] = value(member.value, setting)
        }
        return given
    }

    /// Call this when all settings are known, including those of the base, and before a state is made of them.
    func checkState(of member: JSONMember) {
        guard let syntax = dialect.stateSyntax, case .state(let beginning)? = settings[syntax.name] else { return }
        let all = Settings(of: dialect.settings, given: settings)
        if !reader(of: syntax).check(beginning, all, at: member) { settings[syntax.name] = nil }
    }

    /// Reports variables that the settings make the system read and that are not declared.
    func checkVariables(of settings: JSONMember) {
        guard !wereVariablesRefused else { return }
        for name in dialect.variables where variableNumbers[name] == nil {
            error(
                settings.nameRange, "the settings of \(dialect.name) need the variable \"\(name.shown)\"",
                hint: "\"variables\" declares it, with the value that it begins with")
        }
    }

    private func unknownSetting(_ member: JSONMember) {
        let names = dialect.settings.map(\.name)
        error(
            member.nameRange, "unknown field \"\(member.name.shown)\" in the \"settings\" of \(dialect.name)",
            hint: didYouMean(member.name, names)
                ?? (names.isEmpty ? "it has none" : "it has \(names.quotedList(last: "and"))"))
    }

    private func value(_ node: JSONNode, _ setting: Setting) -> Setting.Value? {
        let what = "\"\(setting.name)\""
        switch setting.kind {
        case .flag:
            if let flag = node.bool { return .flag(flag) }
            wrongType(node, what, "true or false")
        case .word(let words): return word(node, what, words).map { .text($0) }
        case .text:
            guard let bytes = node.utf8 else {
                wrongType(node, what, "a string")
                break
            }
            return constant(bytes, node.range).map { .text($0.text) }
        case .number(let bounds): return count(node, what, bounds).map { .number($0) }
        case .bytes(let bounds): return byteCount(node, what, bounds).map { .number($0) }
        case .object:
            guard node.members != nil else {
                wrongType(node, what, "an object")
                break
            }
            return constant(node).map { .object(JSONWriter.bytes($0)) }
        case .json: return constant(node).map { .json(JSONWriter.bytes($0)) }
        case .state:
            guard let syntax = dialect.stateSyntax else { break }
            return .state(reader(of: syntax).beginning(node, ContentKey(seed: seed)))
        }
        return nil
    }

    private func constant(_ bytes: [UInt8], _ range: Range<Int>) -> [UInt8]? {
        literal(bytes, range, otherwise: Self.settingsAreConstant)
    }

    private static let settingsAreConstant = "settings are without placeholders"

    private func constant(_ node: JSONNode) -> JSONNode? { constant(node, otherwise: Self.settingsAreConstant) }

    /// The value with unescaped strings; nil if one of them has a placeholder.
    func constant(_ node: JSONNode, otherwise message: String) -> JSONNode? {
        switch node.value {
        case .null, .bool, .number: return node
        case .string(let bytes):
            return literal(bytes, node.range, otherwise: message).map {
                JSONNode(range: node.range, value: .string($0))
            }
        case .array(let elements):
            let constants = elements.map { constant($0, otherwise: message) }
            let good = constants.compactMap(\.self)
            return good.count == constants.count ? JSONNode(range: node.range, value: .array(good)) : nil
        case .object(let members):
            let constants = members.map { member in
                literal(Array(member.name.utf8), member.nameRange, otherwise: message).flatMap { name in
                    constant(member.value, otherwise: message).map {
                        JSONMember(name: name.text, nameRange: member.nameRange, value: $0)
                    }
                }
            }
            let good = constants.compactMap(\.self)
            return good.count == constants.count ? JSONNode(range: node.range, value: .object(good)) : nil
        }
    }
}
