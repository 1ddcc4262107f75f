internal import Glibc
internal import Mishap
internal import Synchronization

/// Loads the scenarios anew when a file of theirs changes: `serve --watch`.
///
/// It looks at all of them twice a second. The kernel would tell sooner (inotify), but not of what comes through a
/// container's mount or a network, and each way in which an editor replaces a file would be a case of its own.
/// Unchecked: a semaphore is made to be shared, and the rest belongs to the watcher's thread or is locked.
final class Watcher: @unchecked Sendable {
    private let paths: [String]
    private let seed: Int64?
    private let followsLinks: Bool
    private let gateway: Gateway
    private let log: ServeLog
    /// Files beyond the paths that scenarios name.
    private var files: Set<String>
    private var tree: FileTree
    private var hasFailed = false
    /// Files were read before anybody knew that they are to be watched: what they are now may be something else.
    private var needsReload: Bool
    /// Locked while something is changed. What is to be said of it is said behind that: nobody may read it, and
    /// stopping shall not wait for them.
    private let isStopped = Mutex(false)
    private let stopping = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    /// From one look to the next, in milliseconds.
    private static let interval = 500
    /// How long nothing must have changed before anything is read: whoever writes several files is not done after one.
    private static let quietPeriod = 100
    private static let maximumQuietPeriods = 50

    /// `tree` was taken before the scenarios were loaded, so that nothing slips through.
    init(
        _ gateway: Gateway, _ loaded: LoadedScenarios, _ tree: FileTree, _ paths: [String], seed: Int64?,
        followsLinks: Bool, _ log: ServeLog
    ) {
        self.gateway = gateway
        self.paths = paths
        self.seed = seed
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

    /// On a thread of its own: loading takes as long as it takes, and stopping must not wait for it.
    func start() {
        // +1 here, released by the thread when it ends.
        let watcher = Unmanaged.passRetained(self)
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { argument in
                Unmanaged<Watcher>.fromOpaque(argument!).takeRetainedValue().run()
                return nil
            }, watcher.toOpaque())
        guard result == 0 else {
            watcher.release()
            return log.failed("there is no thread to watch with: " + String(cString: strerror(result)))
        }
        pthread_detach(thread)
    }

    /// Nothing is changed once this has returned.
    func stop() {
        isStopped.withLock { $0 = true }
        sem_post(stopping)
    }

    private func run() {
        var pause = Self.interval
        while sleep(pause) {
            let start = ContinuousClock.now
            let seen = FileTree(paths, files, followsLinks: followsLinks)
            // Where looking takes long, it is done less often: it shall never take more than a twentieth of a core.
            let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
            pause = max(Self.interval, Int(milliseconds * 20))
            guard needsReload || seen != tree else { continue }
            guard let settled = settled(seen) else { return }
            tree = settled
            reload()
        }
    }

    /// The tree once nobody writes any more; nil where it is time to stop.
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
        let loaded = Gateway.load(paths, seed: seed, followsLinks: followsLinks)
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

    /// False where it is time to stop.
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
