internal import Wire

/// What is wrong with a session, and how far that has come.
final class FaultySession {
    let fault: TLSFault
    /// The client's hello, which it may be an answer to; nil if that was not read as a whole.
    let hello: ClientHello?
    /// Which message is changed.
    let message: TLSFault.Message?
    /// Changes what is sent; nil where nothing is to be changed.
    let flight: Flight?
    /// The stop that is still to come.
    var stop: TLSFault.Stop?
    /// An alert that is still to be sent, ahead of the server's hello.
    var warning: TLSAlert?
    /// Whether the protocols that GnuTLS chose one of have been replaced.
    var hasUnofferedProtocols = false
    /// How many handshakes more the client may begin.
    var handshakesLeft = 0
    /// Whether a second handshake is awaited, for which the client was asked, or has begun.
    var isRenegotiating = false
    /// What the client had sent before that.
    var early: [UInt8] = []
    static let mostEarly = 64 << 10
    /// Bytes of that which can be read now.
    var readableEarly: Int { isRenegotiating ? 0 : early.count }

    init(_ fault: TLSFault, _ hello: ClientHello?) {
        self.fault = fault
        self.hello = hello
        warning = fault.warning
        var (stop, message) = (fault.stop, fault.message)
        // The others are made by GnuTLS, or changed while it makes them.
        let isOfGnuTLS = message == .wrongSignature || message == .badFinished || message == .hugeExtension
        var change = isOfGnuTLS ? nil : message.map { ChangedMessages.Change.fault($0) }
        if let resumption = fault.resumption, hello?.offersSession == true {
            switch resumption {
            case .alert: stop = TLSFault.Stop(.alert(TLSAlert(rawValue: 40), isFatal: true), at: .hello)
            case .reset: stop = TLSFault.Stop(.reset, at: .hello)
            case .badFinished: message = .badFinished
            case .wrongIdentity: change = .wrongIdentity
            }
        }
        (self.stop, self.message) = (stop, message)
        if case .helloRequests(let count)? = fault.afterHandshake { handshakesLeft = count }
        let needsKeys = fault.changesRecords || fault.afterHandshake?.isOurs == true
        flight =
            stop == nil && change == nil && !needsKeys
            ? nil : Flight(stop, change.map { ChangedMessages($0, for: hello) }, fault.record)
    }
}

extension TLSFault.AfterHandshake {
    /// Whether GnuTLS does not send it.
    fileprivate var isOurs: Bool {
        switch self {
        case .certificateRequest, .malformedTicket, .badKeyUpdate, .secondFinished: true
        case .warnings, .helloRequests, .tickets, .keyUpdates: false
        }
    }
}
