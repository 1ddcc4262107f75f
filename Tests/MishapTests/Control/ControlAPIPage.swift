import JSONText

@testable import Mishap

/// The part of `docs/control-api.md` that is made from the OpenAPI document.
struct ControlAPIPage {
    private let contract: ControlContract
    var document: JSONValue { contract.document }

    init(_ contract: ControlContract) { self.contract = contract }

    /// A call; several methods of a path are one if they are described alike, as GET and HEAD are.
    private struct Call {
        var methods: [String]
        /// Below `/__mishap/`.
        let path: String
        let operation: JSONValue

        /// Without a method if it takes any.
        var title: String { takesAny ? path : "\(methods[0]) \(path.isEmpty ? "/__mishap/" : path)" }
        var takesAny: Bool { path.hasPrefix("fail/") }
    }

    private static let refusals = "Refusals of many calls"
    private static let titles = [
        ("sessions", "Sessions"), ("journals", "Journals"), ("verdicts", "Verdicts"), ("scenarios", "Scenarios"),
        ("catalogue", "The catalogue"), ("gateway", "The gateway"),
    ]

    var text: String {
        let groups = Self.titles.map { tag, title in
            (title: title, calls: calls.filter { $0.operation["tags"]?.elements.first?.text == tag })
        }
        var lines = ["| call | |", "|---|---|"]
        for call in groups.flatMap(\.calls) {
            lines.append("| \(Self.link(to: call.title, "`\(call.title)`")) | \(summary(of: call)) |")
        }
        lines += ["", "## Names in paths", "", "| name | |", "|---|---|"] + pathNames
        for group in groups {
            lines += ["", "## \(group.title)"]
            for call in group.calls { lines += section(call) }
        }
        lines += ["", "## \(Self.refusals)", "", "All are [problems](#problem).", "", "| status | |", "|---|---|"]
        lines += ControlRoute.usual.map { "| \($0.status) | \($0.summary) |" }
        return (lines + shapes).joined(separator: "\n").replacing("|  |", with: "| |") + "\n"
    }

    // MARK: Calls

    private var calls: [Call] {
        var calls: [Call] = []
        for (path, methods) in document["paths"]?.members ?? [] {
            let path = String(path.dropFirst("/__mishap/".count))
            for (method, operation) in methods.members {
                if let last = calls.last, last.path == path, last.operation["summary"] == operation["summary"] {
                    calls[calls.count - 1].methods.append(method.uppercased())
                } else {
                    calls.append(Call(methods: [method.uppercased()], path: path, operation: operation))
                }
            }
        }
        return calls
    }

    private func summary(of call: Call) -> String { call.operation["summary"]?.text ?? "" }

    /// To a heading, as sites of repositories name them.
    static func link(to heading: String, _ text: String) -> String {
        let kept = heading.lowercased().filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }
        return "[\(text)](#\(kept.replacing(" ", with: "-")))"
    }

    private func section(_ call: Call) -> [String] {
        var lines = ["", "### \(call.title)", "", summary(of: call) + (call.takesAny ? " It takes any method." : "")]
        lines += example(call) + parameters(of: call) + body(of: call) + answers(of: call)
        return lines
    }

    private func example(_ call: Call) -> [String] {
        let examples = (call.operation["parameters"]?.elements ?? []).filter { $0["in"]?.text == "query" }
            .compactMap { parameter in
                parameter["example"].map { "\(parameter["name"]?.text ?? "")=\($0.text ?? Self.json($0))" }
            }
        let body = call.operation["requestBody"]?["content"]?["application/json"]?["example"].map(Self.json)
        guard body != nil || !examples.isEmpty else { return [] }
        // A shared session cannot be deleted.
        let id = call.methods[0] == "DELETE" ? "~k3j9x01" : "default"
        let path = call.path.replacing("{id}", with: id).replacing("{name}", with: "my--name")
        let address =
            "http://127.0.0.1:8080/__mishap/" + path + (examples.isEmpty ? "" : "?" + examples.joined(separator: "&"))
        let usual = body == nil ? "GET" : "POST"
        let method = call.methods[0] == usual ? [] : ["-X \(call.methods[0])"]
        let json = body.map { ["--json '\($0)'"] } ?? []
        let words = ["curl"] + method + json + [examples.isEmpty ? address : "'\(address)'"]
        return ["", "```sh", words.joined(separator: " "), "```"]
    }

    private func parameters(of call: Call) -> [String] {
        let parameters = (call.operation["parameters"]?.elements ?? []).filter { $0["$ref"] == nil }
        guard !parameters.isEmpty else { return [] }
        let rows = parameters.map { parameter in
            let place = parameter["in"]?.text == "header" ? "header " : ""
            let schema = parameter["schema"] ?? .null
            let bound = parameter["required"] == .bool(true) ? "required" : standard(schema)
            return "| \(place)`\(parameter["name"]?.text ?? "")` | \(words(schema)) | \(bound) | "
                + "\(parameter["description"]?.text ?? "") |"
        }
        return ["", "| parameter | takes | default | |", "|---|---|---|---|"] + rows
    }

    private func body(of call: Call) -> [String] {
        guard let body = call.operation["requestBody"],
            let schema = body["content"]?["application/json"]?["schema"]
        else { return [] }
        let members = schema["properties"]?.members ?? []
        guard !members.isEmpty else {
            let takes = schema["properties"] == nil ? words(schema) : "an object without members"
            let none = body["required"] == .bool(true) ? "" : ", or none"
            let details = schema["description"]?.text.map { " " + $0 } ?? ""
            return ["", "Body: \(takes)\(none).\(details)"]
        }
        let required = (schema["required"]?.elements ?? []).compactMap(\.text)
        let rows = members.map { name, member in
            let bound = required.contains(name) ? "required" : standard(member)
            return "| `\(name)` | \(words(member)) | \(bound) | \(member["description"]?.text ?? "") |"
        }
        return ["", "| member of the body | takes | default | |", "|---|---|---|---|"] + rows
    }

    private func standard(_ schema: JSONValue) -> String {
        guard let standard = schema["default"] else { return "" }
        return standard.text == "" ? "empty" : "`\(standard.text ?? Self.json(standard))`"
    }

    // MARK: Answers

    private func answers(of call: Call) -> [String] {
        let own = (call.operation["responses"]?.members ?? []).map { (status: $0.0, answer: $0.1) }
            .filter { $0.status != "4XX" }
        let operation = ControlContract.Operation(method: call.methods[0], path: "/__mishap/" + call.path)
        let others = contract.usualStatuses(operation).sorted().map { "\($0)" }
        let answers = own.map { status, answer in
            "| \(status == "default" ? "any" : status) | \(answer["description"]?.text ?? "") | \(content(answer)) |"
        }
        var lines = ["", "| status | | body |", "|---|---|---|"] + answers
        if !others.isEmpty {
            let link = Self.link(to: Self.refusals, "as many calls")
            lines += ["", "Also \(others.joined(separator: ", ")), \(link)."]
        }
        for (status, answer) in own {
            guard let schema = answer["content"]?["application/json"]?["schema"], let members = schema["properties"]
            else { continue }
            lines += ["", "| member of the \(status) | type | |", "|---|---|---|"]
            lines += rows(of: members, required: schema["required"])
        }
        return lines
    }

    private func content(_ answer: JSONValue) -> String {
        if answer["$ref"] != nil { return "[problem](#problem)" }
        let types = (answer["content"]?.members ?? []).map { type, media in
            guard let schema = media["schema"], type.hasSuffix("json") else { return "`\(type)`" }
            return schema["properties"] == nil ? words(schema) : "object, see below"
        }
        let fields = (answer["headers"]?.members ?? []).map { name, field in
            let summary = (field["description"]?.text ?? "").prefix { $0 != "." }
            return "header `\(name)`: \(summary.prefix(1).lowercased() + summary.dropFirst())"
        }
        let body = types.isEmpty ? [] : [types.joined(separator: ", or ")]
        return (body + fields).joined(separator: "; ")
    }

    /// A row for each name that paths have.
    private var pathNames: [String] {
        (document["components"]?["parameters"]?.members ?? []).map { name, parameter in
            "| `{\(name)}` | \(parameter["description"]?.text ?? "") |"
        }
    }

    /// In a line.
    static func json(_ value: JSONValue) -> String {
        switch value {
        case .object(let members):
            members.isEmpty ? "{}" : "{ " + members.map { "\"\($0.0)\": \(json($0.1))" }.joined(separator: ", ") + " }"
        case .array(let elements): "[" + elements.map(json).joined(separator: ", ") + "]"
        default: String(decoding: value.bytes(), as: UTF8.self)
        }
    }
}
