internal import Bytes
internal import Catalogue
internal import JSONText
internal import Rules

/// The scenario that another one extends, while its rules are compiled for that one.
///
/// Its text is compiled anew for each scenario that extends it: its rules get the numbers, the variables, the system
/// and the seed of that scenario. Errors in the base by itself were reported when it was loaded.
struct BaseScenario {
    let name: String
    /// Range of its name in `extends`.
    let range: Range<Int>
    let fileReader: FileReader
    let members: [JSONMember]
    /// Whether it has no errors by itself, so that its rules can be compiled.
    var isValid: Bool
}

/// `extends`: the rules of another scenario after the scenario's own.
extension FileReader {
    /// The scenario that this one extends; nil if it cannot be extended, which is reported.
    func base(_ member: JSONMember, of name: String) -> BaseScenario? {
        guard let wanted = string(member.value, "\"extends\"") else {
            wasBaseRefused = true
            return nil
        }
        let range = member.value.range
        guard let file = scenarioFiles[wanted], wanted != name else {
            wasBaseRefused = true
            if wanted == name {
                error(range, "a scenario cannot extend itself")
            } else {
                error(range, "there is no scenario \"\(wanted.shown)\" to extend", hint: nearestBase(wanted, name))
            }
            return nil
        }
        if let extends = file.extends {
            wasBaseRefused = true
            error(
                range, "\"\(wanted)\" itself extends \"\(extends.shown)\"",
                hint: "a scenario that is extended cannot extend another")
            return nil
        }
        // Read in any case, so that a change of the file causes a reload.
        let bytes = source.read(file.path)
        if !file.isValid {
            error(
                range, "\"\(wanted)\" has errors and cannot be extended",
                hint: "the errors are in \(file.path)")
        }
        guard case .success(let bytes) = bytes, case .success(let root) = JSONParser.parse(bytes),
            let members = root.members
        else {
            wasBaseRefused = true
            if file.isValid { error(range, "\"\(wanted)\" was changed while it was read") }
            return nil
        }
        if !file.isValid { wasBaseRefused = true }
        let fileReader = FileReader(
            SourceText(name: file.path, bytes: bytes), source: source, patterns: patterns, encoder: encoder,
            certificates: certificates,
            failures: failures, protocols: protocols, overrides: overrides, numbering: numbering)
        fileReader.declarations(members, nil)
        return BaseScenario(name: wanted, range: range, fileReader: fileReader, members: members, isValid: file.isValid)
    }

    private func nearestBase(_ wanted: String, _ own: String) -> String? {
        let names = scenarioFiles.names.filter { $0 != own }
        let stem = wanted.hasSuffix(".json") ? String(wanted.dropLast(5)) : wanted
        let same = names.first { $0 == stem || $0.hasSuffix("/" + stem) }
        return same.map { "did you mean \"\($0)\"?" } ?? didYouMean(stem, names)
            ?? "it is the name of one that is loaded together with this one"
            + (names.first.map { ", such as \"\($0)\"" } ?? "")
    }
}

// MARK: - Inheritance
extension FileReader {
    /// Takes over the system, variables and settings that are not given here.
    func inherit(_ base: BaseScenario, _ system: JSONMember?) {
        let baseReader = base.fileReader
        if let system {
            if baseReader.dialect.isSystem, !wasSystemRefused, baseReader.dialect.name != dialect.name {
                let systems = "\"\(dialect.name)\" here and \"\(baseReader.dialect.name)\" in \"\(base.name)\""
                error(system.value.range, "the system is \(systems), which this extends")
                wasBaseRefused = true
            }
        } else {
            dialect = baseReader.dialect
            wasSystemRefused = baseReader.wasSystemRefused
        }
        for variable in baseReader.variables where variableNumbers[variable.name] == nil {
            variableNumbers[variable.name] = variables.count
            variables.append(variable)
        }
        if baseReader.wereVariablesRefused { wereVariablesRefused = true }
        settings = baseReader.settings
    }

    /// The part of a base scenario that follows the scenario's own rules.
    struct InheritedRules {
        var rules: [CompiledRule] = []
        var otherwise: CompiledRule?
        /// The checks, with the rules of both scenarios added.
        var uploadChecks: UploadFailureChecks
        /// Description of the rule of the base that takes every request.
        var catchAll: String?
    }

    /// The rules of the base after this scenario's own, of which the file has `count`, and its `otherwise` if that is
    /// wanted. To override a rule of the base by one with the same match is intended; to hide all of them is an error.
    func inherited(
        _ base: BaseScenario, behind own: [ParsedRule], _ count: Int, _ reachability: Reachability,
        _ uploadChecks: UploadFailureChecks,
        otherwise isOtherwiseWanted: Bool
    ) -> InheritedRules {
        var inherited = InheritedRules(uploadChecks: uploadChecks)
        guard base.isValid, !wasBaseRefused else { return inherited }
        let baseReader = base.fileReader
        baseReader.ownDialect = baseReader.dialect
        baseReader.dialect = dialect
        baseReader.seed = seed
        baseReader.variableNumbers = variableNumbers
        baseReader.wereVariablesRefused = wereVariablesRefused
        baseReader.keepsReplies = keepsReplies
        baseReader.hasCORS = hasCORS
        baseReader.numbering = numbering
        var reached = Reachability()
        if let list = base.members.first(where: { $0.name == "rules" }) {
            let rules = baseReader.rules(list.value, behind: count, &reached, &inherited.uploadChecks)
            rejectDuplicates(rules, base)
            if let name = reachability.catchAll, let range = own.first(where: { $0.rule.name == name })?.range {
                error(
                    range, "no rule of \"\(base.name)\" can ever match",
                    hint: "rule \"\(name.shown)\" takes every request before them")
            }
            inherited.rules = rules.map(\.rule)
            inherited.catchAll = reached.catchAll.map { "rule \"\($0.shown)\" of \"\(base.name)\"" }
        }
        if isOtherwiseWanted, let member = base.members.first(where: { $0.name == "otherwise" }) {
            inherited.otherwise = baseReader.otherwise(member, nil, inherited.uploadChecks)
        }
        numbering = baseReader.numbering
        keepsReplies = baseReader.keepsReplies
        // Errors of the base by itself were reported with its own file: these come from its combination with this
        // scenario.
        if !wasSystemRefused, !wereVariablesRefused {
            for diagnostic in baseReader.diagnostics.all where diagnostic.severity == .error {
                let line = baseReader.line(diagnostic.byteRange)
                error(
                    base.range, "in line \(line) of \(baseReader.text.name): \(diagnostic.message)",
                    hint: diagnostic.hint)
            }
        }
        return inherited
    }

    private func rejectDuplicates(_ others: [ParsedRule], _ base: BaseScenario) {
        for other in others {
            guard let range = ruleNames.find(Array(other.rule.name.utf8)) else { continue }
            error(
                range, "duplicate rule name \"\(other.rule.name.shown)\"",
                hint:
                    "\"\(base.name)\" has it in line \(base.fileReader.line(other.range)) of \(base.fileReader.text.name)"
            )
        }
    }
}
