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
        let what: String
        switch kind {
        case .tls: what = "a TLS handshake did not end well"
        case .socks: what = "a client speaks SOCKS, as to a proxy"
        case .http2: what = "a client speaks HTTP/2 without asking"
        case .other: what = "a client does not speak HTTP"
        case .tooLong, .cutOff, .overLimit, .refusedBody, .crossed, .unasked, .planned: return
        }
        guard told.withLock({ $0.insert(kind).inserted }) else { return }
        let message =
            "\(what); this port speaks HTTP/1.1 without TLS, and answers 400. Further ones are in the journal only"
        worker.submit { [tell] in tell(message) }
    }
}
