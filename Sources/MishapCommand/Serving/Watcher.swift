internal import CLinux
internal import GatewayServer
internal import Glibc
internal import Mishap
internal import ScenarioFiles
internal import Synchronization

/// Reloads the scenarios when one of their files changes: `serve --watch`.
///
/// It polls all files twice a second. inotify would be faster, but does not report changes through a container's mount
/// or a network file system, and each way in which an editor replaces a file would need separate handling.
///
/// `@unchecked`: a semaphore may be used from several threads, and the rest belongs to the watcher's thread or is
/// locked.
final class Watcher: @unchecked Sendable {
    private let paths: [String]
    private let overrides: ScenarioOverrides
    private let followsLinks: Bool
    private let gateway: Gateway
    private let log: ServeLog
    /// Files that scenarios refer to outside the paths.
    private var files: Set<String>
    private var tree: FileTree
    private var hasFailed = false
    /// Whether files were read before they were watched, so that they may have changed in between.
    private var needsReload: Bool
    /// Locked while scenarios are replaced, so that nothing changes after `stop`. Logging is done without the lock: the
    /// reader of the log may block, and `stop` must not wait for it.
    private let isStopped = Mutex(false)
    private let stopping = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    /// The time between two polls, in milliseconds.
    private static let interval = 500
    /// The time in milliseconds without changes before files are read, since several files may be written one after the
    /// other.
    private static let quietPeriod = 100
    private static let maximumQuietPeriods = 50

    /// - Parameter tree: Taken before the scenarios were loaded, so that no change is missed.
    init(
        _ gateway: Gateway, _ loaded: LoadedScenarios, _ tree: FileTree, _ paths: [String],
        overriding overrides: ScenarioOverrides, followsLinks: Bool, _ log: ServeLog
    ) {
        self.gateway = gateway
        self.paths = paths
        self.overrides = overrides
        self.followsLinks = followsLinks
        self.log = log
        files = loaded.filesRead
        var tree = tree
        needsReload = tree.add(loaded.filesRead)
        self.tree = tree
        sem_init(stopping, 0, 0)
    }

    deinit {
        sem_destroy(stopping)
        stopping.deallocate()
    }

    /// Starts a thread, since loading may take long and stopping must not wait for it.
    func start() {
        if !SystemThread.detached(name: "mishap-watch", { self.run() }) {
            log.failed("there is no thread to watch with: " + String(cString: strerror(errno)))
        }
    }

    /// After it returns, no scenarios are replaced any more.
    func stop() {
        isStopped.withLock { $0 = true }
        sem_post(stopping)
    }

    private func run() {
        var pause = Self.interval
        while sleep(pause) {
            let start = clinux_monotonic_nanoseconds()
            let seen = FileTree(paths, files, followsLinks: followsLinks)
            // Polls less often if a poll takes long, so that it uses at most a twentieth of a core.
            let milliseconds = (clinux_monotonic_nanoseconds() - start) / 1_000_000
            pause = max(Self.interval, Int(milliseconds) * 20)
            guard needsReload || seen != tree else { continue }
            guard let settled = settled(seen) else { return }
            tree = settled
            reload()
        }
    }

    /// Waits until nothing changes any more, and returns the tree; nil if the watcher was stopped.
    private func settled(_ seen: FileTree) -> FileTree? {
        var last = seen
        for _ in 0..<Self.maximumQuietPeriods {
            guard sleep(Self.quietPeriod) else { return nil }
            let next = FileTree(paths, files, followsLinks: followsLinks)
            if next == last { return next }
            last = next
        }
        return last
    }

    private func reload() {
        let loaded = Gateway.load(paths, overriding: overrides, followsLinks: followsLinks)
        files.formUnion(loaded.filesRead)
        needsReload = tree.add(files)
        let outcome = isStopped.withLock { isStopped in
            isStopped ? nil : Result { () throws(GatewayError) in try gateway.reload(loaded) }
        }
        switch outcome {
        case nil: break
        case .success(let changes)?:
            if hasFailed || !changes.isEmpty { log.reloaded(loaded.result, changes) }
            hasFailed = false
        case .failure(let error)?:
            log.kept(loaded.result, error)
            hasFailed = true
        }
    }

    /// Returns false if the watcher was stopped.
    private func sleep(_ milliseconds: Int) -> Bool {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let nanoseconds = time.tv_nsec + milliseconds % 1000 * 1_000_000
        time.tv_sec += milliseconds / 1000 + nanoseconds / 1_000_000_000
        time.tv_nsec = nanoseconds % 1_000_000_000
        while sem_timedwait(stopping, &time) != 0 {
            if errno != EINTR { return true }
        }
        return false
    }
}
