public import Catalogue
public import JSONText
internal import Rules
public import Wire

/// A failure that is given outside of a scenario, with the arguments of its parameters.
public struct GivenFailure: Sendable {
    public let failure: Failure
    public let arguments: Arguments
    /// The reply that it spoils, if the stock one is too short for the arguments.
    public let stock: Reply?
}

extension ScenarioLoader {
    /// Checks a failure with its parameters as a step of a scenario of its own system would be, and reports all errors.
    ///
    /// `dialect` is that of its system, with the settings that the failure has to obey. `parameters` is an object as in
    /// `with`. Placeholders are an error, since there is no rule that they could refer to.
    public func failure(
        _ name: String, with parameters: JSONValue, in dialect: (any Dialect)? = nil
    ) -> (failure: GivenFailure?, diagnostics: DiagnosticBag) {
        let step: JSONValue = ["fail": .string(name), "with": parameters]
        let source = SourceText(name: "failure", bytes: step.bytes())
        guard case .success(let root) = JSONParser.parse(source.bytes) else {
            var diagnostics = DiagnosticBag()
            diagnostics.add(Diagnostic(.error, file: source.name, range: 0..<0, "the parameters are no JSON"))
            return (nil, diagnostics)
        }
        let reader = fileReader(source, ScenarioOverrides(seed: 0), ScriptNumbering())
        if let dialect = dialect ?? failures[name].flatMap({ failures.dialect(of: $0) }) { reader.dialect = dialect }
        let given = reader.givenFailure(root)
        return (reader.diagnostics.hasErrors ? nil : given, reader.diagnostics)
    }
}

extension FileReader {
    fileprivate func givenFailure(_ root: JSONNode) -> GivenFailure? {
        guard let fail = root.members?.first, let with = root["with"], let failure = failure(fail.value, with) else {
            return nil
        }
        let step = StepReader(RuleReader(self, name: "failure"), number: 0, .last)
        guard let template = AnswerReader(step, fail: fail).arguments(with, failure, of: fail.value) else { return nil }
        guard template.substitutions.isEmpty else {
            error(with.range, "a placeholder has no request of a rule to refer to")
            return nil
        }
        let stock = failure.kind == .spoiler ? longStock(failure, template.sample) : nil
        // What only a whole step shows, such as a status without a body. A failure of batches would want a rule for them.
        if !failure.needsBatch, stock == nil { _ = rule(root, number: 1) }
        return GivenFailure(failure: failure, arguments: template.sample, stock: stock)
    }

    /// A success that is long enough for what the arguments want of its body, if only its length is wrong otherwise, or
    /// that takes longer than the time after which they cut it.
    private func longStock(_ failure: Failure, _ arguments: Arguments) -> Reply? {
        if !dialect.isSystem, let time = arguments.cutTime(of: failure) {
            var reply = PlainHTTP().stockSuccess(longerThan: 1_000)
            reply.pace = Pace(bytes: 1, interval: max(50_000_000, time / 500))
            return reply
        }
        guard !dialect.isSystem, let count = arguments.count("after"), count <= PlainHTTP.longestStockSuccess,
            failure.objection(arguments, failure.stock ?? dialect.stockSuccess) != nil
        else { return nil }
        let reply = PlainHTTP().stockSuccess(longerThan: count)
        return failure.objection(arguments, reply) == nil ? reply : nil
    }
}
