internal import Synchronization
internal import Wire

/// Notices for whoever started the gateway: each kind once, since a misconfigured client opens thousands of
/// connections, and never on a shard's thread, which a slow reader of the output would block.
final class Notices: Sendable {
    private let worker: Worker
    private let tell: @Sendable (String) -> Void
    private let told = Mutex<Set<ForeignProtocolStart.Kind>>([])

    init(_ worker: Worker, _ tell: @escaping @Sendable (String) -> Void) {
        self.worker = worker
        self.tell = tell
    }

    func foreignProtocolSeen(_ kind: ForeignProtocolStart.Kind) {
        if kind == .tooLong || kind == .cutOff || kind == .overLimit || kind == .refusedBody { return }
        guard told.withLock({ $0.insert(kind).inserted }) else { return }
        let what =
            switch kind {
            case .tls: "a client speaks TLS, as for a URL that begins with https"
            case .http2: "a client speaks HTTP/2 without asking"
            case .other, .tooLong, .cutOff, .overLimit, .refusedBody: "a client does not speak HTTP"
            }
        let message =
            "\(what); this port speaks HTTP/1.1 without TLS, and answers 400. Further ones are in the journal only"
        worker.submit { [tell] in tell(message) }
    }
}
