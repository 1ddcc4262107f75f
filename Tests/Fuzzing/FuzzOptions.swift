/// What the command line asked for.
struct FuzzOptions {
    var seed: Int64 = 1
    var count = 1_000_000
    var only: Int?
    var workers = 2
    var output = ".build/fuzz"
    var injected: InjectedFailure?
    /// Set by the driver for the processes that it starts.
    var slice: Slice?

    /// Every so many-th trial from one on.
    struct Slice {
        let first: Int
        let step: Int
        let end: Int
    }

    static let usage = """
        usage: mishap-fuzz [--seed N] [--count N] [--workers N] [--only TRIAL] [--output FOLDER]
        """

    init(_ arguments: [String]) throws(FuzzError) {
        var rest = arguments[...]
        while let name = rest.popFirst() {
            switch name {
            case "--seed": seed = Int64(try Self.number(name, &rest, .min ... .max))
            case "--count": count = try Self.number(name, &rest, 1...1_000_000_000)
            case "--workers": workers = try Self.number(name, &rest, 1...64)
            case "--only": only = try Self.number(name, &rest, 0...1_000_000_000)
            case "--output": output = try Self.value(name, &rest)
            case "--inject":
                let word = try Self.value(name, &rest)
                guard let known = InjectedFailure(rawValue: word) else {
                    throw FuzzError("--inject takes crash, hang or grow, not \(word)")
                }
                injected = known
            case "--slice":
                slice = Slice(
                    first: try Self.number(name, &rest, 0 ... .max), step: try Self.number(name, &rest, 1 ... .max),
                    end: try Self.number(name, &rest, 0 ... .max))
            default: throw FuzzError("unknown option \(name)\n\(Self.usage)")
            }
        }
    }

    private static func value(_ name: String, _ rest: inout ArraySlice<String>) throws(FuzzError) -> String {
        guard let value = rest.popFirst() else { throw FuzzError("\(name) needs a value\n\(usage)") }
        return value
    }

    private static func number(
        _ name: String, _ rest: inout ArraySlice<String>, _ bounds: ClosedRange<Int>
    ) throws(FuzzError) -> Int {
        let text = try value(name, &rest)
        guard let number = Int(text), bounds.contains(number) else {
            throw FuzzError("\(name) takes a number from \(bounds.lowerBound) to \(bounds.upperBound), not \(text)")
        }
        return number
    }
}

/// What could not be done, in words.
struct FuzzError: Error {
    let words: String

    init(_ words: String) { self.words = words }
}
