/// Runs jobs that do not depend on each other, such as the loading of files. This module makes no threads: the caller
/// passes in a runner that has some.
public struct JobRunner: Sendable {
    /// Runs one job by its number.
    public typealias Job = @Sendable (_ number: Int) -> Void

    private let body: @Sendable (_ count: Int, _ job: @escaping Job) -> Void

    /// - Parameter body: Calls `job` once for each number below `count`, in any order and on any threads, and returns when
    ///   all calls have.
    public init(_ body: @escaping @Sendable (_ count: Int, _ job: @escaping Job) -> Void) { self.body = body }

    /// One job after the other, on the thread that asks for it.
    public static let inOrder = JobRunner { count, job in
        for number in 0..<count { job(number) }
    }

    /// Runs each job once, and returns when all have ended.
    public func run(_ count: Int, _ job: @escaping Job) { body(count, job) }

    /// The results of jobs in the order of their numbers.
    func results<Result: Sendable>(_ count: Int, _ job: @escaping @Sendable (_ number: Int) -> Result) -> [Result] {
        let results = JobResults<Result>(count)
        run(count) { number in results.set(number, job(number)) }
        return results.all
    }
}
