internal import Synchronization

/// What jobs on several threads have made, by their numbers.
final class JobResults<Result: Sendable>: Sendable {
    private let results: Mutex<[Result?]>

    init(_ count: Int) { results = Mutex(Array(repeating: nil, count: count)) }

    func set(_ number: Int, _ result: Result) { results.withLock { $0[number] = result } }

    /// - Precondition: Each job has run.
    var all: [Result] {
        results.withLock { results in
            results.map { result in
                guard let result else { preconditionFailure("a job was not run") }
                return result
            }
        }
    }
}
