internal import Wire

/// What is done on a connection of `doctor`: it is told what happens, and says what its socket's owner does next. It does no
/// I/O, and knows no clock.
protocol DoctorClient {
    var hasFinished: Bool { get }
    /// The time at which it does something by itself.
    var nextTime: Int64? { get }
    mutating func connected(at now: Int64) -> [DoctorAction]
    mutating func couldNotConnect(_ problem: String) -> [DoctorAction]
    mutating func came(_ bytes: [UInt8], at now: Int64) -> [DoctorAction]
    mutating func ended(_ end: DoctorTimeline.End, at now: Int64) -> [DoctorAction]
    mutating func timeCame(at now: Int64) -> [DoctorAction]
}

/// What the owner of a socket does next.
enum DoctorAction: Hashable, Sendable {
    case send([UInt8])
    /// A FIN, after which it goes on reading.
    case endSending
    /// Close it: all is seen.
    case finish
}

/// One connection in the clear: what it sends when, and what has come.
struct DoctorConnection: DoctorClient, Sendable {
    /// What is to come where nothing stands between.
    let expected: DoctorTimeline
    private let request: [UInt8]
    private let course: DoctorRow.Course
    /// Milliseconds for which silence is looked at, and for which anything is waited for.
    private let silence: Int64
    private let patience: Int64

    private(set) var seen = DoctorTimeline()
    private(set) var hasFinished = false
    /// Why there was no connection.
    private(set) var problem: String?
    private var startedAt: Int64?
    private var hasActed = false

    /// How long a connection is looked at that is kept open, and one that is silent for ever.
    private static let shortSilence: Int64 = 300
    private static let longSilence: Int64 = 2_000

    init(_ row: DoctorRow, to authority: String, _ times: DoctorTimes) {
        let script = row.script
        var expected = DoctorTimeline(of: script)
        course = row.course
        request = row.request(to: authority)
        switch row.course {
        case .ask, .upload: break
        case .askTwice: expected.pieces += expected.pieces
        // No other request can come.
        case .halfClose: expected.end = .end
        }
        let last = max(expected.endAt, expected.pieces.last?.at ?? 0)
        silence = script.ending == .hold ? Self.longSilence : Self.shortSilence
        patience = row.course == .upload ? Self.restAfter + times.patience : max(last + times.patience, silence)
        self.expected = expected
    }

    /// A request whose answer is read to the end of the connection.
    init(asking request: [UInt8], patience: Int64) {
        self.request = request
        course = .ask
        expected = DoctorTimeline(pieces: [], end: .end, endAt: 0)
        silence = 0
        self.patience = patience
    }

    // MARK: What happens

    mutating func connected(at now: Int64) -> [DoctorAction] {
        startedAt = now
        guard course == .upload else { return [.send(request)] }
        return [.send(request + [UInt8](repeating: UInt8(ascii: "x"), count: DoctorRow.uploadStart))]
    }

    mutating func couldNotConnect(_ problem: String) -> [DoctorAction] {
        self.problem = problem
        return finish()
    }

    mutating func came(_ bytes: [UInt8], at now: Int64) -> [DoctorAction] {
        guard let startedAt else { return [] }
        let isFirst = seen.pieces.isEmpty
        seen.pieces.append(DoctorTimeline.Piece(at: now - startedAt, bytes: bytes))
        // Whatever sends without end is not listened to.
        if seen.count > expected.count + Self.mostSurplus { return finish(at: now) }
        if course == .halfClose, isFirst { return [.endSending] }
        if course == .askTwice, !hasActed, DoctorAnswer(seen.bytes)?.isComplete == true {
            hasActed = true
            return [.send(request)]
        }
        return []
    }

    mutating func ended(_ end: DoctorTimeline.End, at now: Int64) -> [DoctorAction] {
        seen.end = end
        return finish(at: now)
    }

    var nextTime: Int64? {
        guard !hasFinished, let startedAt else { return nil }
        return min(startedAt + deadline, isActDue ? startedAt + Self.restAfter : .max)
    }

    mutating func timeCame(at now: Int64) -> [DoctorAction] {
        guard !hasFinished, let startedAt else { return [] }
        if isActDue, now >= startedAt + Self.restAfter {
            hasActed = true
            let rest = DoctorRow.uploadSize - DoctorRow.uploadStart
            return [.send([UInt8](repeating: UInt8(ascii: "x"), count: rest))]
        }
        return now >= startedAt + deadline ? finish(at: now) : []
    }

    // MARK: Until when

    /// When the rest of an upload follows.
    static let restAfter: Int64 = 1_000
    private static let mostSurplus = 64 << 10

    private var isActDue: Bool { course == .upload && !hasActed }

    /// From the request.
    private var deadline: Int64 {
        guard expected.end == .open, seen.count >= expected.count else { return patience }
        return min(patience, (seen.pieces.last?.at ?? 0) + silence)
    }

    private mutating func finish(at now: Int64? = nil) -> [DoctorAction] {
        hasFinished = true
        if let now, let startedAt { seen.endAt = now - startedAt }
        return [.finish]
    }
}
