/// How the body of a request is read if the plan was decided at its head.
public enum Upload: Sendable, Hashable {
    /// The body is read to its end, then the plan begins.
    case read
    /// As `read`, but `Expect: 100-continue` is never answered with a 100.
    case readWithoutContinue
    /// As `read`, but no faster than this, from the head on.
    case paced(Pace)
    /// As `read`, but after this many bytes of the body nothing is read for this time.
    case pause(after: Int, for: Nanoseconds)
    /// The same after this percentage, 0 to 100, of the body's announced length, rounded down to bytes; without a pause if no
    /// length was announced.
    case pauseAtShare(percent: Int, for: Nanoseconds)
    /// The plan begins after this many bytes of the body; nothing more is read.
    case interrupt(after: Int)
    /// The plan begins after this percentage, 0 to 100, of the body's announced length, rounded down to bytes; after the
    /// last byte if no length was announced. Nothing more is read.
    case interruptAtShare(percent: Int)

    /// The same, with a share as the bytes that it is of a body with this Content-Length.
    package func resolved(_ contentLength: Int?) -> Upload {
        switch self {
        case .interruptAtShare(let percent):
            Self.offset(percent, of: contentLength).map { .interrupt(after: $0) } ?? .read
        case .pauseAtShare(let percent, let time):
            Self.offset(percent, of: contentLength).map { .pause(after: $0, for: time) } ?? .read
        case .read, .readWithoutContinue, .paced, .pause, .interrupt: self
        }
    }

    private static func offset(_ percent: Int, of contentLength: Int?) -> Int? {
        percent == 0 ? 0 : contentLength.map { Cut.Position.percent(percent).offset(in: $0) }
    }

    /// Whether it strikes at a share of the body.
    package var isAtShare: Bool {
        switch self {
        case .interruptAtShare, .pauseAtShare: true
        case .read, .readWithoutContinue, .paced, .pause, .interrupt: false
        }
    }

    /// Whether a client may need any time until its body is read to the end.
    public var takesTime: Bool {
        switch self {
        // A client may wait for "100 Continue" as long as it likes.
        case .readWithoutContinue, .paced, .pause, .pauseAtShare: true
        case .read, .interrupt, .interruptAtShare: false
        }
    }
}
