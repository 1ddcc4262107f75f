import Testing

@testable import MishapCommand

/// When memory that was freed goes back to the system.
@Suite struct MemoryTrimmerTests {
    /// A row: bytes that are free and in use, in MiB, and whether they are given back, one look after the other.
    @Test(arguments: [
        [(3, 10, false), (4, 10, true), (4, 10, false), (7, 10, false), (8, 10, true)],
        // Free ones that were used count again.
        [(9, 10, true), (2, 17, false), (5, 14, false), (6, 13, true)],
        // Of very much a sixteenth.
        [(9, 151, false), (10, 150, true)],
    ])
    func muchMustBeFree(looks: [(free: Int, inUse: Int, isMuch: Bool)]) {
        var trimmer = MemoryTrimmer(free: 0)
        for look in looks {
            #expect(trimmer.mustTrim(free: look.free << 20, inUse: look.inUse << 20) == look.isMuch, "\(look)")
        }
    }
}
