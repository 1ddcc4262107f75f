internal import Bytes
internal import Catalogue
internal import JSONText

/// Bytes in a scenario file, or in a file that it names.
extension FileReader {
    func base64(_ node: JSONNode, _ what: String) -> [UInt8]? {
        guard let text = node.utf8 else {
            wrongType(node, what, "a string")
            return nil
        }
        if let bytes = Base64.decode(text) { return bytes }
        error(node.range, "\(what) is not base64", hint: "it is padded, of A-Z a-z 0-9 + /, without spaces")
        return nil
    }

    func hex(_ node: JSONNode, _ what: String) -> [UInt8]? {
        guard let text = node.utf8 else {
            wrongType(node, what, "a string")
            return nil
        }
        if let bytes = Hex.decode(text) { return bytes }
        error(node.range, "\(what) is not hexadecimal", hint: "it is two digits for each byte, as in \"00 ff\"")
        return nil
    }

    /// Characters up to U+00FF, each of which is one byte.
    private func latin1(_ node: JSONNode, _ what: String) -> [UInt8]? {
        guard
            let literal = literal(
                node, what, otherwise: "bytes have no placeholders", hint: "a literal {{ is written {{{{")
        else { return nil }
        let text = String(decoding: literal, as: UTF8.self)
        let bytes = text.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
        if bytes.count == text.unicodeScalars.count { return bytes }
        error(node.range, "\(what) has a character beyond U+00FF", hint: "other text is UTF-8: a string, or \"base64\"")
        return nil
    }

    /// The one member of an object that stands for bytes: `base64`, `hex` or `latin1`, as far as the vocabulary has them.
    func bytes(_ node: JSONNode, _ vocabulary: Vocabulary) -> [UInt8]? {
        guard let members = object(node, vocabulary) else { return nil }
        let forms = members.filter { vocabulary.names.contains($0.name) }
        guard let form = forms.first, forms.count == 1 else {
            if forms.count == members.count {
                let names = vocabulary.names.map { "\"\($0)\"" }.joined(separator: " or ")
                error(node.range, "\(vocabulary.nounPhrase) has \(names)")
            }
            return nil
        }
        let what = "\"\(form.name)\""
        return switch form.name {
        case "base64": base64(form.value, what)
        case "hex": hex(form.value, what)
        default: latin1(form.value, what)
        }
    }

    /// A file in the folder of the scenario, or below a folder called `files`; `use` completes the error message.
    func file(_ path: String, _ node: JSONNode, _ use: String) -> [UInt8]? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let isSafe =
            parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." && !$0.utf8.contains(0) }
            && !path.utf8.contains(UInt8(ascii: "\\")) && (parts.count == 1 || parts.dropLast().contains("files"))
        guard isSafe else {
            error(
                node.range, "\"\(path.shown)\" is not a file that \(use)",
                hint: "it lies beside the scenario file, or below a folder called \"files\" there")
            return nil
        }
        switch fileBytes(path) {
        case .success(let bytes): return bytes
        case .failure(let failure):
            error(node.range, "\"\(path.shown)\": \(failure.message)")
            return nil
        }
    }
}
