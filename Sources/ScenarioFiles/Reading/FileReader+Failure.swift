internal import Bytes
internal import Catalogue
internal import JSONText

extension FileReader {
    /// The failure that a step names: by its full name, or by its code within the scenario's own system.
    ///
    /// If several failures have that name, `by` in `with` selects one, and else the place, which has to carry it. Nil: whatever
    /// carries it.
    func failure(_ node: JSONNode, _ with: JSONNode?, in place: Failure.Place? = .rule) -> Failure? {
        guard let name = failureName(node) else { return nil }
        let by = hasSeveralCauses(name) ? with?["by"] : nil
        if let by, by.string == nil {
            wrongType(by, "\"by\"", "a string")
            return nil
        }
        switch failures.resolve(name, by: by?.string, in: place ?? .rule) {
        case .failure(let failure):
            if let place, !place.carries(failure) {
                misplaced(name, by?.string, node, place)
                return nil
            }
            warnOfUnlistedCode(name, node)
            return isOfScenarioSystem(failure, node) ? failures.failure(failure, of: dialect) : nil
        case .unknownCause(let causes):
            let names = causes.map(\.name)
            let given = by?.string ?? ""
            error(
                by?.range ?? node.range,
                "\"\(name)\" does not happen by \"\(given.shown)\"; it is \(names.quotedList(last: "or"))",
                hint: didYouMean(given, names))
        case .notInducible(_, let reason):
            error(node.range, "no server can cause \"\(name.shown)\"", hint: reason)
        case .planned(let missing):
            error(
                node.range, "\"\(name)\" is not supported by this version yet",
                hint: place == .connections ? missing.reason : missing.hintInRule)
        case .unknown: unknownFailure(node, name)
        }
        return nil
    }

    private func misplaced(_ name: String, _ by: String?, _ node: JSONNode, _ place: Failure.Place) {
        if place == .connections {
            let names = failures.failures.filter { $0.strike != nil }.map(\.name)
            error(
                node.range, "\"\(name.shown)\" happens to a request: it stands in a step of \"rules\"",
                hint: showsMoreErrors ? "in \"connections\" stand \(names.quotedList(last: "and"))" : nil)
            return
        }
        let example = OwnPort(name, by: by)
        error(
            node.range, "\"\(name.shown)\" happens before there is a request, so that it stands in no rule",
            hint: "it is \(example.member), on a port of its own: mishap serve --listen NAME=PORT")
    }

    /// The full name of the failure.
    func failureName(_ node: JSONNode) -> String? {
        let dialect = ownDialect ?? dialect
        if let number = node.number {
            let code = number.int.map { String($0) } ?? number.text
            if dialect.isSystem { return "\(dialect.name)/\(code)" }
            return wasSystemRefused ? nil : statusFailure(code, node)
        }
        guard let name = node.string else {
            wrongType(
                node, "\"fail\"", "the name of a failure, such as \"http/timeout\"",
                hint: ForeignWord.failure(ofError: node))
            return nil
        }
        if !dialect.isSystem, !name.isEmpty, name.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return wasSystemRefused ? nil : statusFailure(name, node)
        }
        let full = "\(dialect.name)/\(name)"
        return dialect.isSystem && failures.entry(name) == nil && failures.entry(full) != nil ? full : name
    }

    /// In plain HTTP, a code is a status.
    private func statusFailure(_ code: String, _ node: JSONNode) -> String? {
        let name = "http/status/" + code
        if failures[name] != nil { return name }
        error(
            node.range, "\(code.shown) is not a status, which is 100 to 999",
            hint: inAnyChapter(code).map { "did you mean \"\($0)\"?" })
        return nil
    }

    /// The failures that a name stands for: more than one if it is a code with several causes.
    func failures(named node: JSONNode) -> [Failure] {
        guard let name = failureName(node), case .causes(let causes)? = failures.entry(name)?.disposition else {
            return failure(node, nil, in: nil).map { [$0] } ?? []
        }
        return causes.compactMap { failures.failure(of: $0) }
    }

    func hasSeveralCauses(_ name: String) -> Bool {
        if case .causes? = failures.entry(name)?.disposition { true } else { false }
    }

    /// Whether the failure can be used with the scenario's system.
    private func isOfScenarioSystem(_ failure: Failure, _ node: JSONNode) -> Bool {
        guard let system = failures.dialect(of: failure)?.name, system != dialect.name else { return true }
        if !wasSystemRefused {
            error(
                node.range, "\"\(failure.name)\" answers in the envelope of \(system)",
                hint: "the scenario needs \"system\": \"\(system)\"")
        }
        return false
    }

    /// The failure named by the part before the last slash: a code without its subcode.
    private func withoutSubcode(_ name: String) -> String? {
        guard let slash = name.lastIndex(of: "/") else { return nil }
        let code = String(name[..<slash])
        return (failures[code] ?? failures["\(dialect.name)/\(code)"])?.name
    }

    private func unknownFailure(_ node: JSONNode, _ name: String) {
        let names = failures.names
        let system = name.utf8.firstIndex(of: UInt8(ascii: "/")).map { String(name[..<$0]) } ?? ""
        // A system that was not found might have had it.
        if wasSystemRefused, system.isEmpty { return }
        if node.number != nil {
            error(
                node.range, "\(dialect.name) has no failure \(node.number?.text.shown ?? "")",
                hint: formOfOther("").map { "any other is \($0)" })
            return
        }
        guard showsMoreErrors else { return error(node.range, "unknown failure \"\(name.shown)\"") }
        let planned = FailureIndex.planned.map(\.name)
        let foreign = foreignFailure(name)
        let bare =
            status(name) ?? names.first { $0.hasSuffix("/" + name) }
            ?? (foreign == nil
                ? inAnyChapter(name) ?? withoutSubcode(name) ?? planned.first { $0.hasSuffix("/" + name) }
                    ?? nearest(name, names + planned) : nil)
        let meant = bare.map { "did you mean \"\($0)\"?" } ?? foreign
        let hints = [meant, formOfOther(system).map { "any other is \($0)" }].compactMap(\.self)
        error(
            node.range, "unknown failure \"\(name.shown)\"", hint: hints.isEmpty ? nil : hints.joined(separator: "; "))
    }

    /// The step that says what the tables of a system do not have; nil for systems without one.
    private func formOfOther(_ system: String) -> String? {
        let owner = failures.systems.contains { $0.name == system } ? system : dialect.name
        return failures["\(owner)/other"]?.ownParameters.lazy.compactMap(\.form).first
    }

    /// The failure that was probably misspelt: at most a third of its name behind the system differs.
    private func nearest(_ name: String, _ names: [String]) -> String? {
        for given in [name, "\(dialect.name)/\(name)"] {
            guard let nearest = EditDistance.nearest(to: given, among: names) else { continue }
            let slash = given.utf8.firstIndex(of: UInt8(ascii: "/"))
            let own = slash.map { given.utf8.distance(from: $0, to: given.utf8.endIndex) - 1 } ?? given.utf8.count
            let bound = max(1, own / 3)
            if EditDistance.distance(given.lowercased(), nearest.lowercased(), bound: bound) != nil { return nearest }
        }
        return nil
    }

    /// The failure of a status that is given alone, or as `http/401`: "401" is a status and not a code of some other system.
    private func status(_ name: String) -> String? {
        let code = name.split(separator: "/").last ?? ""
        let full = "http/status/\(code)"
        let isStatus = code.utf8.count == 3 && code.utf8.allSatisfy { (0x30...0x39).contains($0) }
        let isNear =
            name == code || ["http/\(code)", "status/\(code)"].contains(name)
            || EditDistance.distance(name, full, bound: 3) != nil
        return isStatus && isNear ? failures[full]?.name : nil
    }

    /// A hint for the name of a failure in clients or other tools, such as `ECONNRESET`, or for what people call one.
    func foreignFailure(_ name: String) -> String? {
        let slash = name.utf8.firstIndex(of: UInt8(ascii: "/"))
        let system = slash.map { String(name[..<$0]) } ?? dialect.name
        let code = slash.map { String(name[name.utf8.index(after: $0)...]) } ?? name
        let called = failures.systems.first { $0.name == system }?.failures(called: code) ?? []
        if !called.isEmpty { return Self.hint(called) }
        switch failures.meaning(of: ["http", "tcp"].contains(system) ? code : name) {
        case nil: return nil
        case .other(let reason): return reason
        case .failures(let names):
            let known = names.filter { FailureIndex.planned[$0] == nil }
            return known.isEmpty
                ? "it is \"\(names[0])\", which is not supported by this version yet"
                : Self.hint(Array(known.prefix(2)))
        }
    }

    private static func hint(_ names: [String]) -> String {
        names.count == 1 ? "did you mean \"\(names[0])\"?" : "it is \(names.quotedList(last: "or"))"
    }

    /// The full name of a failure by its code or alias in any chapter.
    private func inAnyChapter(_ code: String) -> String? {
        let rows = failures.chapters.lazy.filter { chapter in
            chapter.rows.contains { $0.code == code || $0.aliases.contains(code) }
        }
        return rows.first.flatMap { $0.entry(code: code)?.name }
    }
}
