import Glibc

/// Counts what a server of its own does while it answers.
protocol Meter {
    var server: MishapServer { get }
    /// How often it did it while `work` was under way.
    func count(_ work: () throws(BenchError) -> Void) throws(BenchError) -> Double
}

extension Meter {
    /// The server still does something behind its last answer; counting begins and ends when it sleeps again.
    func waitUntilIdle() {
        usleep(100_000)
    }
}
