import HostileRequests

/// Sends rows to a server, and collects what they should not have come to.
struct TableAttack {
    let port: UInt16
    let seed: UInt64
    /// Milliseconds of silence after which a connection is given up on.
    let patience: Int

    struct Problem {
        let attack: RowAttack
        let words: String
        let received: [UInt8]
    }

    func run(_ attacks: [RowAttack]) throws(AttackError) -> [Problem] {
        let conversations = attacks.enumerated().map { number, attack in
            attack.conversation(seed: seed &+ UInt64(number) &* 0x9E37_79B9)
        }
        try Conversation.run(conversations, port: port, patience: patience)
        return zip(attacks, conversations).compactMap { attack, conversation in
            attack.problem(conversation).map {
                Problem(attack: attack, words: $0, received: conversation.received)
            }
        }
    }
}
