internal import Catalogue
internal import JSONText
internal import Rules
internal import ScenarioFiles
internal import Synchronization
internal import Systems
internal import Wire

/// Answers of `fail/NAME/…`: failures without a scenario, with default parameters.
final class FailureAnswers: Sendable {
    /// Failures prepared so far, by name. Bounded in number and length of the name, since clients choose the names and
    /// some systems have a failure for each number or word.
    private let made = Mutex<[String: StandaloneFailure]>([:])
    private static let most = 1_000
    /// Longer than every name in the catalogue's tables.
    private static let longestName = 100

    private let numbering: Mutex<ScriptNumbering>

    init(_ numbering: ScriptNumbering) { self.numbering = Mutex(numbering) }

    /// The failure with the longest name that the path begins with; nil if there is none.
    func failure(in path: [String]) -> StandaloneFailure? {
        for count in stride(from: min(path.count, 4), to: 0, by: -1) {
            if let failure = failure(named: path.prefix(count).joined(separator: "/")) { return failure }
        }
        return nil
    }

    private func failure(named name: String) -> StandaloneFailure? {
        if let failure = made.withLock({ $0[name] }) { return failure }
        guard let failure = FailureIndex.all[name], failure.kind != .connection else { return nil }
        let standalone = StandaloneFailure(failure, named: name, in: FailureIndex.all.dialect(of: failure))
        guard name.utf8.count <= Self.longestName else { return standalone }
        made.withLock { made in
            if made.count >= Self.most { made = [:] }
            made[name] = standalone
        }
        return standalone
    }

    /// The failure of a field `Mishap-Fail`. `path`: the name that the path has, which has to be the same. A failure of
    /// the scenario's system obeys its settings.
    func failure(
        ofField bytes: ArraySlice<UInt8>, named path: String? = nil, in scenario: CompiledScenario? = nil
    ) -> Result<StandaloneFailure, ControlRefusal> {
        do throws(ControlRefusal) {
            let field: FailField
            switch FailField.read(bytes) {
            case .success(let read): field = read
            case .failure(let error):
                throw ControlRefusal(
                    400,
                    "Mishap-Fail is malformed: \(error.message); it is NAME, or NAME; parameter=value, as in http/timeout or tcp/reset-mid-body; after=40"
                )
            }
            if let path, path != field.name {
                throw ControlRefusal(
                    400, "the path names the failure \"\(path)\", and Mishap-Fail \"\(field.name.prefix(100))\"")
            }
            guard let failure = field.failure else {
                throw ControlRefusal(Problems.unknownFailure(field.name.split(separator: "/").map(String.init)))
            }
            if failure.kind == .connection {
                throw ControlRefusal(Problems.beforeRequests(field.name, by: field.by, failure))
            }
            let system = FailureIndex.all.dialect(of: failure)
            let dialect = system.flatMap { scenario?.dialect.name == $0.name ? scenario?.dialect : nil } ?? system
            let given = GivenScenarios.failure(field.name, with: try field.parameters(of: failure), in: dialect)
            guard let given = given.failure else {
                let error = given.diagnostics.all.first { $0.severity == .error }
                throw field.refusal(failure, error?.text ?? "the parameters do not fit each other")
            }
            return .success(
                StandaloneFailure(
                    given.failure, given.arguments, spoiling: given.stock, named: field.name, in: dialect))
        } catch {
            return .failure(error)
        }
    }

    private static let path = Array("/__mishap/fail/".utf8)

    /// The script of the failure for a request. `isNumbered`: it is kept, so that transports may keep what they make of it.
    ///
    /// A system reads the path behind the name, such as the version of its API.
    func script(
        of failure: StandaloneFailure, _ request: Request, at wallMilliseconds: Int64, isNumbered: Bool = true
    ) -> WireScript {
        let number = failure.isConstant && isNumbered ? numbering.withLock { $0.next() } : 0
        let isInPath = failure.readsCalls && request.head[request.path].starts(with: Self.path)
        return request.withoutPathPrefix(isInPath ? Self.path.count + failure.name.utf8.count : 0) {
            failure.script(for: request, at: wallMilliseconds, number: number)
        }
    }
}
