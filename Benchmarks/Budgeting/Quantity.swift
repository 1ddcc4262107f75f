/// What a budget bounds, and how exactly it is measured.
enum Quantity: String, CaseIterable, Comparable {
    /// Instructions in user space, without those of memset.
    case instructions
    /// Instructions of memset, of which callgrind counts one for each byte that `rep stosb` writes.
    case memset
    /// Bytes of memory.
    case memory
    /// Bytes of memory with the pages of files that are mapped. The kernel maps as many around each that is used as its page cache
    /// keeps in one piece, which differs by hundreds of kilobytes between two copies of one program.
    case mapped
    /// Bytes of a file.
    case bytes
    /// Warnings of the compiler.
    case warnings

    /// As in "18,424 instructions of memset".
    var unit: String {
        switch self {
        case .instructions, .bytes, .warnings: rawValue
        case .memset: "instructions of memset"
        case .memory: "bytes of memory"
        case .mapped: "bytes of memory and mapped files"
        }
    }

    /// The share of the committed figure by which another one may differ.
    private var tolerance: Double {
        switch self {
        case .instructions, .bytes: 0.01
        case .memset, .memory: 0.02
        case .mapped: 0.05
        case .warnings: 0
        }
    }

    /// A difference that is never judged. A block of the journal that is zeroed within one batch of requests, and not
    /// within another, is some dozen bytes a request.
    private var slack: Int { self == .memset ? 200 : 0 }

    /// How far a figure may be from the committed one, in both directions.
    func distance(allowedFrom committed: Int) -> Int {
        max(slack, Int(tolerance * Double(committed)))
    }

    static func < (a: Quantity, b: Quantity) -> Bool {
        (allCases.firstIndex(of: a) ?? 0) < (allCases.firstIndex(of: b) ?? 0)
    }
}
