/// An immutable copy of a request for another thread, which makes a `Request` of its own from it.
///
/// It shares the bytes of head and body with the request until that is refilled, so that nothing is copied. The bytes
/// stay in memory as long as the snapshot exists.
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
    let fieldBytes: Int
    let target: Range<Int>
    let methodEnd: Int
    let methodWord: UInt64
    let pathBegin: Int
    let pathStart: Int
    let pathEnd: Int
    let scheme: Scheme
    let tls: TLSInfo?
    let version: HTTPVersion
    let announcesBody: Bool
    let body: [UInt8]
    let encodedBody: [UInt8]?
    let bodyCount: Int
    let isBodyComplete: Bool
}

extension Request {
    /// The request as it is now, with the path prefix and the body received so far.
    public func snapshot() -> RequestSnapshot {
        RequestSnapshot(
            head: head, slots: slots, fieldBytes: fieldBytes, target: target, methodEnd: methodEnd,
            methodWord: methodWord, pathBegin: pathBegin, pathStart: pathStart, pathEnd: pathEnd, scheme: scheme,
            tls: tls, version: version, announcesBody: announcesBody, body: body, encodedBody: encodedBody,
            bodyCount: bodyCount, isBodyComplete: isBodyComplete)
    }
}
