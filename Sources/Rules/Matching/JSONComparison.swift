internal import Bytes
internal import JSONText
internal import Wire

/// Compares JSON values: numbers by their exact value, members in any order.
public struct JSONComparison: Sendable {
    /// Whether strings are compared without ASCII case; names of members never are.
    public var ignoreCase = false
    /// Whether the elements of arrays are compared in any order.
    public var anyOrder = false

    /// Elements of the longest wanted list that a value may contain in any order.
    public static let mostInAnyOrder = 32

    func equal(_ a: JSONNode, _ b: JSONNode) -> Bool {
        if anyOrder {
            guard a.isList || b.isList else { return inOrder.equal(a, b) }
            return a.isList && b.isList && bagKey(a) == bagKey(b)
        }
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
        case (.array(let elements), .array(let wanted)) where anyOrder:
            return containsInAnyOrder(elements, wanted)
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

    /// Whether each wanted element has one of its own that contains it.
    private func containsInAnyOrder(_ elements: [JSONNode], _ wanted: [JSONNode]) -> Bool {
        guard wanted.count <= elements.count else { return false }
        // As many as are wanted are enough to choose from.
        let count = wanted.count
        let choices = wanted.map { wanted in
            var found: [Int] = []
            for (index, element) in elements.enumerated() where contains(element, wanted) {
                found.append(index)
                if found.count == count { break }
            }
            return found
        }
        var owners: [Int: Int] = [:]
        /// Finds an element for one that is wanted, where need be by giving its owner another one.
        func find(_ number: Int, _ tried: inout Set<Int>) -> Bool {
            for element in choices[number] where tried.insert(element).inserted {
                if let owner = owners[element], !find(owner, &tried) { continue }
                owners[element] = number
                return true
            }
            return false
        }
        for number in wanted.indices {
            var tried: Set<Int> = []
            guard find(number, &tried) else { return false }
        }
        return true
    }

    private var inOrder: JSONComparison { JSONComparison(ignoreCase: ignoreCase) }

    /// Equal for values that are equal, whatever the order of elements and members.
    func bagKey(_ node: JSONNode) -> [UInt8] {
        let key = wholeKey(node)
        guard key.count > Self.longestKey else { return key }
        // Else a deep value would be copied for each of its levels.
        var digest = BodyDigest()
        digest.update(key.span)
        return Array("#\(key.count):\(digest.value)".utf8)
    }

    private static let longestKey = 128

    private func wholeKey(_ node: JSONNode) -> [UInt8] {
        switch node.value {
        case .array(let elements): key(UInt8(ascii: "["), elements.map { bagKey($0) })
        case .object(let members):
            key(
                UInt8(ascii: "{"),
                members.map { key(UInt8(ascii: ":"), [Array($0.name.utf8), bagKey($0.value)], isSorted: false) })
        case .string(let bytes): [UInt8(ascii: "\"")] + (ignoreCase ? bytes.map(\.asciiLowercased) : bytes)
        // Numbers of more than 18 digits of exponent share one.
        default: node.indexKey
        }
    }

    /// The parts with their lengths.
    private func key(_ kind: UInt8, _ parts: [[UInt8]], isSorted: Bool = true) -> [UInt8] {
        var key = [kind]
        for part in isSorted ? parts.sorted(by: { $0.lexicographicallyPrecedes($1) }) : parts {
            key += "\(part.count):".utf8
            key += part
        }
        return key
    }

    private func same(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        a.count == b.count && zip(a, b).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
    }
}

extension JSONNode {
    /// Whether its parts may be in another order.
    fileprivate var isList: Bool {
        switch value {
        case .array, .object: true
        case .null, .bool, .number, .string: false
        }
    }
}
