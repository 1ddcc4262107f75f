internal import Bytes
internal import Catalogue
internal import JSONText

/// The scenario that another one extends, on its way to that one's rules.
///
/// It is read anew for each that extends it, from its own text: its rules have the numbers, the variables, the system
/// and the seed of the scenario that they become a part of. What is wrong with it by itself was told when it was
/// loaded.
struct BaseScenario {
    let name: String
    /// Where it is named.
    let range: Range<Int>
    let reading: FileReading
    let members: [JSONMember]
    /// Whether it is good enough to take its rules.
    var isValid: Bool
}

/// Rules of another scenario behind this one's.
extension FileReading {
    /// The scenario that this one extends; nil where it cannot be had, which is told.
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
                hint: "what is extended stands for itself")
            return nil
        }
        // Read in any case: a change of it may be what helps.
        let bytes = source.read(file.path)
        if !file.isValid {
            error(
                range, "\"\(wanted)\" has errors and cannot be extended",
                hint: "they are those of \(file.path)")
        }
        guard case .success(let bytes) = bytes, case .success(let root) = JSONParser.parse(bytes),
            let members = root.members
        else {
            wasBaseRefused = true
            if file.isValid { error(range, "\"\(wanted)\" was changed while it was read") }
            return nil
        }
        if !file.isValid { wasBaseRefused = true }
        let reading = FileReading(
            SourceText(name: file.path, bytes: bytes), source: source, patterns: patterns, failures: failures,
            transport: transport, seed: givenSeed, numbering: numbering)
        reading.declarations(members, nil)
        return BaseScenario(name: wanted, range: range, reading: reading, members: members, isValid: file.isValid)
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

// MARK: - What it brings
extension FileReading {
    /// Takes over system, variables and settings where they are not given here.
    func inherit(_ base: BaseScenario, _ system: JSONMember?) {
        let baseReading = base.reading
        if let system {
            if baseReading.dialect.isSystem, !wasSystemRefused, baseReading.dialect.name != dialect.name {
                let systems = "\"\(dialect.name)\" here and \"\(baseReading.dialect.name)\" in \"\(base.name)\""
                error(system.value.range, "the system is \(systems), which this extends")
                wasBaseRefused = true
            }
        } else {
            dialect = baseReading.dialect
            wasSystemRefused = baseReading.wasSystemRefused
        }
        for variable in baseReading.variables where variableNumbers[variable.name] == nil {
            variableNumbers[variable.name] = variables.count
            variables.append(variable)
        }
        if baseReading.wereVariablesRefused { wereVariablesRefused = true }
        settings = baseReading.settings
    }

    /// What follows the rules of a scenario that extends another.
    struct InheritedRules {
        var rules: [CompiledRule] = []
        var otherwise: CompiledRule?
        /// With what its rules look at, beside this scenario's own.
        var uploadChecks: UploadFailureChecks
        /// The rule that leaves nothing to take.
        var catchAll: String?
    }

    /// The base's rules behind this scenario's own, of which there are `count` in the file, and its `otherwise` where
    /// that is wanted. To hide a rule of the base behind one with the same match is what extending is for; to hide all
    /// of them is a mistake.
    func inherited(
        _ base: BaseScenario, behind own: [ParsedRule], _ count: Int, _ reachability: Reachability,
        _ uploadChecks: UploadFailureChecks,
        otherwise isOtherwiseWanted: Bool
    ) -> InheritedRules {
        var inherited = InheritedRules(uploadChecks: uploadChecks)
        guard base.isValid, !wasBaseRefused else { return inherited }
        let baseReading = base.reading
        baseReading.dialect = dialect
        baseReading.seed = seed
        baseReading.variableNumbers = variableNumbers
        baseReading.wereVariablesRefused = wereVariablesRefused
        baseReading.keepsReplies = keepsReplies
        baseReading.hasCORS = hasCORS
        baseReading.numbering = numbering
        var reached = Reachability()
        if let list = base.members.first(where: { $0.name == "rules" }) {
            let rules = baseReading.rules(list.value, behind: count, &reached, &inherited.uploadChecks)
            rejectDuplicates(own, rules, base)
            if let name = reachability.catchAll, let range = own.first(where: { $0.rule.name == name })?.range {
                error(
                    range, "no rule of \"\(base.name)\" can ever match",
                    hint: "rule \"\(name.shown)\" takes every request before them")
            }
            inherited.rules = rules.map(\.rule)
            inherited.catchAll = reached.catchAll.map { "rule \"\($0.shown)\" of \"\(base.name)\"" }
        }
        if isOtherwiseWanted, let member = base.members.first(where: { $0.name == "otherwise" }) {
            inherited.otherwise = baseReading.otherwise(member, nil, inherited.uploadChecks)
        }
        numbering = baseReading.numbering
        keepsReplies = baseReading.keepsReplies
        // What was wrong in any case has been told with the base: this is what came with being a part of this one.
        if !wasSystemRefused, !wereVariablesRefused {
            for diagnostic in baseReading.diagnostics.all where diagnostic.severity == .error {
                let line = baseReading.line(diagnostic.byteRange)
                error(
                    base.range, "in line \(line) of \(baseReading.text.name): \(diagnostic.message)",
                    hint: diagnostic.hint)
            }
        }
        return inherited
    }

    private func rejectDuplicates(_ own: [ParsedRule], _ others: [ParsedRule], _ base: BaseScenario) {
        var ranges = ByteTable<Range<Int>>()
        for rule in own { ranges.insert(rule.rule.name.utf8, rule.range) }
        for other in others {
            guard let range = ranges.find(Array(other.rule.name.utf8)) else { continue }
            error(
                range, "duplicate rule name \"\(other.rule.name.shown)\"",
                hint: "\"\(base.name)\" has it in line \(base.reading.line(other.range)) of \(base.reading.text.name)")
        }
    }
}
