internal import HTTP1
internal import Wire

/// What comes when the end of the connection is on its way: it is read, and not answered.
extension HTTP1Carrier {
    /// Most bytes of a crossed request's body that are kept.
    private static let mostOfCrossed = 16 << 10

    /// Goes on with what was received when the end of the connection was on its way. Returns whether a request has come as a
    /// whole, or what is none. One whose head has come is open from then on, and is to be ended.
    mutating func readCrossed(into request: Request, _ arrival: () -> Arrival) -> Bool {
        guard let input else { return true }
        if let paced = input.paced {
            input.paced = nil
            input.requests.append(paced.held)
        }
        while true {
            switch input.requests.next(into: request) {
            case .head(let framing):
                begin(framing, arrival())
                exchange.keptBody = min(limits.keptBody, Self.mostOfCrossed)
            case .content(let content):
                content.withUnsafeBytes { request.came($0) }
                let kept = exchange.keptBody - request.body.count
                if kept > 0 { request.body.append(contentsOf: content.prefix(kept)) }
            case .end:
                request.isBodyComplete = true
                return true
            case .refused: return true
            case .more: return false
            }
        }
    }

    /// What has come of a request when the connection ended; nil if nothing has.
    var crossedPart: UnreadStart? {
        guard let input else { return nil }
        let refused = input.requests.refused
        let part = refused.count > 0 ? refused : unread
        return part.count > 0 ? UnreadStart(part, .crossed) : nil
    }

    /// The current request, if any, has crossed the end of its connection.
    func markCrossed() {
        exchange.isRefused = true
        exchange.outcome.remarks.insert(.crossed)
    }
}
