/// How the body of a request is read if the plan was decided at its head.
public enum Upload: Sendable, Hashable {
    /// The body is read to its end, then the plan begins.
    case read
    /// As `read`, but `Expect: 100-continue` is never answered with a 100.
    case readWithoutContinue
    /// The plan begins after this many bytes of the body; nothing more is read.
    case interrupt(after: Int)
    /// The plan begins after this percentage, 0 to 100, of the body's announced length, rounded down to bytes; after the
    /// last byte if no length was announced. Nothing more is read.
    case interruptAtShare(percent: Int)

    /// The same, with a share as the bytes that it is of a body with this Content-Length.
    package func resolved(_ contentLength: Int?) -> Upload {
        guard case .interruptAtShare(let percent) = self else { return self }
        if percent == 0 { return .interrupt(after: 0) }
        return contentLength.map { .interrupt(after: Cut.Position.percent(percent).offset(in: $0)) } ?? .read
    }
}
