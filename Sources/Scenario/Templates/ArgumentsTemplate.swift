internal import Catalogue

/// What a step tells a failure, with what is filled in for each request.
struct ArgumentsTemplate: Sendable {
    typealias Substitution = @Sendable (inout Rendering) -> Argument

    let failure: Failure
    /// With what stands in for the open ones.
    var given: [String: Argument] = [:] { didSet { updateConstant() } }
    var substitutions: [String: Substitution] = [:] { didSet { updateConstant() } }
    /// What it says to every request; nil where something is filled in.
    private var constant: Arguments?

    init(_ failure: Failure) {
        self.failure = failure
        constant = sample
    }

    private mutating func updateConstant() { constant = substitutions.isEmpty ? sample : nil }

    /// For what can be said at load.
    var sample: Arguments { Arguments(of: failure, given: given) }

    fileprivate func substituting(_ rendering: inout Rendering) -> Arguments {
        var given = given
        for (name, substitution) in substitutions { given[name] = substitution(&rendering) }
        return Arguments(of: failure, given: given)
    }

    /// The failure as each request gets it: made ready here, where nothing is filled in.
    var prepared: @Sendable (inout Rendering) -> PreparedFailure {
        let effect = failure.effect
        switch stepArguments {
        case .constant(let arguments):
            let prepared = PreparedFailure(effect, arguments)
            return { _ in prepared }
        case .perRequest(let template): return { PreparedFailure(effect, template.substituting(&$0)) }
        }
    }

    /// What a compiled step keeps of it: not the failure with all its words, where nothing is filled in.
    var stepArguments: StepArguments { constant.map { .constant($0) } ?? .perRequest(self) }
}

/// The arguments of a failure as a compiled step has them.
enum StepArguments: Sendable {
    /// The same for every request.
    case constant(Arguments)
    case perRequest(ArgumentsTemplate)

    func substituting(_ rendering: inout Rendering) -> Arguments {
        switch self {
        case .constant(let arguments): arguments
        case .perRequest(let template): template.substituting(&rendering)
        }
    }
}
