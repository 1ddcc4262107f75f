import Glibc

/// Counts instructions in user space with callgrind.
final class CallgrindMeter: Meter {
    private let callgrind: CallgrindServer
    private var isCounting = false

    var server: MishapServer { callgrind.server }

    init(_ build: Build, serving path: String, _ bench: Workbench) throws(BenchError) {
        callgrind = try CallgrindServer(
            bench.withoutDebugging(build), serving: path, named: bench.name(of: build),
            files: "\(bench.folder)/\(build.rawValue)", log: bench.log)
    }

    func count(_ work: () throws(BenchError) -> Void) throws(BenchError) -> Double {
        waitUntilIdle()
        if !isCounting { try callgrind.begin() }
        isCounting = true
        try callgrind.zero()
        try work()
        waitUntilIdle()
        return try total(of: callgrind.dump())
    }

    private func total(of dump: String) throws(BenchError) -> Double {
        let label = "totals: "
        let line = dump.split(separator: "\n").last { $0.hasPrefix(label) }
        guard let total = line.flatMap({ Double($0.dropFirst(label.count)) }), total > 0 else {
            throw BenchError("callgrind counted nothing")
        }
        return total
    }
}
