/// A stream of pseudorandom numbers from a seed. The generator is fixed, so that a scenario sends the same bytes on
/// every machine and with every version.
///
/// It is SplitMix64 (Steele, Lea, Flood: "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014). Its outputs
/// are pinned by tests.
public struct Draw: Sendable, Hashable {
    /// The use of a draw. Each purpose has a stream of its own, so that one more draw for one does not change the
    /// others.
    public enum Purpose: Sendable, Hashable {
        /// Which item of `choose`.
        case choose
        /// How long a random `delay` is.
        case delay
        /// The n-th placeholder of the step.
        case placeholder(Int)
        /// Content of a given size.
        case content
        case custom(UInt64)
        /// The boundary between the parts of a multipart body.
        case boundary
        /// The sizes of the writes of a `pace`.
        case pace
        /// How long a random `delay` within an answer is, by the number of its part.
        case part(Int)

        @inlinable
        var words: (UInt64, UInt64) {
            switch self {
            case .choose: (0, 0)
            case .delay: (1, 0)
            case .placeholder(let number): (2, UInt64(truncatingIfNeeded: number))
            case .content: (3, 0)
            case .custom(let number): (4, number)
            case .boundary: (5, 0)
            case .pace: (6, 0)
            case .part(let number): (7, UInt64(truncatingIfNeeded: number))
            }
        }
    }

    @usableFromInline var state: UInt64

    /// Starts the published generator at this state.
    @inlinable
    public init(state: UInt64) { self.state = state }

    /// The stream without its first numbers.
    public func dropping(_ count: Int) -> Draw {
        Draw(state: state &+ UInt64(truncatingIfNeeded: count) &* Mixer.gamma)
    }

    @inlinable
    public mutating func next() -> UInt64 {
        state &+= Mixer.gamma
        return Mixer.mix(state)
    }

    /// Uniform in 0..<1, from the top 53 bits.
    @inlinable
    public mutating func unit() -> Double {
        Double(next() >> 11) * 0x1p-53
    }

    /// Uniform in 0..<bound, without bias; 0 if the bound is 0.
    ///
    /// Lemire, "Fast Random Integer Generation in an Interval", 2019.
    @inlinable
    public mutating func below(_ bound: UInt64) -> UInt64 {
        guard bound > 1 else { return 0 }
        var product = next().multipliedFullWidth(by: bound)
        if product.low < bound {
            let threshold = (0 &- bound) % bound
            while product.low < threshold { product = next().multipliedFullWidth(by: bound) }
        }
        return product.high
    }

    /// Uniform between two bounds, both included, in either order.
    @inlinable
    public mutating func uniform(_ a: UInt64, _ b: UInt64) -> UInt64 {
        let lowest = min(a, b)
        let span = max(a, b) - lowest
        return span == .max ? next() : lowest + below(span + 1)
    }

    /// A draw from the normal distribution with mean 0 and standard deviation 1, by Marsaglia's polar method.
    public mutating func standardNormal() -> Double {
        while true {
            let u = 2 * unit() - 1
            let v = 2 * unit() - 1
            let s = u * u + v * v
            if s > 0, s < 1 { return u * (-2 * Mathematics.ln(s) / s).squareRoot() }
        }
    }

    /// `count` lower-case hexadecimal digits.
    public mutating func hex(count: Int) -> [UInt8] {
        var digits: [UInt8] = []
        digits.reserveCapacity(max(0, count))
        while digits.count < count {
            let word = next()
            for index in 0..<min(16, count - digits.count) {
                digits.append(HexDigits.lower(UInt8(word >> UInt64(60 - 4 * index) & 15)))
            }
        }
        return digits
    }

    /// A UUID of version 4 (RFC 9562, section 5.4), in lower case.
    public mutating func uuid() -> [UInt8] {
        let high = next() & ~0xF000 | 0x4000
        let low = next() & (~0 >> 2) | 1 << 63
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for index in 0..<32 {
            if [8, 12, 16, 20].contains(index) { text.append(UInt8(ascii: "-")) }
            let word = index < 16 ? high : low
            text.append(HexDigits.lower(UInt8(word >> UInt64(60 - 4 * (index & 15)) & 15)))
        }
        return text
    }
}
