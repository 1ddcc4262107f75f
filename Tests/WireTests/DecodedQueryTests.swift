import Testing

@testable import Wire

/// A query that is put apart once a request says the same as its fields do one by one.
struct DecodedQueryTests {
    @Test(arguments: [
        "", "&&", "a", "a=", "=b", "a=b&a=c", "a+b=%41+", "x&a%20b=2", "a=b=c", "%61=1", "a=%4", "a=%4&1=%", "a=%+1",
        "%26=%3D&%3d=%2B+", "a=%00%ff", "&a=1&&b=2&",
    ])
    func isWhatItsFieldsAre(query: String) {
        compare(query)
    }

    @Test func isWhatTheFieldsOfRandomQueriesAre() {
        var generator = SplitMix(state: 16)
        let pieces = ["a", "b", "=", "&", "+", "%", "%4", "%41", "%26", "%3D", "%zz", "ä", "\u{0}"]
        for _ in 0..<2000 {
            let count = Int.random(in: 0...12, using: &generator)
            compare((0..<count).map { _ in pieces.randomElement(using: &generator)! }.joined())
        }
    }

    @Test func nothingIsLeftOfTheLastRequest() {
        let request = Request.make("GET", "/?a=1&b=2")
        #expect(request.decodedQuery.first(Array("b".utf8)) == [UInt8(ascii: "2")])
        for (target, value) in [("/?b=%33", "3"), ("/", nil), ("/?c=1", nil), ("/?b", "")] as [(String, String?)] {
            unsafe Array(target.utf8).withUnsafeBufferPointer { unsafe request.begin(target: $0) }
            #expect(request.decodedQuery.first(Array("b".utf8)).map { String(decoding: $0, as: UTF8.self) } == value)
        }
    }

    @Test func fieldsBeyondTheMaximumAreIgnored() {
        let most = Request.make("GET", "/?" + String(repeating: "a=1&", count: 99_999) + "b=2&c=3")
        #expect(most.decodedQuery.count == 100_000)
        #expect(most.decodedQuery.first(Array("b".utf8)) == [UInt8(ascii: "2")])
        #expect(most.decodedQuery.first(Array("c".utf8)) == nil)
        let atTheEnd = Request.make("GET", "/?" + String(repeating: "a&", count: 99_999) + "b")
        #expect(atTheEnd.decodedQuery.count == 100_000 && atTheEnd.decodedQuery.first(Array("b".utf8)) == [])
    }

    @Test func aShortQueryIsReadBehindALongOne() {
        let request = Request.make("GET", "/?" + String(repeating: "long=1&", count: 5000))
        #expect(request.decodedQuery.count == 5000)
        unsafe Array("/?a=1".utf8).withUnsafeBufferPointer { unsafe request.begin(target: $0) }
        #expect(request.decodedQuery.count == 1 && request.decodedQuery.first(Array("a".utf8)) == [UInt8(ascii: "1")])
    }

    @Test func theMemoryOfALongQueryIsGivenBack() {
        let query = DecodedQuery()
        let long = Array(String(repeating: "a&", count: 6000).utf8)
        query.read(long, long.indices)
        #expect(query.count == 6000 && query.capacity > 100_000)
        query.clear()
        #expect(query.count == 0 && query.capacity < 10_000)
        // A request lets go of it with its exchange, and reads it again for whoever asks later.
        let request = Request.make("GET", "/?" + String(repeating: "a&", count: 6000) + "b=1")
        let kept = request.decodedQuery
        #expect(kept.capacity > 100_000)
        request.dropLargeBuffers()
        #expect(kept.capacity < 10_000)
        #expect(request.decodedQuery.first(Array("b".utf8)) == [UInt8(ascii: "1")])
    }

    @Test func aValueOutlivesItsRequest() {
        let request = Request.make("GET", "/?a=first")
        let value = request.decodedQuery.first(Array("a".utf8))
        unsafe Array("/?a=other".utf8).withUnsafeBufferPointer { unsafe request.begin(target: $0) }
        _ = request.decodedQuery
        #expect(value?.elementsEqual("first".utf8) == true)
    }

    private func compare(_ query: String) {
        let request = Request.make("GET", "/?" + query)
        var fields = request.query.map { QueryFields(request.head, $0) }
        var expected: [[UInt8]: [[UInt8]]] = [:]
        while let field = fields?.next() {
            let name = Array(QueryFields.decode(request.head[field.name]))
            expected[name, default: []].append(Array(QueryFields.decode(request.head[field.value])))
        }
        for (name, values) in expected {
            #expect(request.decodedQuery.values(name).map(Array.init) == values, "\(query)")
            #expect(request.decodedQuery.first(name).map(Array.init) == values.first, "\(query)")
        }
        #expect(request.decodedQuery.count == expected.values.reduce(0) { $0 + $1.count }, "\(query)")
        #expect(request.decodedQuery.first(Array("missing".utf8)) == nil)
    }
}

private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
