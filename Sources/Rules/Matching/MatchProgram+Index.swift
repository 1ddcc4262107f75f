internal import JSONText

extension MatchProgram {
    /// The facts for the index; `indexedField` is the field of the system's calls that rules are divided by.
    func indexEntry(_ indexedField: Int?) -> RuleIndexBuilder.Entry {
        RuleIndexBuilder.Entry(path: indexPath ?? path, values: indexedField.flatMap { values(ofFieldAt: $0) })
    }

    /// The values of a call's field that the match accepts, byte for byte; nil if it accepts others.
    private func values(ofFieldAt index: Int) -> [[UInt8]]? {
        for field in call where field.index == index {
            if let values = field.matcher.requiredValues { return values }
        }
        return nil
    }

    /// The values that the match requires in parts of the request, the parts that are cheapest to read first.
    var requiredValues: [RequiredValues] {
        var all: [RequiredValues] = []
        for field in headers { all.add(.header(field.name), field.matcher.requiredValues) }
        if case .template(let template) = indexPath ?? path {
            for (number, segment) in template.segments.enumerated() {
                if case .rest = segment { break }
                if case .literal(let bytes) = segment { all.add(.segment(number), [bytes]) }
            }
        }
        for field in query { all.add(.query(field.name), field.matcher.requiredValues) }
        for condition in conditions {
            switch condition {
            case .test(.value(.form, let field)): all.add(.form(field.name), field.matcher.requiredValues)
            case .test(.json(let field)):
                all.add(.json(field.pointer), field.matcher.requiredValues)
                field.matcher.addRequiredMembers(of: field.pointer, to: &all)
            default: break
            }
        }
        return all
    }
}

extension [RequiredValues] {
    fileprivate mutating func add(_ part: IndexedPart, _ values: [[UInt8]]?) {
        if let values { append(RequiredValues(part: part, values: values)) }
    }
}

extension ValueMatcher {
    /// The values that it accepts, byte for byte; nil if it accepts others.
    public var requiredValues: [[UInt8]]? {
        if ignoreCase { return nil }
        for test in tests {
            switch test {
            case .equals(let value): return [value]
            case .oneOf(let values): return values
            default: break
            }
        }
        return nil
    }
}

extension JSONMatcher {
    /// `JSONNode.indexKey` of the values that it accepts; nil if it accepts others.
    fileprivate var requiredValues: [[UInt8]]? {
        if comparison.ignoreCase || comparison.anyOrder { return nil }
        for test in tests {
            switch test {
            case .equals(let value): return [value.indexKey]
            case .oneOf(let values): return values.map { $0.indexKey }
            default: break
            }
        }
        return nil
    }

    /// Most members of a wanted object that the index considers.
    private static let requiredMemberLimit = 16

    /// The values that it requires of members where it wants an object, `{ "like": { "order": { "id": 7 } } }`, however deep.
    /// Elements of arrays are left out, since they may be anywhere.
    fileprivate func addRequiredMembers(of pointer: JSONPointer, to all: inout [RequiredValues]) {
        if comparison.ignoreCase || isAbsent { return }
        var left = Self.requiredMemberLimit
        for test in tests {
            switch test {
            case .equals(let wanted), .like(let wanted): Self.add(membersOf: wanted, pointer, &left, to: &all)
            default: break
            }
        }
    }

    private static func add(
        membersOf wanted: JSONNode, _ pointer: JSONPointer, _ left: inout Int, to all: inout [RequiredValues]
    ) {
        guard case .object(let members) = wanted.value else { return }
        for member in members where left > 0 {
            let place = pointer.member(Array(member.name.utf8))
            switch member.value.value {
            case .object: add(membersOf: member.value, place, &left, to: &all)
            case .array: break
            case .string, .number, .bool, .null:
                left -= 1
                all.append(RequiredValues(part: .json(place), values: [member.value.indexKey]))
            }
        }
    }
}
