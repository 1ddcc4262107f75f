import Testing

@testable import Bytes

@Suite struct ByteTableTests {
    @Test func aKeyIsFoundWithinOtherBytes() {
        var table = ByteTable<Int>()
        table.insert("/pay".utf8, 1)
        let request = Array(utf8: "GET /pay HTTP/1.1")
        #expect(table.find(request, 4..<8) == 1)
        #expect(table.find(request, 4..<7) == nil)
        #expect(table.find(request[4..<8]) == 1)
        #expect(table.find([]) == nil)
    }

    @Test func insertingAgainReplaces() {
        var table = ByteTable<String>()
        #expect(table.insert([], "a") == nil)
        #expect(table.insert([], "b") == "a")
        #expect(table.find([]) == "b" && table.count == 1)
    }

    @Test func updatingStartsFromTheDefault() {
        var table = ByteTable<[Int]>()
        for number in 0..<10 { table.update([UInt8(number % 2)], default: []) { $0.append(number) } }
        #expect(table.find([0]) == [0, 2, 4, 6, 8] && table.find([1]) == [1, 3, 5, 7, 9])
        var order: [[UInt8]] = []
        table.forEachEntry { key, _ in order.append(Array(key)) }
        #expect(order == [[0], [1]])
    }

    @Test func keysOfEveryLengthAreTold() {
        var table = ByteTable<Int>()
        for length in 0..<40 {
            table.insert([UInt8](repeating: 0, count: length), length)
            if length > 0 {
                var key = [UInt8](repeating: 0, count: length)
                for place in 0..<length {
                    key[place] = 1
                    table.insert(key, 1_000 * length + place)
                    key[place] = 0
                }
            }
        }
        for length in 0..<40 {
            var key = [UInt8](repeating: 0, count: length)
            #expect(table.find(key) == length)
            for place in 0..<length {
                key[place] = 1
                #expect(table.find(key) == 1_000 * length + place)
                key[place] = 0
            }
        }
    }

    @Test func itAgreesWithADictionary() {
        var draw = Draw(state: 8)
        var table = ByteTable<UInt64>()
        var dictionary: [[UInt8]: UInt64] = [:]
        for _ in 0..<20_000 {
            let key = Array(utf8: "/rule/\(draw.below(9_000))")
            let value = draw.next()
            #expect(table.insert(key, value) == dictionary.updateValue(value, forKey: key))
        }
        #expect(table.count == dictionary.count)
        for number in 0..<10_000 {
            let key = Array(utf8: "/rule/\(number)")
            #expect(table.find(key) == dictionary[key])
        }
    }

    /// Keys of two words, of which the second undoes the first: with a seed that is known, as many as one likes have the
    /// same hash.
    private static func colliding(_ count: Int, seed: UInt64) -> [[UInt8]] {
        (0..<UInt64(count)).map { number in
            let first = number &* 0x9E37_79B9
            let second = ByteHash.fold(16 ^ seed ^ first) ^ 42
            return [first, second].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
        }
    }

    private static func hashes(_ keys: [[UInt8]], seed: UInt64) -> Int {
        Set(keys.map { ByteHash.hash($0.span, seed: seed) }).count
    }

    @Test func keysThatCollideUnderOneSeedDoNotUnderThatOfTheProcess() {
        let keys = Self.colliding(20_000, seed: 0xA076_1D64_78BD_642F)
        #expect(Self.hashes(keys, seed: 0xA076_1D64_78BD_642F) == 1)
        #expect(Self.hashes(keys, seed: ByteHash.seed) == 20_000)
        #expect(ByteTable<Int>().seed == ByteHash.seed)
    }

    @Test func theSeedIsNotSeen() {
        let keys: [[UInt8]] = (0..<1_000).map { Array("key \($0 % 700)".utf8) }
        let tables = [UInt64(1), 2].map { seed in
            var table = ByteTable<Int>(seed: seed)
            for (index, key) in keys.enumerated() { table.insert(key, index) }
            return table
        }
        var orders: [[[UInt8]]] = []
        for table in tables {
            var order: [[UInt8]] = []
            table.forEachEntry { key, _ in order.append(Array(key)) }
            orders.append(order)
            for key in keys { #expect(table.find(key) == tables[0].find(key)) }
        }
        #expect(orders[0] == orders[1])
    }
}
