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
    var reading: FileReading { get }
}

// MARK: - The file
extension PartReader {
    var dialect: any Dialect { reading.dialect }
    var failures: FailureIndex { reading.failures }
    var seed: Int64 { reading.seed }
    var errorCount: Int { reading.errorCount }

    func variable(_ name: String, _ range: () -> Range<Int>) -> Int? { reading.variable(name, range) }

    func sourceRange(_ start: Int, _ end: Int, _ node: JSONNode) -> Range<Int> {
        reading.place(of: start..<end, inString: node.range)
    }
}

// MARK: - Diagnostics
extension PartReader {
    func error(_ range: Range<Int>, _ message: String, hint: String? = nil) {
        reading.error(range, message, hint: hint)
    }

    func warning(_ range: Range<Int>, _ message: String, hint: String? = nil) {
        reading.warning(range, message, hint: hint)
    }

    func wrongType(_ node: JSONNode, _ what: String, _ wanted: String) { reading.wrongType(node, what, wanted) }

    func isMisspelt(_ name: String, _ members: [JSONMember], _ vocabulary: Vocabulary) -> Bool {
        reading.isMisspelt(name, members, vocabulary)
    }

    func didYouMean(_ name: String, _ candidates: some Sequence<String>) -> String? {
        reading.didYouMean(name, candidates)
    }
}

// MARK: - Values
extension PartReader {
    func object(_ node: JSONNode, _ vocabulary: Vocabulary, what: String? = nil) -> [JSONMember]? {
        reading.object(node, vocabulary, what: what)
    }

    func isTrue(_ member: JSONMember) -> Bool { reading.isTrue(member) }

    func count(_ node: JSONNode, _ what: String, _ bounds: ClosedRange<Int>) -> Int? {
        reading.count(node, what, bounds)
    }

    func string(_ node: JSONNode, _ what: String) -> String? { reading.string(node, what) }

    func word(_ node: JSONNode, _ what: String, _ choices: [String]) -> String? { reading.word(node, what, choices) }

    func duration(_ node: JSONNode, _ what: String) -> Nanoseconds? { reading.duration(node, what) }

    func literal(_ node: JSONNode, _ what: String, otherwise message: String, hint: String) -> [UInt8]? {
        reading.literal(node, what, otherwise: message, hint: hint)
    }
}
