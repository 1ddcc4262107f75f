import Glibc

/// Counts an event, such as instructions, in a server that it starts.
protocol Meter {
    var server: MishapServer { get }
    /// The number of events while `work` runs.
    func count(_ work: () throws(BenchError) -> Void) throws(BenchError) -> Double
}

extension Meter {
    /// Waits until the server is idle, since it still works after its last answer. Counting begins and ends when it is
    /// idle.
    func waitUntilIdle() {
        usleep(100_000)
    }
}
