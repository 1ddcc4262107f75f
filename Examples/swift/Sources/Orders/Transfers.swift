import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What came of a request: all that a broken connection has left, too.
public struct Transfer: Sendable {
    var answer: HTTPURLResponse?
    var content = Data()
    var error: (any Error)?
}

/// Requests of one URLSession, whose data is kept as it comes.
final class Transfers: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let lock = NSLock()
    private var open: [Int: (transfer: Transfer, finish: CheckedContinuation<Transfer, Never>)] = [:]
    private let timeout: TimeInterval
    private lazy var session = {
        let configuration = URLSessionConfiguration.ephemeral
        // On Linux that of a request is of no effect.
        configuration.timeoutIntervalForRequest = timeout
        return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
    }()

    init(timeout: TimeInterval) { self.timeout = timeout }

    func run(_ request: URLRequest) async -> Transfer {
        await withCheckedContinuation { continuation in
            let task = lock.withLock {
                let task = session.dataTask(with: request)
                open[task.taskIdentifier] = (Transfer(), continuation)
                return task
            }
            task.resume()
        }
    }

    func urlSession(
        _: URLSession, dataTask task: URLSessionDataTask, didReceive answer: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        lock.withLock { open[task.taskIdentifier]?.transfer.answer = answer as? HTTPURLResponse }
        completionHandler(.allow)
    }

    func urlSession(_: URLSession, dataTask task: URLSessionDataTask, didReceive data: Data) {
        lock.withLock { open[task.taskIdentifier]?.transfer.content += data }
    }

    func urlSession(_: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let ended = lock.withLock { open.removeValue(forKey: task.taskIdentifier) }
        guard var transfer = ended?.transfer else { return }
        transfer.error = error
        ended?.finish.resume(returning: transfer)
    }

    deinit { session.invalidateAndCancel() }
}
