import Bytes
import Glibc
import Testing

@Suite struct MathematicsTests {
    private func isClose(_ a: Double, _ b: Double) -> Bool {
        a == b || abs(a - b) <= 1e-14 * abs(b)
    }

    @Test func lnAgreesWithTheCLibrary() {
        var draw = Draw(state: 1)
        for _ in 0..<20_000 {
            let x = Double(bitPattern: draw.next() >> 1)
            if x.isFinite { #expect(isClose(Mathematics.ln(x), Glibc.log(x)), "\(x)") }
            let near = 0.5 + draw.unit()
            #expect(isClose(Mathematics.ln(near), Glibc.log(near)), "\(near)")
        }
    }

    @Test func expAgreesWithTheCLibrary() {
        var draw = Draw(state: 2)
        for _ in 0..<20_000 {
            let x = (draw.unit() - 0.5) * 1_410
            #expect(isClose(Mathematics.exp(x), Glibc.exp(x)), "\(x)")
            let small = (draw.unit() - 0.5) * 2
            #expect(isClose(Mathematics.exp(small), Glibc.exp(small)), "\(small)")
        }
    }

    @Test func bothAreTotal() {
        #expect(Mathematics.ln(-1).isNaN && Mathematics.ln(.nan).isNaN)
        #expect(Mathematics.ln(0) == -.infinity && Mathematics.ln(-0.0) == -.infinity)
        #expect(Mathematics.ln(.infinity) == .infinity && Mathematics.ln(1) == 0)
        #expect(isClose(Mathematics.ln(.leastNonzeroMagnitude), -744.4400719213812))
        #expect(Mathematics.exp(.nan).isNaN && Mathematics.exp(0) == 1)
        #expect(Mathematics.exp(.infinity) == .infinity && Mathematics.exp(710) == .infinity)
        #expect(Mathematics.exp(-.infinity) == 0 && Mathematics.exp(-746) == 0)
        #expect(isClose(Mathematics.exp(709.78), Glibc.exp(709.78)))
        #expect(Mathematics.exp(-744) > 0)
    }
}
