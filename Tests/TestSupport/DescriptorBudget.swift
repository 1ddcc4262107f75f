internal import Foundation

/// The descriptors of this process, which the tests that run at the same time share.
public struct DescriptorBudget: Sendable {
    public static let shared = DescriptorBudget(total: most(of: raisedLimit()))

    private let descriptors: WeightedSemaphore
    /// The number of descriptors to distribute.
    public var total: Int { descriptors.total }

    public init(total: Int) { descriptors = WeightedSemaphore(total) }

    /// Runs the work once so many are free, or all of them where it asks for more than there are.
    public func with(_ count: Int, _ work: () async throws -> Void) async rethrows {
        try await descriptors.with(count, work)
    }

    /// How many of the connections that a crowd would like to have it can have: as many, where there are plenty, and
    /// half of the budget where there are not. The rest is for the gateway's own end, and for other tests.
    public func room(for wanted: Int) -> Int { min(wanted, total - min(4000, total / 2)) }

    /// Without those of suites that take none, and without what the gateway of the shipped scenarios keeps until the end.
    private static func most(of limit: Int) -> Int { max(limit - 512, limit / 4) }

    /// The limit of this process, raised to what the system allows.
    private static func raisedLimit() -> Int {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return 1024 }
        limit.rlim_cur = limit.rlim_max
        setrlimit(resource, &limit)
        getrlimit(resource, &limit)
        return Int(clamping: limit.rlim_cur)
    }
}
