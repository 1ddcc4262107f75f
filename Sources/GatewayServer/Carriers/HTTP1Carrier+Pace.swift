internal import HTTP1
internal import Wire

/// Reading at a pace: of a connection, or of one request's body.
extension HTTP1Carrier {
    @inline(__always) var isPaced: Bool { input?.paced != nil }

    /// Holds back the body of the current request, of which a part may have come already, if the decision says so.
    func beginPaceOfBody() {
        guard let input, let rule = run.readingRule else { return }
        // That of the connection begins anew behind it.
        input.paced = PacedReading(
            rule, isOfRequest: true, holding: input.requests.takeUnread() + (input.paced?.held ?? []))
    }

    /// The request is complete: what is held back is read as it comes.
    func endPace() {
        guard let input, let paced = input.paced else { return }
        input.paced = exchange.plan.readPace.map {
            PacedReading(.pace($0), isOfRequest: false, holding: Array(paced.held))
        }
        if input.paced == nil { input.requests.append(paced.held) }
    }

    /// What may be read now. Bytes that were held back are read by this; then the caller has to look at them.
    mutating func readHeld(at now: Nanoseconds) -> PacedReading.Allowance {
        guard let input, var paced = input.paced else { return .all }
        let allowance = paced.allowance(at: now)
        switch allowance {
        case .bytes(let most):
            let held = paced.takeHeld(most: most)
            input.paced = paced
            input.requests.append(held)
            return held.isEmpty ? allowance : .bytes(0)
        case .none: input.paced = paced
        case .all: endPace()
        }
        return allowance
    }

    /// Nothing is there to read.
    func restPace(at now: Nanoseconds) { input?.paced?.rest(at: now) }

    /// Bytes were read of the transport.
    func tookPaced(_ count: Int) { input?.paced?.took(count) }
}
