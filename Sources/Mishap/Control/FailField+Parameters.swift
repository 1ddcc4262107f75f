internal import Bytes
internal import Catalogue
internal import JSONText
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

    /// The failure that is named, by the cause that `by` selects if there are several; nil if there is none.
    var failure: Failure? {
        guard case .failure(let failure) = FailureIndex.all.resolve(name, by: by) else { return FailureIndex.all[name] }
        return failure
    }

    /// The cause that is asked for, of several.
    var by: String? { hasCauses ? parameters.first { $0.name == "by" }?.value.text : nil }

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
        case (_, .bare(let text)), (_, .quoted(let text)):
            let number = if case .bare = given.value { Int64(text) } else { Int64?.none }
            if let count = number ?? (try? SizeText.bytes(text).get()).map({ Int64($0) }) {
                try checkBound(count, parameter, failure)
            }
            return number.map { .int($0) } ?? .string(text)
        }
    }

    /// What any client may ask for is prepared for its request alone, on the thread that answers others too.
    private func checkBound(
        _ number: Int64, _ parameter: Catalogue.Parameter, _ failure: Failure
    ) throws(ControlRefusal) {
        var most = Self.mostCount
        if case .count(let standard)? = parameter.standard { most = max(most, Int64(standard)) }
        switch parameter.kind {
        case .integer: return
        case .count, .bytes:
            guard number > most else { return }
            throw refusal(failure, "\"\(parameter.name)\" is at most \(most) in this field; a scenario may have more")
        default: return
        }
    }

    private static let mostCount: Int64 = 64 << 10

    /// 400, with the parameters that there are.
    func refusal(_ failure: Failure, _ problem: String) -> ControlRefusal {
        let known = failure.parameters.map { parameter -> JSONValue in
            ["name": .string(parameter.name), "summary": .string(parameter.summary)]
        }
        let names = (failure.parameters.map(\.name) + (hasCauses ? ["by"] : [])).joined(separator: ", ")
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
