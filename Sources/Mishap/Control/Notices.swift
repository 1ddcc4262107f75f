internal import Synchronization
internal import Wire

/// What whoever started the gateway is told while it runs: once for each thing, since a client that is wrong is wrong for
/// thousands of connections, and never on the thread of a shard, which a reader that is slow would keep.
final class Notices: Sendable {
    private let worker: Worker
    private let tell: @Sendable (String) -> Void
    private let told = Mutex<Set<ForeignOpening.Speech>>([])

    init(_ worker: Worker, _ tell: @escaping @Sendable (String) -> Void) {
        self.worker = worker
        self.tell = tell
    }

    func spokeOtherwise(_ speech: ForeignOpening.Speech) {
        guard told.withLock({ $0.insert(speech).inserted }) else { return }
        let what =
            switch speech {
            case .tls: "a client speaks TLS, as for a URL that begins with https"
            case .http2: "a client speaks HTTP/2 without asking"
            case .other: "a client does not speak HTTP"
            }
        let words =
            "\(what); this port speaks HTTP/1.1 in the clear, and answers 400. Further ones are in the journal only"
        worker.submit { [tell] in tell(words) }
    }
}
