/// A request as it was at one moment, for another thread, which makes a request of its own of it.
///
/// Shares the bytes of head and body with the request until that is filled again: none are copied. While there is a
/// snapshot, they take memory, whatever has become of the request.
///
///     let snapshot = exchange.request.snapshot()
///     return .elsewhere(
///         Work {
///             let isLong = Request(snapshot).body.count > 1000
///             return { _, _ in .plan(WirePlan(isLong ? long : short)) }
///         })
public struct RequestSnapshot: Sendable {
    let head: [UInt8]
    let slots: [Request.Slot]
    let target: Range<Int>
    let methodEnd: Int
    let pathBegin: Int
    let pathStart: Int
    let pathEnd: Int
    let scheme: Scheme
    let minorVersion: Int
    let announcesBody: Bool
    let body: [UInt8]
    let bodyCount: Int
    let isBodyComplete: Bool
}

extension Request {
    /// All of it as it is now, the choice of the session and what has come of the body included.
    public func snapshot() -> RequestSnapshot {
        RequestSnapshot(
            head: head, slots: slots, target: target, methodEnd: methodEnd, pathBegin: pathBegin, pathStart: pathStart,
            pathEnd: pathEnd, scheme: scheme, minorVersion: minorVersion, announcesBody: announcesBody, body: body,
            bodyCount: bodyCount, isBodyComplete: isBodyComplete)
    }
}
