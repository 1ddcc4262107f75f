import CLinux
import Glibc

/// A failure on purpose, in the third trial: whoever trusts the fuzzer wants to see that it would have noticed.
enum InjectedFailure: String {
    case crash, hang, grow

    static let trial = 3

    func happen() {
        switch self {
        case .crash: abort()
        case .hang: while clinux_monotonic_nanoseconds() > 0 {}
        case .grow:
            let large = [UInt8](repeating: 1, count: Worker.mostMemory + (1 << 20))
            precondition(large.last == 1)
        }
    }
}
