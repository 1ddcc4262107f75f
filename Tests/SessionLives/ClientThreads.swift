import Glibc

/// Threads that run one function and are awaited.
enum ClientThreads {
    private final class Job {
        let work: () -> Void

        init(_ work: @escaping () -> Void) { self.work = work }
    }

    /// Calls `work` with 0 to `count` - 1, each on a thread of its own, or on this one if there is none.
    static func run(_ count: Int, _ work: (Int) -> Void) {
        withoutActuallyEscaping(work) { work in
            var threads: [pthread_t] = []
            for number in 0..<count {
                // +1 here, released by the thread.
                let job = Unmanaged.passRetained(Job { work(number) })
                var thread = pthread_t()
                let start: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
                    Unmanaged<Job>.fromOpaque(argument!).takeRetainedValue().work()
                    return nil
                }
                if pthread_create(&thread, nil, start, job.toOpaque()) == 0 {
                    threads.append(thread)
                } else {
                    job.takeRetainedValue().work()
                }
            }
            for thread in threads { pthread_join(thread, nil) }
        }
    }
}
