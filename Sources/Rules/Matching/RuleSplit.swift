internal import Bytes

/// Divides a list of rules into those distinguished by tables of the values they require, and the rest.
struct RuleSplit {
    /// Tables of one list at most: a request may have to look each of them up.
    static let tableLimit = 8

    /// A part of the request and the methods of the rules: a request with another method skips the whole table.
    struct Group: Hashable {
        let part: IndexedPart
        let methods: MethodSet
    }

    struct Table {
        let group: Group
        var rules: [UInt32] = []
        var values = ByteTable<[UInt32]>()
    }

    private(set) var rest: [UInt32] = []
    private(set) var tables: [Table] = []

    init(_ rules: [UInt32], _ match: (UInt32) -> MatchProgram) {
        let programs = rules.map { match($0) }
        let required = programs.map { $0.requiredValues }
        var counts = Counts()
        for (program, required) in zip(programs, required) {
            for required in required { counts.add(required, program.methods) }
        }
        let chosen = zip(programs, required).map { program, required in counts.choose(required, program.methods) }
        let groups = Self.largest(chosen.compactMap { $0.map { Group(part: $0.part, methods: $0.methods) } })
        tables = groups.map { Table(group: $0) }
        let numbers = Dictionary(uniqueKeysWithValues: groups.enumerated().map { ($1, $0) })
        for (rule, choice) in zip(rules, chosen) {
            guard let choice, let number = numbers[Group(part: choice.part, methods: choice.methods)] else {
                rest.append(rule)
                continue
            }
            tables[number].rules.append(rule)
            for value in Set(choice.values) {
                tables[number].values.update(value, default: []) { $0.append(rule) }
            }
        }
    }

    /// The groups with enough rules for a table, in the order of their first rules.
    private static func largest(_ chosen: [Group]) -> [Group] {
        var sizes: [Group: Int] = [:]
        var order: [Group] = []
        for group in chosen {
            if sizes[group] == nil { order.append(group) }
            sizes[group, default: 0] += 1
        }
        let crowded = order.filter { sizes[$0, default: 0] > RuleBucket.splitThreshold }
        return Array(crowded.sorted { sizes[$0, default: 0] > sizes[$1, default: 0] }.prefix(tableLimit))
    }
}

extension RuleSplit {
    private struct Choice {
        let part: IndexedPart
        let methods: MethodSet
        let values: [[UInt8]]
    }

    /// Number of rules that require each value.
    private struct Counts {
        private struct Count {
            var rules = 0
            var values = ByteTable<Int>()
        }

        private var groups: [Group: Count] = [:]

        mutating func add(_ required: RequiredValues, _ methods: MethodSet) {
            let group = Group(part: required.part, methods: methods)
            groups[group, default: Count()].rules += 1
            for value in Set(required.values) {
                groups[group, default: Count()].values.update(value, default: 0) { $0 += 1 }
            }
        }

        /// The part that a rule is found by: the first one, cheapest first, whose value few rules share; otherwise the
        /// one whose value the fewest share.
        func choose(_ required: [RequiredValues], _ methods: MethodSet) -> Choice? {
            var best: (choice: Choice, sharing: Int)?
            for required in required {
                guard let count = groups[Group(part: required.part, methods: methods)],
                    count.rules > RuleBucket.splitThreshold
                else { continue }
                let sharing = required.values.map { count.values.find($0) ?? 0 }.max() ?? 0
                guard sharing < count.rules, best.map({ sharing < $0.sharing }) ?? true else { continue }
                best = (Choice(part: required.part, methods: methods, values: required.values), sharing)
                if sharing <= RuleBucket.splitThreshold { break }
            }
            return best?.choice
        }
    }
}
