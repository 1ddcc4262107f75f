internal import Catalogue
internal import JSONText
internal import Rules

/// Reads the steps of one rule, its `countBy` and its limits, once its name and its match are known.
final class RuleReader: PartReader {
    let fileReader: FileReader
    /// Part of the key of random draws and of drawn content.
    let name: String
    /// Positions of the named segments of its path, counted from 0.
    let pathNames: [String: Int]
    /// Whether it takes a batch as one request.
    let takesBatch: Bool
    /// Whether it takes calls of the system: its match has a field of them.
    let matchesCalls: Bool
    /// Whether its answers have no body, whatever they say.
    let takesOnlyHEAD: Bool
    /// Whether an answer or `countBy` reads the body of the request.
    var readsBody = false
    /// Failures that act before the body of the request has been read.
    var uploadFailures: [UploadFailureChecks.Failure] = []
    /// Failures that change a reply, and have none in their step.
    var loneSpoilers: [LoneSpoilers.Failure] = []

    private static let onlyHEAD = MethodSet([Array("HEAD".utf8)])

    init(_ fileReader: FileReader, name: String, _ match: MatchProgram = MatchProgram()) {
        self.fileReader = fileReader
        self.name = name
        pathNames = match.pathNames
        takesBatch = match.takesBatch
        takesOnlyHEAD = match.methods == Self.onlyHEAD
        matchesCalls = !match.fields(of: .call).isEmpty
    }
}
