internal import Bytes
internal import Catalogue
internal import JSONText

/// Finds failures that strike while the request's body is still on its way, in places where nobody can
/// tell before it is there that they are to strike.
struct UploadDecisions {
    /// Such a failure, and where the scenario names it.
    struct Failure {
        let name: String
        let place: Range<Int>
    }

    private var literals = ByteTable<[CompiledRule]>()
    private var others: [CompiledRule] = []
    private var all: [CompiledRule] = []

    mutating func add(_ rule: CompiledRule) {
        guard rule.needsBody else { return }
        all.append(rule)
        if case .literal(let path) = rule.match.path {
            literals.update(path, default: []) { $0.append(rule) }
        } else {
            others.append(rule)
        }
    }

    /// A rule that was added before, and may have to see the body of a request that the match takes.
    func reader(before match: MatchProgram) -> CompiledRule? {
        guard case .literal(let path) = match.path else { return all.first { $0.match.mayMeet(match) } }
        return (literals.find(path) ?? []).first { $0.match.mayMeet(match) } ?? others.first { $0.match.mayMeet(match) }
    }
}

extension FileReading {
    /// Refuses the failures of a rule that are to strike before the body is there, where this or a rule
    /// above has to read it first.
    func checkUploads(_ rule: CompiledRule, _ decisions: UploadDecisions) {
        guard !uploadFailures.isEmpty else { return }
        if dialect.readsBody {
            for failure in uploadFailures {
                error(
                    failure.place,
                    "\"\(failure.name)\" strikes before the request's body is read, which holds the calls of \(dialect.name)",
                    hint: "a scenario without \"system\" can have it")
            }
            return
        }
        let reader = rule.needsBody ? rule : decisions.reader(before: rule.match)
        guard let reader else { return }
        let who = reader === rule ? "this rule" : "rule \"\(reader.name.shown)\" above"
        for failure in uploadFailures {
            error(
                failure.place, "\"\(failure.name)\" strikes before the request's body is read, which \(who) looks at",
                hint: reader === rule ? nil : "a rule that is decided before stands above it")
        }
    }
}

extension MatchProgram {
    /// Whether there may be a request to the path and by the method of both.
    fileprivate func mayMeet(_ other: MatchProgram) -> Bool {
        let names = Set(methods.names)
        guard methods.isAny || other.methods.isAny || !names.isDisjoint(with: other.methods.names) else { return false }
        switch (path, other.path) {
        case (.any, _), (_, .any): return true
        case (.literal(let path), .literal(let other)): return path == other
        case (.literal(let path), .template(let template)), (.template(let template), .literal(let path)):
            return template.matches(path, path.indices)
        case (.template(let template), .template(let other)): return template.mayMeet(other)
        }
    }
}

extension PathTemplate {
    fileprivate func mayMeet(_ other: PathTemplate) -> Bool {
        for (one, other) in zip(segments, other.segments) {
            switch (one, other) {
            case (.rest, _), (_, .rest): return true
            case (.literal(let one), .literal(let other)) where one != other: return false
            default: break
            }
        }
        let longer = segments.count > other.segments.count ? self : other
        let shorter = min(segments.count, other.segments.count)
        return longer.segments.count == shorter || longer.segments[shorter] == .rest
    }
}
