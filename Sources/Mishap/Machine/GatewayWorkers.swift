internal import GatewayServer
internal import Wire

/// The threads of a gateway beside those of its shards, by what they do. None is there while nothing is to do, and what waits
/// for a moment or for an event holds none.
final class GatewayWorkers: Sendable {
    /// Calls of the control API, and the first part of a journal, which is all of most.
    let calls = Worker(threads: 2)
    /// Verdicts.
    let judging = Worker(threads: 2)
    /// The rest of large journals, so that their readers keep no call waiting, however many they are.
    let reading = Worker(threads: 2, isYielding: true)
    /// What a run exercised.
    let reports = Worker()
    /// Notices alone, since whoever reads them may be slow.
    let notices = Worker()
    /// Sessions to be freed, which may take long.
    let freeing = Worker()
    let alarms = Alarms()

    /// Drops what waits, and takes no more.
    func stop() {
        for worker in [calls, judging, reading, reports, notices, freeing] { worker.stop() }
        alarms.stop()
    }
}
