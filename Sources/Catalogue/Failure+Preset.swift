internal import Bytes

extension Failure {
    /// The same failure with other defaults; nil if it does not have one of the parameters, or does not accept a value.
    func presetting(_ given: [Cause.Given]) -> Failure? {
        if given.isEmpty { return self }
        var parameters = ownParameters
        for given in given {
            guard let parameter = self.parameters.first(where: { $0.name == given.name }),
                let value = parameter.argument(given.value)
            else { return nil }
            let preset = Parameter(
                parameter.name, parameter.kind, limit: parameter.limit, parameter.summary,
                onlyIf: parameter.condition, standard: value, form: parameter.form)
            if let place = parameters.firstIndex(where: { $0.name == given.name }) {
                parameters[place] = preset
            } else {
                parameters.append(preset)
            }
        }
        var failure = self
        failure.ownParameters = parameters
        failure.isPreset = true
        return failure
    }
}

extension Parameter {
    /// Parses a value of this parameter; nil if it is not valid for its kind.
    func argument(_ text: String) -> Argument? {
        switch kind {
        case .text: return .text(text)
        case .word(let words): return words.contains(text) ? .text(text) : nil
        case .count(let bounds), .bytes(let bounds): return Int(text).flatMap { bounds.contains($0) ? .count($0) : nil }
        case .bodyPosition, .cutPosition: return Int(text).flatMap { $0 >= 0 ? .count($0) : nil }
        case .status: return Int(text).flatMap { (100...999).contains($0) ? .count($0) : nil }
        case .duration: return (try? DurationText.nanoseconds(text).get()).map { .duration($0) }
        case .json: return .json(Array(text.utf8))
        case .headers: return nil
        }
    }
}
