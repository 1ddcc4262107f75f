import Testing

@testable import mishap_bench

/// Dumps as callgrind 3.19 writes them.
@Suite struct CallgrindProfileTests {
    private static let dump = """
        # callgrind format
        version: 1
        creator: callgrind-3.19.0
        pid: 7
        cmd:  ./mishap serve
        part: 1

        positions: line
        events: Ir
        summary: 276

        ob=(1) /app/mishap
        fl=(1) ???
        fn=(1) main
        0 10
        cob=(2) /usr/lib/libc.so.6
        cfi=(1)
        cfn=(2) malloc
        calls=3 0
        0 90
        cfn=(3) helper
        calls=1 0
        * 120

        fn=(3)
        0 20
        +3 1

        ob=(2)
        fn=(2)
        0 90
        fn=(4) __memset_avx2_unaligned_erms
        0 150
        fn=(5) 0x0000000000007df0
        0 5

        totals: 276
        """

    private func function(_ symbol: String, in object: String) -> CallgrindProfile.Function {
        CallgrindProfile.Function(symbol: symbol, object: object)
    }

    @Test func whatAFunctionCallsIsNotItsOwn() throws {
        let profile = try CallgrindProfile(dump: Self.dump)
        #expect(profile.instructions[function("main", in: "/app/mishap")] == 10)
    }

    @Test func aNameThatComesFirstInACallIsThatOfTheCalledObject() throws {
        let profile = try CallgrindProfile(dump: Self.dump)
        #expect(profile.instructions[function("malloc", in: "/usr/lib/libc.so.6")] == 90)
        #expect(profile.instructions[function("helper", in: "/app/mishap")] == 21)
        #expect(profile.instructions[function("0x0000000000007df0", in: "/usr/lib/libc.so.6")] == 5)
    }

    @Test func memsetIsCountedApart() throws {
        let profile = try CallgrindProfile(dump: Self.dump)
        #expect(profile.total == 276)
        #expect(profile.memset == 150)
        let measurement = Measurement(profile, requests: 10)
        #expect(measurement.figures == [.instructions: 13, .memset: 15])
    }

    @Test func aSumThatDiffersFromTheTotalIsAnError() {
        #expect(throws: BenchError.self) {
            try CallgrindProfile(dump: Self.dump.replacing("totals: 276", with: "totals: 275"))
        }
        #expect(throws: BenchError.self) { try CallgrindProfile(dump: "fn=(1) main\n0 10") }
    }
}
