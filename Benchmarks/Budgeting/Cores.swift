/// The processor's cores that this process may use.
enum Cores {
    /// Their numbers; core 0 if the kernel does not tell.
    static var usable: [Int] {
        let label = "Cpus_allowed_list:"
        let line = Files.text("/proc/self/status")?.split(separator: "\n").first { $0.hasPrefix(label) }
        let cores = numbers(in: line?.dropFirst(label.count).filter { !$0.isWhitespace } ?? "")
        return cores.isEmpty ? [0] : cores
    }

    /// The numbers of a list such as "0-2,5".
    static func numbers(in list: String) -> [Int] {
        list.split(separator: ",").flatMap { part -> [Int] in
            let ends = part.split(separator: "-").compactMap { Int($0) }
            guard let first = ends.first, let last = ends.last, first <= last else { return [] }
            return Array(first...last)
        }
    }
}
