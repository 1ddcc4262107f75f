internal import Wire

/// The limits of exchanges: the server's, and the room for bodies, which all of them share. One object for a shard.
final class ExchangeLimits {
    let headBound: Int
    let maximumBody: Int
    let keptBody: Int
    let bodies: BodyRoom
    let drain: Nanoseconds
    let progress: Nanoseconds

    init(_ configuration: ServerConfiguration, _ bodies: BodyRoom) {
        headBound = configuration.headBound
        maximumBody = configuration.maximumBody
        keptBody = configuration.keptBody
        self.bodies = bodies
        drain = configuration.deadlines.drain
        progress = configuration.deadlines.progress
    }

    /// Whether a head of that many bytes, from its target on, and that many fields is not too large. As much is left for
    /// each field and for the answer's head as libmicrohttpd would need, whoever reads it.
    func takesHead(of bytes: Int, fields: Int) -> Bool {
        ServerConfiguration.fits(bytes, fields: fields, in: headBound)
    }
}
