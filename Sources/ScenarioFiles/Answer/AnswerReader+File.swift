internal import Bytes
internal import Catalogue
internal import JSONText
internal import Rules
internal import Wire

/// Bodies from files.
extension AnswerReader {
    /// Whether the content of the file has placeholders.
    func isTemplate(_ member: JSONMember, _ body: JSONMember?) -> Bool {
        guard isTrue(member) else { return false }
        if body?.name == "file" { return true }
        error(member.nameRange, "\"template\" stands beside \"file\": other bodies have placeholders without it")
        return false
    }

    /// A file whose name, and whose content, may have placeholders.
    func setFile(_ node: JSONNode, isTemplate: Bool, on reply: inout Reply) {
        guard let name = template(node, "\"file\"") else { return }
        guard let constant = name.constant else {
            return setFile(named: name, node, isTemplate: isTemplate, on: &reply)
        }
        let path = constant.text
        guard let bytes = fileReader.file(path, node, "a reply can send") else { return }
        let type = ContentType.ofFile(named: path)
        if isTemplate {
            set(content(bytes, of: path, node), bytes, type, on: &reply)
        } else {
            set(bytes, type, on: &reply)
        }
    }

    /// The content of a file as a template; nil if a placeholder of it is invalid.
    private func content(_ bytes: [UInt8], of path: String, _ node: JSONNode) -> TextTemplate? {
        let errors = errorCount
        let template = templates.template(ofFile: bytes, node.range)
        if errorCount > errors { error(node.range, "the placeholders of \"\(path.shown)\" are rendered: \"template\"") }
        return template
    }

    /// One of the files below a folder called `files`, whose name the placeholders tell. All that may be meant are read now, so
    /// that no request leads out of the folder.
    private func setFile(named name: TextTemplate, _ node: JSONNode, isTemplate: Bool, on reply: inout Reply) {
        guard case .literal(let bytes)? = name.pieces.first, let slash = bytes.lastIndex(of: UInt8(ascii: "/")),
            bytes[..<slash].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).contains(
                Array("files".utf8)[...])
        else {
            error(
                node.range, "a file whose name has placeholders lies below a folder called \"files\"",
                hint: "it is such as \"files/{{request.path.id}}.json\"")
            return
        }
        var suffix: [UInt8] = []
        if case .literal(let bytes)? = name.pieces.last { suffix = bytes }
        var (contents, size) = ([[UInt8]: TextTemplate](), 0)
        switch fileReader.files(below: bytes[..<slash].text) {
        case .failure(let refusal): return error(node.range, refusal.message)
        case .success(let paths):
            for path in paths
            where path.utf8.starts(with: bytes) && path.utf8.suffix(suffix.count).elementsEqual(suffix) {
                guard let file = fileReader.file(path, node, "a reply can send") else { return }
                size += file.count
                guard size <= Self.mostBytes else {
                    return error(node.range, "the files whose names this could make have more than 64 MiB together")
                }
                let content = isTemplate ? content(file, of: path, node) : TextTemplate([.literal(file)])
                guard let content else { return }
                contents[Array(path.utf8)] = content
            }
        }
        guard !contents.isEmpty else {
            return error(node.range, "there is no file whose name this could make")
        }
        let type = ContentType.ofFile(named: suffix.text)
        // One of them stands for all, where the reply is checked.
        let first = contents.min { $0.key.lexicographicallyPrecedes($1.key) }
        set(first?.value.constant ?? first?.key ?? [], type, on: &reply)
        hasDynamicBody = true
        let isKnownType = type != ContentType.unknown
        substitutions.append { [contents] reply, rendering in
            let path = name.bytes(&rendering)
            guard let content = contents[path] else {
                rendering.notes.insert(.missingFile)
                return reply.becomeMissingFile()
            }
            reply.body[0].content = .bytes(content.bytes(&rendering))
            if !isKnownType, reply.head.first("content-type")?.elementsEqual(type.utf8) == true {
                reply.head.set("Content-Type", ContentType.ofFile(named: path.text))
            }
        }
    }
}

extension AnswerReader {
    /// Of the files that a step may send by their names: all of them are in memory.
    private static let mostBytes = 64 << 20
}

extension Reply {
    /// A 500 as a problem document, in place of a file that is not there.
    fileprivate mutating func becomeMissingFile() {
        head.status = 500
        head.reason = nil
        head.set("Content-Type", "application/problem+json")
        hasRanges = false
        cut = nil
        content = Array(
            (#"{"type":"about:blank","title":"Internal Server Error","status":500,"#
                + #""detail":"there is no file of the name that this scenario makes for the request"}"# + "\n").utf8)
    }
}

extension FileReader {
    struct FilesRefusal: Error { let message: String }

    /// Paths of files below a folder beside this one, sorted. Links to folders are not followed.
    func files(below folder: String) -> Result<[String], FilesRefusal> {
        let parts = folder.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." && !$0.utf8.contains(0) && !$0.contains("\\") })
        else { return .failure(FilesRefusal(message: "\"\(folder.shown)\" is not a folder beside the scenario")) }
        let base = text.name.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(text.name[...$0]) } ?? ""
        var (found, folders, folderCount) = ([String](), [(path: folder, depth: 0)], 0)
        while let (path, depth) = folders.popLast() {
            folderCount += 1
            guard case .success(let entries) = source.list(base + path) else {
                return .failure(FilesRefusal(message: "\"\(path.shown)\": no such folder"))
            }
            for entry in entries where !entry.name.hasPrefix(".") {
                if !entry.isFolder {
                    found.append(path + "/" + entry.name)
                } else if !entry.isLink {
                    folders.append((path + "/" + entry.name, depth + 1))
                }
                guard depth < Self.deepestFolder else {
                    return .failure(
                        FilesRefusal(
                            message: "\"\(folder.shown)\" has more than \(Self.deepestFolder) levels of folders"))
                }
            }
            guard found.count <= Self.mostFiles, folderCount + folders.count <= Self.mostFiles else {
                return .failure(
                    FilesRefusal(
                        message:
                            "\"\(folder.shown)\" has more than \(Self.mostFiles) files or folders, which would all be read"
                    ))
            }
        }
        return .success(found.sorted())
    }

    private static let mostFiles = 10_000
    private static let deepestFolder = 8
}
