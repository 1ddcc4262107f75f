@testable import Systems
@testable import Catalogue
import Testing

/// How far a method reaches, and how long a lock is asked for.
struct DepthTests {
    @Test(arguments: [
        ("0", Depth.zero), (" 1 ", .one), ("infinity", .infinity), ("Infinity", .infinity), ("2", nil), ("", nil),
        ("1,0", nil), ("-1", nil),
    ])
    func thereAreThree(value: String, depth: Depth?) { #expect(Depth(Array(value.utf8)[...]) == depth) }

    @Test(
        arguments: [
            (nil, nil), ("Infinite", nil), ("infinite, Second-5", nil), ("Second-5", 5), ("SECOND-5", 5),
            ("Second-5, Infinite", 5), ("Minute-1, Second-60", 60), ("Second-, Second-7", 7), ("Second-x", nil),
            ("", nil),
            ("Second-604801", 604_800), ("Second-4100000000", 604_800),
            ("Second-99999999999999999999999999999999999", 604_800), ("Second-0", 1), ("Second--1", nil),
        ] as [(String?, Int?)])
    func locksAreAskedForByTheSecond(field: String?, seconds: Int?) {
        #expect(LockTimeout.seconds(field.map { Array($0.utf8)[...] }) == seconds)
    }
}
