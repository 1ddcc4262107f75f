import Testing

@testable import mishap_bench

@Suite struct FunctionNameTests {
    private func name(_ symbol: String, in object: String = "/app/mishap") -> String {
        FunctionName.name(of: CallgrindProfile.Function(symbol: symbol, object: object))
    }

    @Test(arguments: [
        ("generic specialization <Swift.Int> of A.f<B>(B) -> ()", "A.f<B>(B) -> ()"),
        ("generic not re-abstracted specialization <(Swift.Int) -> Swift.Bool> of A.f()", "A.f()"),
        (
            "function signature specialization <Arg[0] = Exploded> of function signature specialization <Arg[1] = Dead> of A.f()",
            "A.f()"
        ),
        (
            "function signature specialization <Arg[1] = [Closure Propagated : closure #1 (A) -> B in A.g()]> of A.f()",
            "A.f()"
        ),
        ("merged A.f()", "A.f()"),
        ("merged generic specialization <A.B<A.C>> of A.f()", "A.f()"),
        ("partial apply forwarder for closure #2 (Swift.Int) -> () in A.f(x: Swift.Int)", "A.f(x: Int)"),
        ("closure #1 () -> () in closure #2 (in: A.B) -> () in A.f()", "A.f()"),
        ("implicit closure #1 () -> A in A.f()", "A.f()"),
        ("A.f() with unmangled suffix \".resume.0\"", "A.f()"),
    ])
    func whatTheCompilerMakesOfAFunctionCountsForIt(demangled: String, source: String) {
        #expect(FunctionName.source(of: demangled) == source)
    }

    @Test func whatIsNoSpecializationKeepsItsName() {
        #expect(FunctionName.source(of: "outlined copy of A.B") == "outlined copy of A.B")
        #expect(FunctionName.source(of: "generic without brackets") == "generic without brackets")
    }

    @Test func theFileOfAPrivateNameIsLeftOut() {
        #expect(
            FunctionName.source(of: "Mishap.Shard.(decide in _52D0DF3D3EA5AF1246A36E1395EF2858)(Wire.Exchange) -> ()")
                == "Mishap.Shard.decide(Wire.Exchange) -> ()")
    }

    @Test func symbolsOfSwiftAreDemangled() {
        let ended = "$s6Mishap21GatewayShardResponderC5endedyy4Wire8ExchangeCF"
        #expect(name(ended) == "Mishap.GatewayShardResponder.ended(Wire.Exchange) -> ()")
        #expect(name(ended + "'2") == name(ended))
        let append = "$sSa6append10contentsOfyqd__n_t7ElementQyd__RszSTRd__lFs5UInt8V_SRyAFGTg5"
        #expect(name(append).hasPrefix("Array.append<"))
    }

    @Test func symbolsOfCStandAsTheyAre() {
        #expect(name("pthread_mutex_lock@@GLIBC_2.2.5") == "pthread_mutex_lock")
        #expect(name("swift_release'2") == "swift_release")
        #expect(name("$stuff") == "$stuff")
    }

    @Test func functionsWithoutASymbolAreOneOfTheirObject() {
        #expect(
            name("0x0000000000007df0", in: "/usr/lib/libmicrohttpd.so.12.60.0")
                == "libmicrohttpd.so.12.60.0: functions without a symbol")
    }

    @Test func aVeryLongNameIsCut() {
        #expect(name(String(repeating: "a", count: 500)).count == 161)
    }
}
