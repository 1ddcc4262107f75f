/// The two programs of a comparison: the current build, and the one it is compared with.
enum Build: String, CaseIterable {
    case now
    case before
}

/// Servers of both builds for the same files.
struct TwoServers {
    let now: MishapServer
    let before: MishapServer

    init(serving path: String, _ bench: Workbench) throws(BenchError) {
        now = try bench.mishap(serving: path)
        before = try bench.mishap(serving: path, build: .before)
    }

    subscript(build: Build) -> MishapServer {
        switch build {
        case .now: now
        case .before: before
        }
    }

    func stop() {
        now.stop()
        before.stop()
    }
}
