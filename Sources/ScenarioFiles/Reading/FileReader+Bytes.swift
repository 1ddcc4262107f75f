internal import Bytes
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
