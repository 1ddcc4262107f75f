internal import Catalogue

/// What a step tells a failure, with what is filled in for each request.
struct ArgumentsTemplate: Sendable {
    typealias Opening = @Sendable (inout Rendering) -> Argument

    let failure: Failure
    /// With what stands in for the open ones.
    var given: [String: Argument] = [:] { didSet { settle() } }
    var open: [String: Opening] = [:] { didSet { settle() } }
    /// What it says to every request; nil where something is filled in.
    private var constant: Arguments?

    init(_ failure: Failure) {
        self.failure = failure
        constant = sample
    }

    private mutating func settle() { constant = open.isEmpty ? sample : nil }

    /// For what can be said at load.
    var sample: Arguments { Arguments(of: failure, given: given) }

    func filled(_ rendering: inout Rendering) -> Arguments {
        if let constant { return constant }
        var given = given
        for (name, argument) in open { given[name] = argument(&rendering) }
        return Arguments(of: failure, given: given)
    }
}
