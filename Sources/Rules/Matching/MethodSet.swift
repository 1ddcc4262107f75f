internal import Bytes
internal import Wire

/// A set of methods. The common ones are bits, so that most comparisons are one operation.
public struct MethodSet: Sendable, Hashable {
    private var bits: UInt16 = 0
    private var others: [[UInt8]] = []

    public init(_ methods: [[UInt8]] = []) {
        for method in methods {
            if let bit = Self.common.firstIndex(of: method) {
                bits |= 1 << UInt16(bit)
            } else {
                others.append(method)
            }
        }
    }

    /// Whether it accepts any method.
    var isAny: Bool { bits == 0 && others.isEmpty }

    public var names: [[UInt8]] {
        Self.common.indices.filter { bits & 1 << UInt16($0) != 0 }.map { Self.common[$0] } + others
    }

    /// Whether it accepts every method that the other one accepts.
    func includes(_ other: MethodSet) -> Bool {
        isAny || !other.isAny && other.bits & ~bits == 0 && other.others.allSatisfy { others.contains($0) }
    }

    func holds(_ request: Request) -> Bool {
        if isAny { return true }
        let bit = Self.bit(request)
        if bit != Self.uncommon { return bits & bit != 0 }
        for method in others where request.head[request.method].elementsEqual(method) {
            return true
        }
        return false
    }

    /// Whether OPTIONS is one of them by name, not as any method.
    var namesOptions: Bool { bits & 1 << 6 != 0 }

    /// The bits to compare with that of a request; nil if names have to be compared too.
    var mask: UInt16? { isAny ? .max : others.isEmpty ? bits : nil }

    /// Bit of all methods without one of their own.
    private static let uncommon: UInt16 = 1 << 15

    private static let common = ["GET", "HEAD", "PUT", "POST", "PATCH", "DELETE", "OPTIONS"].map { Array($0.utf8) }

    /// The bits are those of `common`, whose names are written as numbers here.
    static func bit(_ request: Request) -> UInt16 {
        switch request.methodWord {
        case 0x47_4554: 1 << 0
        case 0x4845_4144: 1 << 1
        case 0x50_5554: 1 << 2
        case 0x504F_5354: 1 << 3
        case 0x50_4154_4348: 1 << 4
        case 0x4445_4C45_5445: 1 << 5
        case 0x4F_5054_494F_4E53: 1 << 6
        default: uncommon
        }
    }
}
