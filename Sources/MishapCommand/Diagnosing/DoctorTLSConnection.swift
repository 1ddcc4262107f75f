internal import TLS

/// One connection that speaks TLS: the handshake, a request, and its answer.
struct DoctorTLSConnection: DoctorClient {
    private let session: TLSClientSession
    private let request: [UInt8]
    private(set) var seen = DoctorHTTPS.Seen()
    private(set) var hasFinished = false
    let nextTime: Int64? = nil
    private static let mostPlaintext = 64 << 10

    init(asking request: [UInt8], of session: TLSClientSession) {
        self.request = request
        self.session = session
    }

    mutating func connected(at now: Int64) -> [DoctorAction] { goOn() }

    mutating func couldNotConnect(_ problem: String) -> [DoctorAction] {
        seen.problem = problem
        return finish()
    }

    mutating func came(_ bytes: [UInt8], at now: Int64) -> [DoctorAction] {
        if seen.server == nil { seen.inTheClear += bytes }
        session.put(bytes)
        return goOn()
    }

    mutating func ended(_ end: DoctorTimeline.End, at now: Int64) -> [DoctorAction] {
        seen.end = end
        return finish()
    }

    mutating func timeCame(at now: Int64) -> [DoctorAction] { [] }

    private mutating func goOn() -> [DoctorAction] {
        do throws(TLSError) {
            if seen.server == nil {
                guard try session.handshake() else { return [.send(session.takeOutput())] }
                seen.server = DoctorHTTPS.Server(version: session.version, certificate: session.certificate)
                try session.send(request)
            }
            seen.plaintext += try session.read()
            let isEnough = DoctorAnswer(seen.plaintext)?.isComplete == true || seen.plaintext.count > Self.mostPlaintext
            return isEnough || session.isEnded ? finish() : [.send(session.takeOutput())]
        } catch {
            (seen.alert, seen.error) = (session.alert, error.description)
            return finish()
        }
    }

    private mutating func finish() -> [DoctorAction] {
        hasFinished = true
        return [.finish]
    }
}
