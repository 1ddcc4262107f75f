internal import Synchronization

/// Numbers the loads of scenarios: each numbers its scripts anew, so that what shards cache by number stays valid.
enum ScenarioLoads {
    static var next: UInt32 { count.add(1, ordering: .relaxed).newValue }
    private static let count = Atomic<UInt32>(0)
}
