import HostileRequests

/// Sends rows to a server, and collects what they should not have come to.
struct TableAttack {
    let port: UInt16
    let version: String
    let seed: UInt64
    /// Milliseconds of silence after which a connection is given up on.
    let patience: Int

    struct Problem {
        let attack: RowAttack
        let words: String
        let received: [UInt8]
        /// Why it is expected; nil if it is not.
        let known: KnownDifference?
    }

    /// The ways that failed, and the number of listed differences that were none.
    struct Outcome {
        var problems: [Problem] = []
        /// Ways of which a difference is known, and which held.
        var held: [RowAttack] = []

        var unknown: [Problem] { problems.filter { $0.known == nil } }
    }

    func run(_ attacks: [RowAttack]) throws(AttackError) -> Outcome {
        let conversations = attacks.enumerated().map { number, attack in
            attack.conversation(seed: seed &+ UInt64(number) &* 0x9E37_79B9)
        }
        try Conversation.run(conversations, port: port, patience: patience)
        var outcome = Outcome()
        for (attack, conversation) in zip(attacks, conversations) {
            let known = KnownDifference.of(attack, version: version)
            if let words = attack.problem(conversation) {
                outcome.problems.append(
                    Problem(attack: attack, words: words, received: conversation.received, known: known))
            } else if known != nil {
                outcome.held.append(attack)
            }
        }
        return outcome
    }
}
