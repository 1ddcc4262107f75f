internal import Synchronization
internal import Wire

/// Notices for whoever started the gateway: each kind once, since a misconfigured client opens thousands of
/// connections, and never on a shard's thread, which a slow reader of the output would block.
final class Notices: Sendable {
    private let worker: Worker
    private let tell: @Sendable (String) -> Void
    private let told = Mutex<Set<Kind>>([])

    private struct Kind: Hashable {
        let start: ForeignProtocolStart.Kind
        /// Of a TLS handshake: who refused, and whether for want of trust.
        let refusal: Refusal?
    }

    private enum Refusal { case distrust, byClient, byServer }

    init(_ worker: Worker, _ tell: @escaping @Sendable (String) -> Void) {
        self.worker = worker
        self.tell = tell
    }

    func foreignProtocolSeen(_ start: ForeignProtocolStart) {
        guard let what = Self.words(for: start) else { return }
        let kind = Kind(start: start.kind, refusal: Self.refusal(start))
        guard told.withLock({ $0.insert(kind).inserted }) else { return }
        worker.submit { [tell] in tell("\(what). Further ones are in the journal only") }
    }

    private static let spoken = "this port speaks HTTP/1.1, in the clear and over TLS"

    /// By which clients refuse a certificate.
    private static let distrust = ["bad_certificate", "certificate_unknown", "unknown_ca"].compactMap(
        TLSAlert.init(name:))

    private static func words(for start: ForeignProtocolStart) -> String? {
        switch start.kind {
        case .http2: "a client speaks HTTP/2 without asking; \(spoken), and answers 400"
        case .other: "a client does not speak HTTP; \(spoken), and answers 400"
        case .socks: "a client speaks SOCKS, as to a proxy; \(spoken), and refuses"
        case .tls: failure(start)
        case .tooLong, .cutOff, .overLimit, .refusedBody, .crossed, .unasked, .planned: nil
        }
    }

    private static func refusal(_ start: ForeignProtocolStart) -> Refusal? {
        if let alert = start.alert { return distrust.contains(alert) ? .distrust : .byClient }
        return start.sentAlert == nil ? nil : .byServer
    }

    /// Of a TLS handshake. A client that leaves without a word may be a port scanner.
    private static func failure(_ start: ForeignProtocolStart) -> String? {
        if let alert = start.alert {
            let reason =
                distrust.contains(alert)
                ? "; if it is to trust this gateway, give it the authority that /__mishap/ca.pem answers with" : ""
            return "a client refused TLS with the alert \(alert.name)\(reason)"
        }
        return start.sentAlert.map { "a client's TLS was refused with the alert \($0.name)" }
    }
}
