internal import Bytes
internal import Catalogue
internal import Rules
internal import Wire

/// A failure that was asked for by name, with its script if that does not depend on the request.
final class KnownFailure {
    let failure: StandaloneFailure
    /// Its name, for the journal.
    let extras: JournalExtras
    /// Whether a field made it, of which there are as many as clients like: then only a small script is kept.
    let isOfField: Bool
    /// The scenario whose settings it obeys; nil if it is that of the system's defaults.
    let owner: CompiledScenario.Identity?
    private(set) var script: WireScript?

    /// Bytes of a script that is kept for a field.
    private static let largestKept = 16 << 10

    init(_ failure: StandaloneFailure, isOfField: Bool = false, in scenario: CompiledScenario? = nil) {
        self.failure = failure
        owner = scenario.flatMap { Self.owner(failure, $0) }
        self.isOfField = isOfField
        var extras = JournalExtras()
        extras.add(failure: failure.name)
        self.extras = extras
    }

    /// Whether settings of the scenario change it.
    func isOf(_ scenario: CompiledScenario) -> Bool { Self.owner(failure, scenario) != nil }

    private static func owner(
        _ failure: StandaloneFailure, _ scenario: CompiledScenario
    ) -> CompiledScenario.Identity? {
        scenario.hasSettings && failure.isOfSystem(scenario.dialect.name) ? scenario.identity : nil
    }

    /// Keeps the script, if it is the same for all requests.
    func keep(_ script: WireScript) {
        if failure.isConstant, !isOfField || script.size <= Self.largestKept { self.script = script }
    }
}

/// Failures of a shard that were asked for: of `fail/NAME/…` by the request's path, and of `Mishap-Fail` by its value.
struct KnownFailures {
    private var byPath = ByteTable<KnownFailure>()
    private var byField = ByteTable<KnownFailure>()
    /// Those that obey the settings of a scenario, by its identity, which they keep.
    private var byOwner: [ObjectIdentifier: ByteTable<KnownFailure>] = [:]
    private var byName: [String: KnownFailure] = [:]

    /// Most paths, values and names that are remembered, and bytes of each, since clients choose them.
    private static let most = 256
    private static let longest = 200
    private static let mostOwners = 16

    private static func insert(
        _ known: KnownFailure, _ field: ArraySlice<UInt8>, into table: inout ByteTable<KnownFailure>
    ) {
        if table.count >= most { table = ByteTable() }
        table.insert(field, known)
    }

    func ofPath(_ request: Request) -> KnownFailure? { byPath.find(request.head, request.path) }

    func ofField(_ request: Request, _ field: Range<Int>, in scenario: CompiledScenario) -> KnownFailure? {
        if scenario.hasSettings, let known = byOwner[ObjectIdentifier(scenario.identity)]?.find(request.head, field) {
            return known
        }
        guard let known = byField.find(request.head, field), !known.isOf(scenario) else { return nil }
        return known
    }

    /// The failure of a path, which is the same for all clients and methods.
    mutating func keep(_ failure: StandaloneFailure, ofPathOf request: Request) -> KnownFailure {
        let known = byName[failure.name] ?? KnownFailure(failure)
        guard request.path.count <= Self.longest else { return known }
        if byPath.count >= Self.most { byPath = ByteTable() }
        if byName.count >= Self.most { byName = [:] }
        byName[failure.name] = known
        byPath.insert(request.head[request.path], known)
        return known
    }

    mutating func keep(
        _ failure: StandaloneFailure, ofField field: Range<Int>, _ request: Request, in scenario: CompiledScenario
    ) -> KnownFailure {
        let known = KnownFailure(failure, isOfField: true, in: scenario)
        guard field.count <= Self.longest else { return known }
        if let owner = known.owner {
            if byOwner.count >= Self.mostOwners { byOwner = [:] }
            Self.insert(known, request.head[field], into: &byOwner[ObjectIdentifier(owner), default: ByteTable()])
        } else {
            Self.insert(known, request.head[field], into: &byField)
        }
        return known
    }
}
