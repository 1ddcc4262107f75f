internal import Catalogue
internal import JSONText
internal import Wire

/// The names of failures for a step of a system, and the fields that each allows beside it; or for its `connections`.
struct FailureSchema {
    private let dialect: (any Dialect)?
    private let failures: [Failure]
    private let families: [FailureFamily]
    /// Codes and names of clients and of documents for failures.
    private let rows: [Row]

    private struct Row {
        let entry: CatalogueEntry
        /// The kinds of all failures that it stands for.
        let kinds: Set<Failure.Kind>
    }

    init(_ dialect: (any Dialect)?, _ index: FailureIndex, in place: Failure.Place = .rule) {
        self.dialect = dialect
        func isAvailable(_ failure: Failure) -> Bool {
            guard place.carries(failure) else { return false }
            if place == .rule, dialect?.readsBody == true, failure.actsBeforeBody { return false }
            guard let system = index.dialect(of: failure)?.name else { return true }
            return system == dialect?.name
        }
        failures = index.failures.filter(isAvailable)
        families = index.families.filter { isAvailable($0.member) }
        rows = index.chapters.flatMap(\.rows).compactMap { entry in
            let causes: [Failure] =
                switch entry.disposition {
                case .failure(let make): [make()]
                case .causes(let causes): causes.compactMap { index.failure(of: $0) }
                case .notInducible, .planned: []
                }
            let available = causes.filter(isAvailable)
            return available.isEmpty ? nil : Row(entry: entry, kinds: Set(available.flatMap(\.kinds)))
        }
    }

    /// The values of `fail`.
    var name: Shape {
        .either(
            [.enumeration(Self.once(failures.flatMap(names) + rows.flatMap(names)))] + families.flatMap(forms) + numbers
        )
    }

    /// Rows of the system whose code is a number.
    private var numbers: [Shape] {
        let numbers = rows.filter { $0.entry.system == dialect?.name }.compactMap { Int64($0.entry.code) }
        return numbers.isEmpty ? [] : [Shape([("enum", .array(numbers.map { .int($0) }))])]
    }

    /// The arguments of each failure, and the fields that it excludes.
    var conditions: Shape {
        var groups: [(key: Group, failures: [Failure], families: [FailureFamily])] = []
        func add(_ failure: Failure, _ change: (Int) -> Void) {
            let key = Group(kind: failure.kind, spoilsWith: failure.spoilsWith, parameters: failure.parameters)
            if let index = groups.firstIndex(where: { $0.key == key }) {
                change(index)
            } else {
                groups.append((key, [], []))
                change(groups.count - 1)
            }
        }
        for failure in failures { add(failure) { groups[$0].failures.append(failure) } }
        for family in families { add(family.member) { groups[$0].families.append(family) } }
        let conditions = groups.map { group in
            let listed = group.failures.isEmpty ? [] : [Shape.enumeration(group.failures.flatMap(names))]
            return Shape.when(.has("fail", .either(listed + group.families.flatMap(forms))), group.key.shape)
        }
        let listed = Set(failures.flatMap(names))
        let others = [Set([Failure.Kind.answer]), [.ending]].compactMap { kinds -> Shape? in
            let names = Self.once(rows.filter { $0.kinds == kinds }.flatMap(names)).filter { !listed.contains($0) }
            guard let kind = kinds.first, !names.isEmpty else { return nil }
            return .when(.has("fail", .enumeration(names)), .none(of: Self.absent(beside: kind)))
        }
        return Shape([("allOf", .array((conditions + others).map(\.json)))])
    }

    private static func absent(beside kind: Failure.Kind) -> [String] {
        switch kind {
        case .answer: ["reply", "pass"]
        case .ending: ["reply", "pass", "pace", "cut", "keepAlive", "readPace"]
        // One of the connection is no value of "fail" in a step.
        case .spoiler, .connection: []
        }
    }

    private static func once(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }

    /// Failures with the same parameters that exclude the same fields.
    private struct Group: Hashable {
        let kind: Failure.Kind
        let spoilsWith: String?
        let parameters: [Parameter]

        var shape: Shape {
            let with = Shape([
                ("properties", .object(parameters.map { ($0.name, $0.json) })), ("additionalProperties", false),
            ])
            return Shape(Shape.may([("with", with)]).keywords + forbidding)
        }

        private var forbidding: [(String, JSONValue)] {
            let absent = FailureSchema.absent(beside: kind)
            guard let spoilsWith else {
                return absent.isEmpty ? [] : [("allOf", .array([Shape.none(of: absent).json]))]
            }
            let spoils = Shape.has("with", .has(spoilsWith, .anything))
            let isEnding = Shape([("not", spoils.json)])
            return [("allOf", .array([Shape.none(of: ["pass"]).json, Shape.when(isEnding, .none(of: absent)).json]))]
        }
    }

    /// The full name, and the code alone within the failure's own system.
    private func names(_ failure: Failure) -> [String] {
        guard let own = dialect?.name, failure.name.hasPrefix(own + "/") else { return [failure.name] }
        return [failure.name, String(failure.name.dropFirst(own.utf8.count + 1))]
    }

    private func names(_ row: Row) -> [String] {
        let codes = [row.entry.code] + row.entry.aliases
        return codes.map { "\(row.entry.system)/\($0)" } + (row.entry.system == dialect?.name ? codes : [])
    }

    private func forms(_ family: FailureFamily) -> [Shape] {
        // In plain HTTP, a code is a status.
        guard family.prefix == (dialect?.name ?? "http/status") + "/" else {
            return [Shape([("type", "string"), ("pattern", .string("^\(family.prefix)\(family.pattern)$"))])]
        }
        return [
            Shape([("type", "string"), ("pattern", .string("^(\(family.prefix))?\(family.pattern)$"))])
        ] + (family.isOfNumbers ? [Shape([("type", "integer")])] : [])
    }
}

extension Failure {
    /// What it may be, with one argument or another.
    fileprivate var kinds: [Kind] { spoilsWith == nil ? [kind] : [kind, .spoiler] }

    /// Whether it ends the exchange before the body of the request has been read.
    fileprivate var actsBeforeBody: Bool {
        switch prepared(Arguments(of: self)) {
        case .reply, .replyToRequest, .replyToCall, .connection: return false
        case .ending(let script): return script.upload != .read
        case .spoiler(let spoil):
            var reply = stock ?? PlainHTTP().stockSuccess
            spoil(nil, &reply)
            return reply.upload != .read
        }
    }
}

extension Parameter {
    fileprivate var json: JSONValue {
        ObjectField(name, shape, summary, standard: standard.flatMap(\.json)).json
    }

    private var shape: Shape { isNumber ? .either([literal, .defined("placeholder")]) : literal }

    private var literal: Shape {
        switch kind {
        case .count(let bounds): .integer(bounds)
        case .bytes(let bounds): .bytes(bounds)
        case .bodyPosition: .defined("bodyPosition")
        case .cutPosition: .defined("cutPosition")
        case .duration: .defined(limit == .aboveZero ? "span" : "duration")
        case .text: limit == .withinLine ? .line : .text
        case .flag: .either([.flag, .enumeration(["true", "false"])])
        case .word(let words): .enumeration(words)
        case .status: .integer(100...999)
        case .headers: .defined("headers")
        case .json: .anything
        }
    }
}

extension Argument {
    /// The value in a scenario file; nil if it is not a single value.
    fileprivate var json: JSONValue? {
        switch self {
        case .count(let count): .int(Int64(count))
        case .share(let percent): .string("\(percent)%")
        case .duration(let time): .string(time.durationText)
        case .text(let text): .string(text)
        case .headers, .json: nil
        }
    }
}
