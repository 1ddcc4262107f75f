import JSONText
import Mishap

/// What the OpenAPI document promises, held against what the control API does.
///
/// Stricter than a client is: of an answer's objects no member is allowed that the document does not have, so that none is
/// forgotten there.
struct ControlContract {
    /// A call that was made, as the document has it.
    struct Operation: Hashable {
        let method: String
        /// `/__mishap/sessions/{id}`
        let path: String
    }

    let document: JSONValue
    /// The statuses that the document has together as `4XX`.
    var usual: [Operation: [Int]] = [:]

    var operations: [Operation] {
        members(document["paths"]).flatMap { path, methods in
            members(methods).map { Operation(method: $0.0.uppercased(), path: path) }
        }
    }

    /// The operation of a call; nil if the document has none. `target` is its path with the query.
    func operation(_ method: String, _ target: String) -> Operation? {
        let path = target.prefix { $0 != "?" }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let fitting = operations.filter { operation in
            // HEAD is answered as GET, and a failure by name whatever the method is.
            let isAny = operation.path.hasSuffix("/fail/{failure}")
            guard isAny || operation.method == (method == "HEAD" ? "GET" : method) else { return false }
            let pattern = operation.path.split(separator: "/", omittingEmptySubsequences: false)
            guard pattern.count == parts.count || pattern.last == "{failure}" && pattern.count < parts.count else {
                return false
            }
            return zip(pattern, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
        }
        // A literal segment comes before a name.
        return fitting.min { $0.path.split(separator: "{").count < $1.path.split(separator: "{").count }
            .map { Operation(method: method == "HEAD" ? method : $0.method, path: $0.path) }
    }

    private func described(_ operation: Operation) -> JSONValue? {
        document["paths"]?[operation.path]?[operation.method == "HEAD" ? "get" : operation.method.lowercased()]
    }

    /// The statuses that an operation may answer.
    func statuses(_ operation: Operation) -> [Int] {
        members(described(operation)?["responses"]).compactMap { Int($0.0) } + usualStatuses(operation)
    }

    func usualStatuses(_ operation: Operation) -> [Int] {
        usual[Operation(method: operation.method == "HEAD" ? "GET" : operation.method, path: operation.path)] ?? []
    }

    func parameters(_ operation: Operation, in place: String) -> [String] {
        elements(described(operation)?["parameters"]).map(resolved).filter { $0["in"] == .string(place) }.compactMap(
            \.["name"]?.text)
    }

    func bodyMembers(_ operation: Operation) -> [String] {
        members(described(operation)?["requestBody"]?["content"]?["application/json"]?["schema"]?["properties"])
            .map(\.0)
    }

    // MARK: Judging an answer

    /// What of an answer the document does not have; `seen` is called with each member of it, as `a/b/c`.
    func problems(
        _ operation: Operation, status: Int, type: String?, body: String, seen: (String) -> Void = { _ in }
    ) -> [String] {
        guard let responses = described(operation)?["responses"] else { return ["\(operation) is not described"] }
        let range = usualStatuses(operation).contains(status) ? responses["4XX"] : nil
        guard let response = (responses["\(status)"] ?? range).map(resolved) else {
            return responses["default"] == nil ? ["\(operation) has no answer \(status)"] : []
        }
        guard operation.method != "HEAD" else { return body.isEmpty ? [] : ["an answer to HEAD has a body"] }
        guard let content = response["content"] else {
            return body.isEmpty ? [] : ["\(operation) \(status) has a body"]
        }
        let media = type.map { String($0.prefix { $0 != ";" }) } ?? ""
        guard let described = content[media] else { return ["\(operation) \(status) is \(media)"] }
        guard let schema = described["schema"], media.hasSuffix("json") else { return [] }
        guard let value = try? JSONParser.parse(Array(body.utf8)).get() else { return ["\(operation): no JSON"] }
        return problems(JSONValue(value), schema, "\(operation.method) \(operation.path) \(status)", seen: seen)
    }

    func problems(
        _ value: JSONValue, _ schema: JSONValue, _ place: String, seen: (String) -> Void = { _ in }
    ) -> [String] {
        let schema = resolved(schema)
        var problems: [String] = []
        if let types = schema["type"] {
            let names = types.text.map { [$0] } ?? elements(types).compactMap(\.text)
            guard names.contains(where: { value.isOf($0) }) else { return ["\(place) is no \(names)"] }
        }
        if let constant = schema["const"], !value.isSame(constant) { problems.append("\(place) is not \(constant)") }
        if let values = schema["enum"], !elements(values).contains(where: { value.isSame($0) }) {
            problems.append("\(place) is \(value)")
        }
        if let least = schema["minimum"]?.double, let number = value.double, number < least {
            problems.append("\(place) is below \(least)")
        }
        if let choices = schema["anyOf"] {
            let results = elements(choices).map { self.problems(value, $0, place) }
            if !results.contains([]) { problems += results.flatMap { $0 } }
        }
        switch value {
        case .array(let list):
            guard let items = schema["items"] else { break }
            for element in list { problems += self.problems(element, items, place + "[]", seen: seen) }
        case .object(let list):
            let parts = [schema] + elements(schema["allOf"]).map(resolved)
            let known = parts.flatMap { members($0["properties"]) }
            let others = parts.lazy.compactMap { $0["additionalProperties"] }.first
            for required in parts.flatMap({ elements($0["required"]) }).compactMap(\.text)
            where !list.contains(where: { $0.0 == required }) {
                problems.append("\(place) has no \(required)")
            }
            for (name, member) in list {
                if let shape = known.first(where: { $0.0 == name })?.1 {
                    seen("\(place)/\(name)")
                    problems += self.problems(member, shape, "\(place)/\(name)", seen: seen)
                } else if let others {
                    problems += self.problems(member, others, "\(place)/*", seen: seen)
                } else if !known.isEmpty {
                    problems.append("\(place) has \(name), which is not described")
                }
            }
        default: break
        }
        return problems
    }

    /// Every member of every answer of an operation, as `seen` is called with, but for these statuses.
    func answerMembers(_ operation: Operation, but untried: Set<Int>) -> Set<String> {
        var all: Set<String> = []
        for (status, response) in members(described(operation)?["responses"])
        where !untried.contains(Int(status) ?? 0) {
            for (_, media) in members(response["content"]) {
                guard let schema = media["schema"] else { continue }
                collect(schema, "\(operation.method) \(operation.path) \(status)", into: &all)
            }
        }
        return all
    }

    private func collect(_ schema: JSONValue, _ place: String, into all: inout Set<String>) {
        // What a scenario may have, and its parts, is the clients'.
        guard schema["$ref"]?.text?.hasSuffix("/scenario") != true else { return }
        let schema = resolved(schema)
        for part in [schema] + elements(schema["allOf"]).map(resolved) {
            for (name, shape) in members(part["properties"]) {
                all.insert("\(place)/\(name)")
                collect(shape, "\(place)/\(name)", into: &all)
            }
        }
        if let items = schema["items"] { collect(items, place + "[]", into: &all) }
    }

    private func resolved(_ schema: JSONValue) -> JSONValue {
        guard let reference = schema["$ref"]?.text else { return schema }
        return reference.split(separator: "/").dropFirst().reduce(document) { $0[String($1)] ?? .null }
    }

    private func members(_ value: JSONValue?) -> [(String, JSONValue)] { value?.members ?? [] }

    private func elements(_ value: JSONValue?) -> [JSONValue] { value?.elements ?? [] }
}

extension JSONValue {
    /// A string's text.
    var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// Those of an object; none of all else.
    var members: [(String, JSONValue)] {
        guard case .object(let members) = self else { return [] }
        return members
    }

    /// Those of an array; none of all else.
    var elements: [JSONValue] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }

    fileprivate var double: Double? {
        switch self {
        case .int(let int): Double(int)
        case .number(let text): Double(text)
        default: nil
        }
    }

    /// A number of the wire is equal to one of the document.
    fileprivate func isSame(_ other: JSONValue) -> Bool {
        guard let number = double, let otherNumber = other.double else { return self == other }
        return number == otherNumber
    }

    fileprivate func isOf(_ type: String) -> Bool {
        switch (self, type) {
        case (.null, "null"), (.bool, "boolean"), (.string, "string"), (.array, "array"), (.object, "object"): true
        case (.int, "number"), (.number, "number"), (.int, "integer"): true
        case (.number(let text), "integer"): Int64(text) != nil || UInt64(text) != nil
        default: false
        }
    }
}
