/// The two programs of a comparison: the one that was just built, and the one it is held against.
enum Build: String, CaseIterable {
    case now
    case before
}

/// Both builds, serving the same files.
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
