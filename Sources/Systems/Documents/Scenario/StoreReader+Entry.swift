internal import Bytes
internal import Catalogue
internal import JSONText

/// Reads one entry of a store: the content of a document and its lock.
extension StoreReader {
    /// The changes of an entry; nil after an error was reported.
    func changes(
        of member: JSONMember, _ path: StorePath, _ context: StoreContext, _ key: ContentKey
    ) -> [StoreChange]? {
        if member.value.isNull { return removal(member, path, context) }
        let what = "\"\(member.name.shown)\""
        let errors = values.errorCount
        guard let members = values.object(member.value, Self.document, what: what) else { return nil }
        let bodies = members.filter { ObjectShape.documentBodies.contains($0.name) }
        if bodies.count > 1 {
            values.error(
                bodies[1].nameRange,
                "a document has one body: \"\(bodies[1].name)\" cannot stand beside \"\(bodies[0].name)\"")
        }
        let type = members.first { $0.name == "type" }
        let lock = self.lock(members, path, context)
        if path.isCollection {
            if let field = bodies.first ?? type {
                values.error(
                    field.nameRange, "a collection cannot have \"\(field.name)\"",
                    hint: "\(what) is one by its final slash")
            } else if path.isRoot, members.isEmpty {
                values.error(member.nameRange, "\"/\" always exists")
            }
        } else if let type, bodies.isEmpty {
            values.error(type.nameRange, "\"type\" needs a body beside it", hint: Self.bodyHint)
        } else if bodies.isEmpty {
            checkMissingBody(member, members, context)
        }
        let document = bodies.first.flatMap { self.document($0, type, path, key) }
        guard values.errorCount == errors, !budget.isExceeded else { return nil }
        // Locking a collection also creates it; unlocking does not.
        let isExisting = !path.isCollection || path.isRoot || isUnlock(lock)
        return [document ?? (isExisting ? nil : .collection(path: path.bytes)), lock].compactMap(\.self)
    }

    private static let document = Vocabulary(.storedDocument)
    private static let bodyHint = "that is \(ObjectShape.documentBodies.quotedList(last: "or"))"

    private func removal(_ member: JSONMember, _ path: StorePath, _ context: StoreContext) -> [StoreChange]? {
        if path.isRoot {
            values.error(member.value.range, "\"/\" cannot be removed")
        } else if context == .settings {
            values.error(
                member.value.range, "null removes what is there, and at the start there is nothing",
                hint: "a step's \"store\" removes a document")
        } else {
            return [.removal(path: path.bytes)]
        }
        return nil
    }

    /// Reports an entry of a document that needs a body and has none.
    private func checkMissingBody(_ member: JSONMember, _ members: [JSONMember], _ context: StoreContext) {
        guard members.allSatisfy({ Self.document.names.contains($0.name) }) else { return }
        let hint = "\(Self.bodyHint); a collection's path has a final slash"
        if members.isEmpty {
            let wanted = context == .step ? "a body or \"lockedBy\"" : "a body"
            values.error(member.value.range, "the document \"\(member.name.shown)\" needs \(wanted)", hint: hint)
        } else if context == .settings {
            values.error(
                member.nameRange, "the document \"\(member.name.shown)\" needs a body to be there for a lock",
                hint: hint)
        }
    }
}

// MARK: - Locks
extension StoreReader {
    private func isUnlock(_ change: StoreChange?) -> Bool { if case .unlock = change { true } else { false } }

    private func lock(_ members: [JSONMember], _ path: StorePath, _ context: StoreContext) -> StoreChange? {
        let time = members.first { $0.name == "for" }
        guard let owner = members.first(where: { $0.name == "lockedBy" }) else {
            if let time, !values.isMisspelt("lockedBy", members, Self.document) {
                values.error(time.nameRange, "\"for\" needs \"lockedBy\" beside it")
            }
            return nil
        }
        guard owner.value.isNull else {
            let seconds = time.flatMap { self.seconds($0.value) }
            return printable(owner).map { .lock(path: path.bytes, owner: $0, seconds: seconds) }
        }
        if context == .settings {
            values.error(owner.value.range, "null removes locks, and at the start there are none")
        } else if let time {
            values.error(time.nameRange, "\"for\" is how long a lock holds, and null removes locks")
        }
        return .unlock(path: path.bytes)
    }

    /// Reads the time of a lock, which is in whole seconds (RFC 4918, 10.7).
    private func seconds(_ node: JSONNode) -> Int? {
        guard let time = values.duration(node, "\"for\"") else { return nil }
        let (seconds, rest) = time.quotientAndRemainder(dividingBy: 1_000_000_000)
        if seconds == 0 || rest != 0 {
            values.error(node.range, "a lock holds for whole seconds, and for one at least")
            return nil
        }
        return Int(seconds)
    }
}

// MARK: - Content
extension StoreReader {
    private func document(
        _ body: JSONMember, _ type: JSONMember?, _ path: StorePath, _ key: ContentKey
    ) -> StoreChange? {
        guard let (content, standard) = content(body, path, key) else { return nil }
        let named = ContentType.ofFile(named: path.bytes.text)
        let given = type.flatMap { printable($0)?.text }
        return .document(
            path: path.bytes, content: content, type: given ?? (named == ContentType.unknown ? standard : named))
    }

    /// The bytes, and their type if the name of the document does not tell it.
    private func content(
        _ body: JSONMember, _ path: StorePath, _ key: ContentKey
    ) -> (bytes: [UInt8], type: String)? {
        let node = body.value
        switch body.name {
        case "text":
            return values.literal(node, "\"text\"", otherwise: Self.storesAreConstant).flatMap {
                fitting($0, "text/plain; charset=utf-8", node)
            }
        case "json":
            return values.constant(node, otherwise: Self.storesAreConstant).flatMap {
                fitting(JSONWriter.bytes($0), "application/json", node)
            }
        case "base64": return values.base64(node, "\"base64\"").flatMap { fitting($0, ContentType.unknown, node) }
        case "file":
            guard let name = values.string(node, "\"file\"") else { return nil }
            return values.file(name, node, "a document can be").flatMap {
                fitting($0, ContentType.ofFile(named: name), node)
            }
        default: return seeded(node, path, key).map { ($0, ContentType.unknown) }
        }
    }

    private func fitting(_ bytes: [UInt8], _ type: String, _ node: JSONNode) -> (bytes: [UInt8], type: String)? {
        hasRoom(forContent: bytes.count, node.range) ? (bytes, type) : nil
    }

    /// Seeded bytes, different for each path and each place in the file.
    private func seeded(_ node: JSONNode, _ path: StorePath, _ key: ContentKey) -> [UInt8]? {
        guard let size = values.byteCount(node, "\"size\"", 0...SizeText.largest),
            hasRoom(forContent: size, node.range)
        else { return nil }
        var draw = key.content(named: path.bytes)
        return SeededContent(key: draw.next(), count: size).bytes(0..<size)
    }

    /// Text that can be used in header fields and XML.
    private func printable(_ member: JSONMember) -> [UInt8]? {
        guard let text = values.literal(member.value, "\"\(member.name)\"", otherwise: Self.storesAreConstant)
        else { return nil }
        if text.text.unicodeScalars.contains(where: { $0 == "\u{FFFE}" || $0 == "\u{FFFF}" }) {
            values.error(
                member.value.range, "\"\(member.name)\" cannot have U+FFFE or U+FFFF",
                hint: "XML does not allow them")
            return nil
        }
        if !text.isEmpty, text.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) { return text }
        values.error(
            member.value.range,
            text.isEmpty ? "\"\(member.name)\" is empty" : "\"\(member.name)\" cannot have control characters")
        return nil
    }
}
