internal import JSONText
internal import Wire

/// Compares JSON values: numbers by their exact value, members in any order.
struct JSONComparison: Sendable {
    /// Whether strings are compared without ASCII case; names of members never are.
    var ignoreCase = false

    func equal(_ a: JSONNode, _ b: JSONNode) -> Bool {
        guard ignoreCase else { return a.isEquivalent(to: b) }
        switch (a.value, b.value) {
        case (.string(let a), .string(let b)): return same(a, b)
        case (.array(let a), .array(let b)): return a.count == b.count && zip(a, b).allSatisfy { equal($0, $1) }
        case (.object(let a), .object(let b)):
            guard a.count == b.count else { return false }
            let names = MemberNames(a)
            return b.allSatisfy { member in
                names.find(member.name, in: a).map { equal(a[$0].value, member.value) } ?? false
            }
        default: return a.isEquivalent(to: b)
        }
    }

    /// Whether `value` contains `wanted`: an object at least the wanted members, an array at least the wanted elements
    /// in their order, anything else the same value. No element of `value` stands for two wanted ones.
    func contains(_ value: JSONNode, _ wanted: JSONNode) -> Bool {
        switch (value.value, wanted.value) {
        case (.object(let members), .object(let wanted)):
            guard wanted.count <= members.count else { return false }
            // For few members, a table costs more than it saves.
            let names = wanted.count <= 8 ? MemberNames() : MemberNames(members)
            return wanted.allSatisfy { member in
                names.find(member.name, in: members).map { contains(members[$0].value, member.value) } ?? false
            }
        case (.array(let elements), .array(let wanted)):
            var next = 0
            for element in elements {
                if next == wanted.count { break }
                // The first element that matches is as good as any later one.
                if contains(element, wanted[next]) { next += 1 }
            }
            return next == wanted.count
        default: return equal(value, wanted)
        }
    }

    private func same(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        a.count == b.count && zip(a, b).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
    }
}
