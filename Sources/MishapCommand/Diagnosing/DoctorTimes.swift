/// How long `doctor` waits, and how late bytes may be; in milliseconds.
///
/// One value, so that tests can wait longer: beside other programs a machine is late by itself.
struct DoctorTimes: Sendable {
    /// By how much bytes and ends may be late, beside the time from a request to its answer.
    var tolerance: Int64 = 150
    /// The longest time between two pieces that may come together. With 0, whatever is sent apart has to come apart.
    var mergeable: Int64 = 0
    /// How long bytes and ends that are due are waited for.
    var patience: Int64 = 1_500
    /// For the health where it is asked once more; the first time it has twice as much.
    var health: Int64 = 1_000
    /// For all rows of one round, and for all rounds.
    var round: Int64 = 2_500
    var rows: Int64 = 5_000

    static let standard = DoctorTimes()
}
