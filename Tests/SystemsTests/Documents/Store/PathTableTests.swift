@testable import Systems
import Testing

@testable import Catalogue

/// Tables and lists of paths against a dictionary and a sorted array, and what their copies say.
struct PathTableTests {
    private static func path(_ number: Int) -> DocumentPath {
        DocumentPath(decoded: Array("/d/\(number)".utf8)) ?? .root
    }

    /// Some thousand paths that come, change and go, in an order that has no pattern.
    private static let steps = (0..<30_000).map { ($0 &* 7_919 &+ ($0 &* $0) % 613) % 5_000 }

    @Test func aTableIsADictionary() {
        var table = PathTable<Int>()
        var dictionary: [DocumentPath: Int] = [:]
        for (number, step) in Self.steps.enumerated() {
            let path = Self.path(step)
            switch number % 4 {
            case 0, 1: #expect(table.updateValue(number, at: path) == dictionary.updateValue(number, forKey: path))
            case 2: #expect(table.removeValue(at: path) == dictionary.removeValue(forKey: path))
            default:
                table.change(path) { $0 += 1 }
                dictionary[path]? += 1
            }
        }
        #expect(table.count == dictionary.count && table.count > 1_000)
        for number in 0..<5_000 {
            let path = Self.path(number)
            #expect(table[path] == dictionary[path] && table.contains(path) == (dictionary[path] != nil))
        }
    }

    @Test func aListIsInOrder() {
        var list = PathList()
        var set: Set<DocumentPath> = []
        for (number, step) in Self.steps.enumerated() {
            let path = Self.path(step)
            if number % 3 == 2 {
                list.remove(path)
                set.remove(path)
            } else {
                list.insert(path)
                set.insert(path)
            }
        }
        let expected = set.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        #expect(Array(list) == expected && list.count == expected.count && expected.count > 1_000)
        for path in expected { list.remove(path) }
        #expect(list.isEmpty && list.count == 0 && Array(list).isEmpty)
    }

    @Test func aCopyStaysAsItIs() {
        var table = PathTable<Int>()
        var list = PathList()
        for number in 0..<1_000 {
            table.updateValue(number, at: Self.path(number))
            list.insert(Self.path(number))
        }
        let (before, listed) = (table, Array(list))
        let copy = list
        for number in 0..<2_000 {
            table.updateValue(-1, at: Self.path(number))
            list.insert(Self.path(number))
            if number % 3 == 0 {
                table.removeValue(at: Self.path(number))
                list.remove(Self.path(number))
            }
        }
        #expect(Array(copy) == listed && before.count == 1_000)
        for number in 0..<1_000 { #expect(before[Self.path(number)] == number) }
        #expect(before[Self.path(1_500)] == nil && table[Self.path(1)] == -1)
    }
}
