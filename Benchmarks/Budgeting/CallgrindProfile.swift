/// The instructions of each function in itself, without those that it calls, as callgrind writes them.
struct CallgrindProfile: Equatable {
    struct Function: Hashable {
        /// The name of its symbol; an address if it has none.
        let symbol: String
        /// The path of the program or library that it belongs to.
        let object: String
    }

    /// Functions without instructions of their own are left out.
    private(set) var instructions: [Function: Int] = [:]

    var total: Int { instructions.values.reduce(0, +) }

    /// The instructions of memset, in any of glibc's variants of it.
    var memset: Int {
        instructions.reduce(0) { $0 + ($1.key.isMemset ? $1.value : 0) }
    }

    /// Parses a dump. Its own total must be the sum of what was found.
    init(dump: String) throws(BenchError) {
        var reader = Reader()
        for line in dump.utf8.split(separator: UInt8(ascii: "\n")) { reader.read(line) }
        for (number, count) in reader.instructions where count > 0 {
            guard let function = reader.functions[number] else { throw BenchError("callgrind named no \(number)") }
            instructions[function, default: 0] += count
        }
        guard let total = reader.total, total == self.total else {
            throw BenchError("callgrind counted \(reader.total ?? 0) instructions, and \(total) in functions")
        }
    }

    /// The state while a dump is read. Names are numbered where they come first, and later given by the number alone:
    ///
    ///     ob=(2) /usr/lib/libc.so.6
    ///     fn=(7) malloc
    ///     0 31
    ///     cfn=(9) _int_malloc
    ///     calls=1 0
    ///     0 120
    ///     fn=(7)
    ///
    /// The line after `calls=` has the instructions of what is called, which are not its own.
    private struct Reader {
        var functions: [Int: Function] = [:]
        var instructions: [Int: Int] = [:]
        var total: Int?
        private var objects: [Int: String] = [:]
        private var object = 0
        /// The object of the next function that is called, if it is another one.
        private var calledObject: Int?
        private var function = 0
        private var isCallNext = false

        mutating func read(_ line: Substring.UTF8View) {
            guard let first = line.first else { return }
            switch first {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "*"):
                count(line)
            default: readName(line)
            }
        }

        private mutating func count(_ line: Substring.UTF8View) {
            defer { isCallNext = false }
            guard !isCallNext, let blank = line.lastIndex(of: UInt8(ascii: " ")),
                let count = Int(Substring(line[line.index(after: blank)...]))
            else { return }
            instructions[function, default: 0] += count
        }

        private mutating func readName(_ line: Substring.UTF8View) {
            if let rest = Self.rest(of: line, after: "fn=") {
                function = readFunction(rest, object)
            } else if let rest = Self.rest(of: line, after: "cfn=") {
                _ = readFunction(rest, calledObject ?? object)
                calledObject = nil
            } else if let rest = Self.rest(of: line, after: "ob=") {
                object = readObject(rest)
            } else if let rest = Self.rest(of: line, after: "cob=") {
                calledObject = readObject(rest)
            } else if Self.rest(of: line, after: "calls=") != nil {
                isCallNext = true
            } else if let rest = Self.rest(of: line, after: "totals: ") {
                total = Int(rest)
            }
        }

        private mutating func readFunction(_ text: Substring, _ object: Int) -> Int {
            let (number, name) = Self.numbered(text)
            if let name { functions[number] = Function(symbol: name, object: objects[object] ?? "") }
            return number
        }

        private mutating func readObject(_ text: Substring) -> Int {
            let (number, name) = Self.numbered(text)
            if let name { objects[number] = name }
            return number
        }

        private static func rest(of line: Substring.UTF8View, after label: StaticString) -> Substring? {
            let count = label.utf8CodeUnitCount
            guard line.count > count,
                line.prefix(count).elementsEqual(UnsafeBufferPointer(start: label.utf8Start, count: count))
            else { return nil }
            return Substring(line.dropFirst(count))
        }

        /// The parts of "(7) malloc" or "(7)".
        private static func numbered(_ text: Substring) -> (number: Int, name: String?) {
            let parts = text.split(separator: " ", maxSplits: 1)
            let number = parts.first.flatMap { Int($0.dropFirst().dropLast()) } ?? 0
            return (number, parts.count > 1 ? String(parts[1]) : nil)
        }
    }
}

extension CallgrindProfile.Function {
    /// glibc has a variant for each kind of processor, such as `__memset_avx2_unaligned_erms`.
    fileprivate var isMemset: Bool {
        symbol.hasPrefix("__memset_") || symbol == "memset" || symbol.hasPrefix("memset@")
    }
}
