/// The two functions that seeded delays need, implemented here, so that the delays of a scenario are identical with
/// every C library.
///
/// Both follow fdlibm (Sun Microsystems, 1993: `e_log.c`, `e_exp.c`), whose error is below one unit in the last place.
public enum Mathematics {
    private static let ln2High = 6.93147180369123816490e-01
    private static let ln2Low = 1.90821492927058770002e-10

    /// The natural logarithm: NaN below zero, minus infinity at zero.
    public static func ln(_ x: Double) -> Double {
        if x.isNaN || x < 0 { return .nan }
        if x == 0 { return -.infinity }
        if x == .infinity { return .infinity }
        var exponent = Double(x.exponent)
        var significand = x.significand
        if significand > 1.4142135623730951 {
            significand *= 0.5
            exponent += 1
        }
        let f = significand - 1
        let s = f / (2 + f)
        let z = s * s
        let w = z * z
        let even =
            w * (3.999999999940941908e-01 + w * (2.222219843214978396e-01 + w * 1.531383769920937332e-01))
        let last = 1.818357216161805012e-01 + w * 1.479819860511658591e-01
        let odd = z * (6.666666666666735130e-01 + w * (2.857142874366239149e-01 + w * last))
        let halfSquare = 0.5 * f * f
        let tail = s * (halfSquare + even + odd) + exponent * ln2Low
        return exponent * ln2High - ((halfSquare - tail) - f)
    }

    /// e to the power of x: infinity above 709.78, zero below -745.13.
    public static func exp(_ x: Double) -> Double {
        if x.isNaN { return .nan }
        if x > 709.782712893383973096 { return .infinity }
        if x < -745.13321910194110842 { return 0 }
        let exponent = (x * 1.44269504088896338700).rounded()
        let high = x - exponent * ln2High
        let low = exponent * ln2Low
        let reduced = high - low
        let square = reduced * reduced
        let inner =
            6.61375632143793436117e-05
            + square * (-1.65339022054652515390e-06 + square * 4.13813679705723846039e-08)
        let polynomial = 1.66666666666666019037e-01 + square * (-2.77777777770155933842e-03 + square * inner)
        let c = reduced - square * polynomial
        let y = 1 + (reduced * c / (2 - c) - low + high)
        return Double(sign: .plus, exponent: Int(exponent), significand: y)
    }
}
