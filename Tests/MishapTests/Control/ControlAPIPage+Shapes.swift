import JSONText

/// What calls take and answer, in words and tables.
extension ControlAPIPage {
    /// A section for each shape that several answers have.
    var shapes: [String] {
        let all = document["components"]?["schemas"]?.members ?? []
        return all.filter { Self.ofScenarios[$0.0] == nil }.flatMap { name, schema -> [String] in
            let parts = schema["allOf"]?.elements ?? [schema]
            let others = parts.filter { $0["$ref"] != nil }.map(words)
            return ["", "## \(Self.title(of: name))", ""]
                + (others.isEmpty ? [] : ["All members of a \(others.joined(separator: ", a ")), and:", ""])
                + ["| member | type | |", "|---|---|---|"]
                + parts.flatMap { rows(of: $0["properties"] ?? .null, required: $0["required"]) }
        }
    }

    /// What the page on scenarios tells of, with where it does.
    private static let ofScenarios = [
        "scenario": "scenario-format.md#a-file", "rule": "scenario-format.md#rules", "step": "scenario-format.md#steps",
        "match": "scenario-format.md#match", "expectation": "scenario-format.md#expectations",
    ]

    /// `journalEntry` is "Journal entry".
    private static func title(of name: String) -> String {
        let words = name.reduce(into: "") { $0 += $1.isUppercase ? " " + $1.lowercased() : String($1) }
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    /// A row for each member, those of inner objects behind a dot.
    func rows(of members: JSONValue, required: JSONValue?, in place: String = "") -> [String] {
        let required = (required?.elements ?? []).compactMap(\.text)
        return members.members.flatMap { name, schema in
            let path = place + name
            let optional = required.contains(name) ? "" : ", optional"
            let row = "| `\(path)` | \(words(schema))\(optional) | \(schema["description"]?.text ?? "") |"
            let (inner, dot) = schema["items"].map { ($0, "[].") } ?? (schema, ".")
            return [row] + rows(of: inner["properties"] ?? .null, required: inner["required"], in: path + dot)
        }
    }

    /// `whole number from 1 to 10000`
    func words(_ schema: JSONValue) -> String {
        if let reference = schema["$ref"]?.text {
            let name = String(reference.split(separator: "/").last ?? "")
            if let place = Self.ofScenarios[name] { return "[\(name)](\(place))" }
            let title = Self.title(of: name)
            return Self.link(to: title, title.lowercased())
        }
        if let value = schema["const"] { return "`\(Self.json(value))`" }
        if let values = schema["enum"] { return values.elements.map { "`\(Self.json($0))`" }.joined(separator: ", ") }
        if let choices = schema["anyOf"] { return choices.elements.map(words).joined(separator: " or ") }
        guard let type = schema["type"] else { return "any JSON" }
        let names = type.text.map { [$0] } ?? type.elements.compactMap(\.text)
        return names.map { self.name(of: $0, schema) }.joined(separator: " or ")
    }

    private func name(of type: String, _ schema: JSONValue) -> String {
        switch type {
        case "integer", "number": (type == "integer" ? "whole number" : type) + bounds(schema)
        case "string" where schema["format"]?.text == "date-time": "time"
        case "string": "string" + length(schema)
        case "array" where schema["items"]?["type"]?.text == "array": "list of pairs"
        case "array" where schema["minItems"] != nil && schema["maxItems"] != nil: "pair"
        case "array": "list" + (schema["items"].map { " of " + plural(words($0)) } ?? "")
        case "object": schema["additionalProperties"].map { "object of " + plural(words($0)) } ?? "object"
        default: type
        }
    }

    /// `strings` of `string`; what is a link or a choice stays.
    private func plural(_ words: String) -> String { ["string", "object"].contains(words) ? words + "s" : words }

    private func bounds(_ schema: JSONValue) -> String {
        let most = schema["maximum"].map { Self.json($0) }.flatMap { $0.count < 12 ? " to " + $0 : nil } ?? ""
        return schema["minimum"].map { " from " + Self.json($0) + most } ?? ""
    }

    private func length(_ schema: JSONValue) -> String {
        schema["maxLength"].map { " of at most \(Self.json($0)) characters" } ?? ""
    }
}
