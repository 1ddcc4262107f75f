internal import Bytes
internal import Catalogue
internal import JSONText
internal import Rules

/// The parts of a request that an expectation compares.
extension FileReader {
    func requestParts(_ node: JSONNode, _ what: String) -> [RequestPart]? {
        guard let nodes = node.elements else {
            error(
                node.range, "\(what) must be a list, not \(node.kind)",
                hint: "\(what): [\(JSONWriter.bytes(.string(node.string ?? "body")).text.shown)]")
            return nil
        }
        if nodes.isEmpty { error(node.range, "\(what) is empty", hint: "it has at least one part of a request") }
        var seen: Set<RequestPart> = []
        var parts: [RequestPart] = []
        for node in nodes {
            guard let text = string(node, "a part of a request in \(what)"), let part = requestPart(text, node) else {
                continue
            }
            if !seen.insert(part).inserted { error(node.range, "\"\(text.shown)\" comes twice in \(what)") }
            parts.append(part)
        }
        return parts.count == nodes.count ? parts : nil
    }

    private func requestPart(_ text: String, _ node: JSONNode) -> RequestPart? {
        if let word = RequestPart.words.first(where: { $0.name == text }) { return word.part }
        if text.hasPrefix("json/") { return jsonPart(text, node) }
        let (group, name) = Self.parts(of: text)
        guard let name, RequestPart.groups.contains(group) else {
            unknownPart(text, node)
            return nil
        }
        if name.isEmpty {
            error(node.range, "\"\(text)\" needs a name after the dot")
            return nil
        }
        if let part = RequestPart(group: group, name: Array(name.utf8)) { return part }
        error(node.range, "\"\(name.shown)\" is not a header name")
        return nil
    }

    private func jsonPart(_ text: String, _ node: JSONNode) -> RequestPart? {
        switch JSONPointer.parse(String(text.dropFirst("json".count))) {
        case .success(let pointer): return .json(pointer)
        case .failure(let failure):
            let offset = failure.offset + "json".utf8.count
            error(place(of: offset..<offset + 1, inString: node.range), failure.message)
            return nil
        }
    }

    /// What stands before the first dot, and what stands behind it.
    private static func parts(of text: String) -> (group: String, name: String?) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return (parts.first ?? "", parts.count > 1 ? parts[1] : nil)
    }

    private func unknownPart(_ text: String, _ node: JSONNode) {
        error(
            node.range, "a request has no part \"\(text.shown)\"",
            hint: meantPart(text).map { "did you mean \"\($0.shown)\"?" }
                ?? "it is such as \"body\", \"headers.X-Id\", \"query.page\" or \"json/id\"")
    }

    private func meantPart(_ text: String) -> String? {
        guard showsMoreErrors else { return nil }
        // A placeholder: the same without its braces and "request.".
        var inner = text
        if inner.hasPrefix("{{"), inner.hasSuffix("}}"), inner.utf8.count > 4 {
            inner = String(inner.dropFirst(2).dropLast(2))
        }
        if inner.hasPrefix("request.") { inner = String(inner.dropFirst("request.".count)) }
        let (group, name) = Self.parts(of: inner)
        guard let name else {
            return EditDistance.nearest(to: inner, among: RequestPart.words.map(\.name))
        }
        // It is compared whole.
        if group == "path" { return group }
        if group == "json" || group == "body" { return "json/" + name.split(separator: ".").joined(separator: "/") }
        return EditDistance.nearest(to: group, among: RequestPart.groups).map { "\($0).\(name)" }
    }
}
