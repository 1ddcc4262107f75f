extension CallgrindServer {
    /// The batch that takes the fewest instructions, of several of the same requests. What the clock causes, such as a
    /// new Date every second, happens more often in a batch on a slower machine.
    func least(of batches: Int = 5, _ work: () throws(BenchError) -> Void) throws(BenchError) -> CallgrindProfile {
        try begin()
        // Counting itself is begun within a batch of its own, which is not used.
        try work()
        try zero()
        var profiles: [CallgrindProfile] = []
        for _ in 0..<batches {
            try work()
            server.usage.waitUntilAsleep()
            profiles.append(try CallgrindProfile(dump: dump()))
        }
        guard let least = profiles.min(by: { $0.total - $0.memset < $1.total - $1.memset }) else {
            throw BenchError("no batch was counted")
        }
        return least
    }
}
