internal import Catalogue

/// What a step tells a failure, with what is filled in for each request.
struct ArgumentsTemplate: Sendable {
    typealias Opening = @Sendable (inout Rendering) -> Argument

    let failure: Failure
    /// With what stands in for the open ones.
    var given: [String: Argument] = [:]
    var open: [String: Opening] = [:]

    init(_ failure: Failure) { self.failure = failure }

    /// For what can be said at load.
    var sample: Arguments { Arguments(of: failure, given: given) }

    func filled(_ rendering: inout Rendering) -> Arguments {
        if open.isEmpty { return sample }
        var given = given
        for (name, argument) in open { given[name] = argument(&rendering) }
        return Arguments(of: failure, given: given)
    }
}
