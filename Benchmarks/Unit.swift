/// The unit of a figure, with the number of decimals that are significant.
enum Unit: String {
    case perSecond = "requests/s"
    case livesPerSecond = "lives/s"
    case microseconds = "us"
    case milliseconds = "ms"
    case times = "x"
    case kibibytes = "KiB"
    case megabytes = "MB"
    case calls = "calls"
    case instructions = "instructions"
    case count = ""

    private var digits: Int {
        switch self {
        case .perSecond, .livesPerSecond, .instructions, .count: 0
        case .milliseconds, .kibibytes, .megabytes: 1
        case .microseconds, .times, .calls: 2
        }
    }

    func text(_ value: Double) -> String {
        Self.fixed(value, digits: digits)
    }

    static func fixed(_ value: Double, digits: Int) -> String {
        let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
        let scaled = Int((value.magnitude * Double(scale)).rounded())
        let sign = value < 0 && scaled > 0 ? "-" : ""
        guard digits > 0 else { return "\(sign)\(scaled)" }
        let fraction = String(scaled % scale)
        let zeros = String(repeating: "0", count: digits - fraction.utf8.count)
        return "\(sign)\(scaled / scale).\(zeros)\(fraction)"
    }
}
