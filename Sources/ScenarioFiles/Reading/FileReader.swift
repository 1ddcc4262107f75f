internal import Bytes
internal import Catalogue
internal import JSONText
internal import Rules
internal import Wire

/// Compiles one scenario file.
///
/// Each extension reads one kind of object. A reader that finds an error reports it and goes on with the rest, so that
/// all errors of a file are reported in one run.
final class FileReader: ValueReader {
    let text: SourceText
    let source: any ScenarioSource
    let patterns: any PatternCompiler
    let encoder: any ContentEncoder
    let certificates: (any CertificateChecker)?
    /// Whether it has the rules of another scenario.
    var extendsAnother = false
    /// Whether a list of rules needs one.
    var needsRules = true
    let failures: FailureIndex
    /// Features that answers may need.
    let protocols: [TransportFeatures]
    var numbering: ScriptNumbering
    var diagnostics = DiagnosticBag()
    /// The dialect of the file's `system`, with its settings.
    var dialect: any Dialect = PlainHTTP() {
        didSet { ofDialect = nil }
    }
    /// The dialect of the file itself, if it is compiled for a scenario that extends it: the codes of its failures are
    /// those of its own system.
    var ownDialect: (any Dialect)?
    /// Made for the first part that needs them.
    private var ofDialect: SystemVocabularies?
    var vocabularies: SystemVocabularies {
        if let ofDialect { return ofDialect }
        let made = dialect.isSystem ? SystemVocabularies(dialect) : .plain
        ofDialect = made
        return made
    }
    var seed: Int64
    /// In place of what the file says.
    let overrides: ScenarioOverrides
    /// Whether `system` is invalid: then nothing is reported that depends on the system.
    var wasSystemRefused = false
    /// Whether answers read from here on keep their replies, because those may be changed for a request.
    var keepsReplies = false
    /// Whether answers allow pages of other origins to read them (CORS).
    var hasCORS: Bool
    /// Unlisted codes that were checked for a warning.
    var warnedCodes: Set<String> = []
    /// Indices of the variables.
    var variableNumbers: [String: Int] = [:]
    /// Whether "variables" has errors: then undeclared variables are not reported.
    var wereVariablesRefused = false
    /// In the order of their indices.
    var variables: [CompiledVariable] = []
    /// Settings of the system, by name.
    var settings: [String: Setting.Value] = [:]
    private var stateReader: (any StateReader)?
    /// The names of the rules, also of those with errors, with the ranges for messages.
    var ruleNames = ByteTable<Range<Int>>()
    /// The scenario files that are loaded together.
    var scenarioFiles = FileTable()
    /// Whether `extends` is invalid: then nothing is reported that depends on the base.
    var wasBaseRefused = false
    private var bodies: [String: Result<[UInt8], ScenarioSourceError>] = [:]

    init(
        _ text: SourceText, source: any ScenarioSource, patterns: any PatternCompiler, encoder: any ContentEncoder,
        certificates: (any CertificateChecker)?, failures: FailureIndex, protocols: [TransportFeatures],
        overrides: ScenarioOverrides, numbering: ScriptNumbering
    ) {
        self.text = text
        self.source = source
        self.patterns = patterns
        self.encoder = encoder
        self.certificates = certificates
        self.failures = failures
        self.protocols = protocols
        self.overrides = overrides
        seed = overrides.seed ?? 0
        hasCORS = overrides.hasCORS
        self.numbering = numbering
    }

    var errorCount: Int { diagnostics.errorCount }

    /// The system's reader of its state: one for the whole file.
    func reader(of syntax: any StateSyntax) -> any StateReader {
        if let stateReader { return stateReader }
        let reader = syntax.makeReader(self)
        stateReader = reader
        return reader
    }

    func error(_ range: Range<Int>, _ message: String, hint: String? = nil) {
        diagnostics.error(text.name, range, message, hint: hint)
    }

    func warning(_ range: Range<Int>, _ message: String, hint: String? = nil) {
        diagnostics.warning(text.name, range, message, hint: hint)
    }

    /// Reports a value of the wrong type: `"status" must be a number, not a string`.
    func wrongType(_ node: JSONNode, _ what: String, _ wanted: String) { wrongType(node, what, wanted, hint: nil) }

    func wrongType(_ node: JSONNode, _ what: String, _ wanted: String, hint: String?) {
        error(node.range, "\(what) must be \(wanted), not \(node.kind)", hint: hint)
    }

    /// The line of a range, for messages with two positions.
    func line(_ range: Range<Int>) -> Int { text.position(of: range.lowerBound).line }

    /// The bytes of a file, by its path relative to this one; read once.
    func fileBytes(_ path: String) -> Result<[UInt8], ScenarioSourceError> {
        if let bytes = bodies[path] { return bytes }
        let folder = text.name.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(text.name[...$0]) } ?? ""
        let bytes = source.read(folder + path)
        bodies[path] = bytes
        return bytes
    }
}

// MARK: - Values
extension FileReader {
    /// The members of an object; reports those that are not in its vocabulary.
    func object(_ node: JSONNode, _ vocabulary: Vocabulary, what: String? = nil) -> [JSONMember]? {
        guard let members = node.members else {
            let what = what ?? vocabulary.nounPhrase
            wrongType(node, what, "an object", hint: MeantValue.object(node, vocabulary, what))
            return nil
        }
        for member in members where !vocabulary.names.contains(member.name) {
            unknown(member, among: members, vocabulary)
        }
        return members
    }

    private func unknown(_ member: JSONMember, among members: [JSONMember], _ vocabulary: Vocabulary) {
        let known = showsMoreErrors ? foreignWord(member, among: members, vocabulary) : nil
        let others = failures.dialects.filter { vocabulary.fields(of: $0).contains(member.name) }.map(\.name)
        if wasSystemRefused, !others.isEmpty { return }
        if let first = others.first {
            error(
                member.nameRange,
                others.count == 1
                    ? "\"\(member.name)\" is for the system \(first)"
                    : "\"\(member.name)\" is for the systems \(others.dropLast().joined(separator: ", ")) and "
                        + others[others.count - 1],
                hint: known
                    ?? (dialect.isSystem ? "this one is \(dialect.name)" : "this scenario has no \"system\""))
        } else if let reason = vocabulary.reason(forLater: member.name) {
            error(member.nameRange, "\"\(member.name)\" is not supported by this version yet", hint: reason)
        } else {
            error(
                member.nameRange, "unknown field \"\(member.name.shown)\" in \(vocabulary.nounPhrase)",
                hint: known
                    ?? didYouMean(member.name, vocabulary.names + vocabulary.later)
                    ?? (dialect.isSystem
                        ? nil : didYouMean(member.name, failures.dialects.flatMap { vocabulary.fields(of: $0) })))
        }
    }

    /// Whether one of the members is probably this field, misspelt or in another tool's word: its diagnostic then says
    /// enough.
    func isMisspelt(_ name: String, _ members: [JSONMember], _ vocabulary: Vocabulary) -> Bool {
        let all = vocabulary.names + vocabulary.later
        return members.contains { member in
            guard !all.contains(member.name) else { return false }
            if isSuccess(member, in: vocabulary) { return name == "reply" || name == "steps" }
            if let foreign = ForeignWord.find(member.name, in: vocabulary) { return foreign.meant.contains(name) }
            return EditDistance.nearest(to: member.name, among: all) == name
        }
    }

    /// Whether the next error is shown and not only counted. Suggestions are not worth their time otherwise: they
    /// search thousands of names, possibly for thousands of errors.
    var showsMoreErrors: Bool { diagnostics.droppedCount(of: text.name) == 0 }

    func didYouMean(_ name: String, _ candidates: some Sequence<String>) -> String? {
        guard showsMoreErrors else { return nil }
        return EditDistance.nearest(to: name, among: candidates).map { "did you mean \"\($0)\"?" }
    }

    /// Whether the field is true, its only valid value.
    func isTrue(_ member: JSONMember) -> Bool {
        if member.value.bool == true { return true }
        error(member.value.range, "\"\(member.name)\" can only be true")
        return false
    }

    /// A whole number within the bounds.
    func count(_ node: JSONNode, _ what: String, _ bounds: ClosedRange<Int>) -> Int? {
        guard let number = node.number else {
            wrongType(node, what, "a number", hint: MeantValue.number(node))
            return nil
        }
        guard let int = number.int, bounds.contains(int) else {
            error(node.range, "\(what) must be a whole number from \(bounds.lowerBound) to \(bounds.upperBound)")
            return nil
        }
        return int
    }

    /// A string without placeholders: a name, a keyword, a duration.
    func string(_ node: JSONNode, _ what: String) -> String? {
        if let string = node.string { return string }
        wrongType(node, what, "a string")
        return nil
    }

    /// One of several keywords.
    func word(_ node: JSONNode, _ what: String, _ choices: [String]) -> String? {
        guard let word = string(node, what) else { return nil }
        if choices.contains(word) { return word }
        error(
            node.range, "\(what) cannot be \"\(word.shown)\"; it is \(choices.quotedList(last: "or"))",
            hint: didYouMean(word, choices))
        return nil
    }

    func duration(_ node: JSONNode, _ what: String) -> Nanoseconds? {
        guard let string = node.string else {
            wrongType(node, what, "a duration such as \"250ms\"", hint: MeantValue.duration(node))
            return nil
        }
        switch DurationText.nanoseconds(string) {
        case .success(let time): return time
        case .failure(let failure):
            error(node.range, failure.message, hint: MeantValue.duration(node))
            return nil
        }
    }

    /// A string without placeholders, in which `{{{{` stands for `{{`.
    func literal(_ node: JSONNode, _ what: String, otherwise message: String, hint: String) -> [UInt8]? {
        guard let bytes = node.utf8 else {
            wrongType(node, what, "a string")
            return nil
        }
        return literal(bytes, node.range, otherwise: message, hint: hint)
    }

    func literal(_ bytes: [UInt8], _ range: Range<Int>, otherwise message: String, hint: String) -> [UInt8]? {
        guard let first = Placeholders.firstBraces(in: bytes) else { return bytes.copied }
        switch Placeholders.unescape(bytes, from: first) {
        case .success(let bytes): return bytes
        case .failure(let placeholder):
            error(self.place(of: placeholder.offset..<placeholder.end, inString: range), message, hint: hint)
            return nil
        }
    }

    func place(of bytes: Range<Int>, inString range: Range<Int>) -> Range<Int> {
        let start = StringOffsets.sourceOffset(of: bytes.lowerBound, in: text.bytes, string: range)
        return start..<max(start, StringOffsets.sourceOffset(of: bytes.upperBound, in: text.bytes, string: range))
    }
}
