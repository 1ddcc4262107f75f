internal import Glibc

/// Lets one thread wait until others have come to a place. Unchecked: a semaphore is made for that.
final class Arrivals: @unchecked Sendable {
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init() { sem_init(semaphore, 0, 0) }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func add() { sem_post(semaphore) }

    func wait(for count: Int) {
        for _ in 0..<count {
            while sem_wait(semaphore) != 0, errno == EINTR {}
        }
    }
}
