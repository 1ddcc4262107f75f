import TestSupport
import Testing

extension RawConnection {
    /// The connection lives on: another request on it is answered, and nothing stands in front of that answer.
    func expectAlive(_ name: String, _ place: SourceLocation = #_sourceLocation) {
        send(request("/__mishap/health"))
        let answer = receiveResponse(within: .seconds(60))
        let isAnswered = answer.status == 200 && answer.body.contains(#""status": "ok""#)
        #expect(isAnswered, "\(name): \(answer)", sourceLocation: place)
    }
}

extension RunningGateway {
    /// Nothing more comes on the connection of a session's latest exchange. A gateway that is slow is silent too: the journal
    /// says first that the exchange is in flight, and how much of it was read and sent.
    func expectSilence(
        _ connection: RawConnection, _ session: String, read: Int? = nil, sent: Int = 0,
        _ place: SourceLocation = #_sourceLocation
    ) throws {
        var entry: Journal.Entry?
        func isHeld() throws -> Bool {
            // A private session is opened by the request.
            entry = try? journal(session).entries.last
            guard let entry, entry.rule != nil, entry.ending == nil else { return false }
            return entry.sent.bytes == sent && (read == nil || entry.body?.utf8.count == read)
        }
        let isThere = try waitUntil(isHeld)
        #expect(isThere, "\(session): \(String(describing: entry))", sourceLocation: place)
        let silence = connection.receive(within: .milliseconds(40))
        #expect(silence.description == " [still open]", "\(session)", sourceLocation: place)
        let isStillThere = try isHeld()
        #expect(isStillThere, "\(session): \(String(describing: entry))", sourceLocation: place)
    }
}
