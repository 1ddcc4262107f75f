/// Refers to a session without keeping it: for work that goes on for as long as a client likes.
struct SessionReference: Sendable {
    /// The name by which it was found.
    let name: [UInt8]
    /// Of the session itself; another session of that name has another.
    let serial: UInt64

    init(to session: Session, named name: [UInt8]) {
        self.name = name
        serial = session.serial
    }
}
