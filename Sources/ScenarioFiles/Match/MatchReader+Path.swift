internal import Bytes
internal import JSONText
internal import Rules

/// The path of a match: literal, or a template.
extension MatchReader {
    func path(_ node: JSONNode, _ program: inout MatchProgram) {
        guard let bytes = node.utf8 else {
            wrongType(node, "\"path\"", "a string", hint: MeantValue.paths(node))
            return
        }
        program.pathText = bytes.text
        guard bytes.first == UInt8(ascii: "/") else {
            error(
                node.range, "a path begins with \"/\"",
                hint: bytes.starts(with: "^/".utf8) ? Self.templateHint(bytes) : nil)
            return
        }
        let query = bytes.firstIndex(of: UInt8(ascii: "?")).map { _ in "it is \(ForeignWord.urlFields(bytes.text))" }
        for (byte, advice) in [("?", query), ("#", "no client sends a fragment")] {
            guard let offset = bytes.firstIndex(of: byte.utf8.first ?? 0) else { continue }
            error(sourceRange(offset, offset + 1, node), "a path has no \"\(byte)\"", hint: advice)
            return
        }
        if bytes.contains(UInt8(ascii: ":")) { warnOfColons(bytes, node) }
        guard bytes.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: "*") })
        else {
            warnOfPathExpression(bytes, node)
            program.path = .literal(PercentCoding.canonicalPath(bytes.copied[...]))
            return
        }
        guard let segments = segments(bytes, node) else { return }
        // `/**` is every path, also the `*` of OPTIONS.
        program.path = segments == [.rest] ? .any : .template(PathTemplate(segments: segments))
    }

    private func segments(_ bytes: [UInt8], _ node: JSONNode) -> [PathTemplate.Segment]? {
        var segments: [PathTemplate.Segment] = []
        var names: Set<ArraySlice<UInt8>> = []
        var mistakes = 0
        for raw in bytes.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            // Computed only for an error: it scans the string each time.
            var range: Range<Int> { sourceRange(raw.startIndex, raw.endIndex, node) }
            if segments.last == .rest {
                error(range, "\"**\" is the rest of the path, nothing can follow it")
                return nil
            }
            // No more errors are shown for a file.
            if mistakes == fileReader.diagnostics.limit { return nil }
            switch raw.text {
            case "*": segments.append(.one)
            case "**": segments.append(.rest)
            default:
                guard raw.contains(where: { [0x7B, 0x7D, 0x2A].contains($0) }) else {
                    segments.append(.literal(PercentCoding.canonicalPath(raw)))
                    continue
                }
                let name = raw.dropFirst().dropLast()
                let isName =
                    raw.first == UInt8(ascii: "{") && raw.last == UInt8(ascii: "}") && !name.isEmpty
                    && name.allSatisfy { PercentCoding.isUnreserved($0) }
                if !isName {
                    error(
                        range, "\"\(raw.text.shown)\" is not a segment of a template",
                        hint: ExpressionText.isPath(bytes)
                            ? Self.templateHint(bytes)
                            : "a whole segment is {name}, * or **; a literal brace is %7B or %7D, a star %2A")
                    mistakes += 1
                } else if !names.insert(name).inserted {
                    error(range, "the path has two segments named \"\(name.text.shown)\"")
                    mistakes += 1
                }
                segments.append(.one)
            }
        }
        return mistakes == 0 ? segments : nil
    }
}
