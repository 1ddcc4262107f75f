internal import Bytes
internal import Catalogue
internal import JSONText
internal import Scenario
internal import Systems

/// What the parameters of a field mean to the failure that it names.
extension FailField {
    /// The parameters as in `with`.
    func parameters(of failure: Failure) throws(ControlRefusal) -> JSONValue {
        var members: [(String, JSONValue)] = []
        for given in parameters {
            if given.name == "by", hasCauses {
                members.append(("by", .string(given.value.text)))
                continue
            }
            guard let parameter = failure.parameters.first(where: { $0.name == given.name }) else {
                let hint = EditDistance.nearest(to: given.name, among: failure.parameters.map(\.name))
                throw refusal(
                    failure,
                    "\(name) has no parameter \"\(given.name.prefix(100))\""
                        + (hint.map { "; did you mean \"\($0)\"?" } ?? ""))
            }
            members.append((given.name, try json(given, parameter, failure)))
        }
        return .object(members)
    }

    /// Whether `by` selects one of several causes.
    private var hasCauses: Bool {
        if case .causes? = FailureIndex.all.entry(name)?.disposition { true } else { false }
    }

    private func json(
        _ given: Parameter, _ parameter: Catalogue.Parameter, _ failure: Failure
    ) throws(ControlRefusal) -> JSONValue {
        switch (parameter.kind, given.value) {
        case (.headers, _), (.json, _):
            // A bare word that is no JSON is a string.
            if case .success(let node) = JSONParser.parse(Array(given.value.text.utf8)) { return JSONValue(node) }
            guard parameter.kind == .json, case .bare(let text) = given.value else {
                throw refusal(
                    failure,
                    "\"\(given.name)\" is JSON in quotes, in which \\ stands before a quote, as in fields=\"[\\\"Name\\\"]\""
                )
            }
            return .string(text)
        case (.text, _), (.word, _): return .string(given.value.text)
        case (_, .flag(let flag)): return .bool(flag)
        case (_, .bare(let text)) where Int64(text) != nil: return .number(text)
        case (_, .bare(let text)), (_, .quoted(let text)): return .string(text)
        }
    }

    /// 400, with the parameters that there are.
    func refusal(_ failure: Failure, _ problem: String) -> ControlRefusal {
        let known = failure.parameters.map { parameter -> JSONValue in
            ["name": .string(parameter.name), "summary": .string(parameter.summary)]
        }
        let names = failure.parameters.map(\.name).joined(separator: ", ")
        return ControlRefusal(
            400, "Mishap-Fail: " + problem + (names.isEmpty ? "; it takes no parameter" : "; it takes " + names),
            [("parameters", .array(known))])
    }
}

extension FailField.Value {
    /// As text, whatever it is.
    var text: String {
        switch self {
        case .bare(let text), .quoted(let text): text
        case .flag(let flag): flag ? "true" : "false"
        }
    }
}
