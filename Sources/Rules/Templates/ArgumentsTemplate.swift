public import Catalogue

/// Arguments of a failure in a step, some of which are substituted for each request.
public struct ArgumentsTemplate: Sendable {
    public typealias Substitution = @Sendable (inout Rendering) -> Argument

    public let failure: Failure
    /// The arguments, with sample values for those in `substitutions`.
    public var given: [String: Argument] = [:] { didSet { updateConstant() } }
    public var substitutions: [String: Substitution] = [:] { didSet { updateConstant() } }
    /// The substitutions in an order, so that of several bad values it is always the same that is told.
    private var ordered: [(name: String, make: Substitution)] = []
    /// The arguments for every request; nil if there are substitutions.
    private var constant: Arguments?

    public init(_ failure: Failure) {
        self.failure = failure
        constant = sample
    }

    private mutating func updateConstant() {
        constant = substitutions.isEmpty ? sample : nil
        ordered = substitutions.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Arguments for checks at load.
    public var sample: Arguments { Arguments(of: failure, given: given) }

    fileprivate func substituting(_ rendering: inout Rendering) -> Arguments {
        var given = given
        for (name, make) in ordered { given[name] = make(&rendering) }
        return Arguments(of: failure, given: given)
    }

    /// The failure with its arguments; prepared only once if there are no substitutions.
    public var prepared: @Sendable (inout Rendering) -> PreparedFailure {
        let effect = failure.effect
        switch stepArguments {
        case .constant(let arguments):
            let prepared = PreparedFailure(effect, arguments)
            return { _ in prepared }
        case .perRequest(let template): return { PreparedFailure(effect, template.substituting(&$0)) }
        }
    }

    /// What a compiled step keeps: without substitutions, the arguments but not the failure with all its texts.
    public var stepArguments: StepArguments { constant.map { .constant($0) } ?? .perRequest(self) }
}

/// The arguments of a failure in a compiled step.
public enum StepArguments: Sendable {
    case constant(Arguments)
    case perRequest(ArgumentsTemplate)

    public func substituting(_ rendering: inout Rendering) -> Arguments {
        switch self {
        case .constant(let arguments): arguments
        case .perRequest(let template): template.substituting(&rendering)
        }
    }
}
