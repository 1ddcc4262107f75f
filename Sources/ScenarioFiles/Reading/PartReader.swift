internal import Bytes
internal import Catalogue
internal import JSONText
internal import Wire

/// Reads a part of a scenario file: a rule, a match, a step, an answer.
///
/// The reader of a part is created for that part and passed on to what it contains. Its state belongs to the part
/// alone, so that errors in one rule have no effect on the next one.
protocol PartReader {
    /// The file, with what applies to all of it and with its diagnostics.
    var fileReader: FileReader { get }
}

// MARK: - The file
extension PartReader {
    var dialect: any Dialect { fileReader.dialect }
    var vocabularies: SystemVocabularies { fileReader.vocabularies }
    var failures: FailureIndex { fileReader.failures }
    var seed: Int64 { fileReader.seed }
    var errorCount: Int { fileReader.errorCount }

    func variable(_ name: String, _ range: () -> Range<Int>) -> Int? { fileReader.variable(name, range) }

    func sourceRange(_ start: Int, _ end: Int, _ node: JSONNode) -> Range<Int> {
        fileReader.place(of: start..<end, inString: node.range)
    }
}

// MARK: - Diagnostics
extension PartReader {
    func error(_ range: Range<Int>, _ message: String, hint: String? = nil) {
        fileReader.error(range, message, hint: hint)
    }

    func warning(_ range: Range<Int>, _ message: String, hint: String? = nil) {
        fileReader.warning(range, message, hint: hint)
    }

    func wrongType(_ node: JSONNode, _ what: String, _ wanted: String, hint: String? = nil) {
        fileReader.wrongType(node, what, wanted, hint: hint)
    }

    func isMisspelt(_ name: String, _ members: [JSONMember], _ vocabulary: Vocabulary) -> Bool {
        fileReader.isMisspelt(name, members, vocabulary)
    }

    func didYouMean(_ name: String, _ candidates: some Sequence<String>) -> String? {
        fileReader.didYouMean(name, candidates)
    }
}

// MARK: - Values
extension PartReader {
    func object(_ node: JSONNode, _ vocabulary: Vocabulary, what: String? = nil) -> [JSONMember]? {
        fileReader.object(node, vocabulary, what: what)
    }

    func isTrue(_ member: JSONMember) -> Bool { fileReader.isTrue(member) }

    func count(_ node: JSONNode, _ what: String, _ bounds: ClosedRange<Int>) -> Int? {
        fileReader.count(node, what, bounds)
    }

    func string(_ node: JSONNode, _ what: String) -> String? { fileReader.string(node, what) }

    func word(_ node: JSONNode, _ what: String, _ choices: [String]) -> String? { fileReader.word(node, what, choices) }

    func duration(_ node: JSONNode, _ what: String) -> Nanoseconds? { fileReader.duration(node, what) }

    func literal(_ node: JSONNode, _ what: String, otherwise message: String, hint: String) -> [UInt8]? {
        fileReader.literal(node, what, otherwise: message, hint: hint)
    }
}
