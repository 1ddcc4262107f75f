import Bytes
import TLSClient

/// A connection of the fuzzer within TLS, by a client that speaks it well but for some of what it sends. Seed and number
/// determine what is sent, though not the keys by which it is sealed.
struct SecureTrial {
    private let inner: WireTrial
    private var draws: Draw
    private let isEarlier: Bool
    private let serverName: String

    init(seed: UInt64, number: Int, sessions: [String]) {
        inner = WireTrial(seed: seed, number: number, sessions: sessions)
        draws = Draw(state: seed &* 0xD134_2543_DE82_EF95 &+ UInt64(number))
        isEarlier = draws.below(3) == 0
        serverName =
            draws.below(2) == 0 ? "localhost" : FailureNames.all[Int(draws.below(UInt64(FailureNames.all.count)))]
    }

    /// Milliseconds after which the client goes where the server waits for what was changed.
    private static let patience: Int32 = 200

    /// Sends all of it, or as much as the server takes.
    mutating func run(port: UInt16) throws(AttackError) {
        let client = try Client(port: port)
        let session = try SecureClient.session(isEarlier: isEarlier, serverName: serverName)
        var changes = Int(draws.below(4))
        while let isDone = try? session.handshake() {
            send(session.takeOutput(), client, &changes)
            if isDone { break }
            guard let bytes = client.receive(within: Self.patience) else { return leave(client) }
            session.put(bytes)
        }
        for segment in inner.segments {
            if draws.below(12) == 0 { act(session) }
            guard (try? session.send(segment)) != nil else { break }
            send(session.takeOutput(), client, &changes)
            if let bytes = client.receive(within: 0) {
                session.put(bytes)
                _ = session.read()
            }
        }
        if draws.below(2) == 0 { session.sendCloseNotify() }
        send(session.takeOutput(), client, &changes)
        leave(client)
    }

    private func leave(_ client: Client) {
        if inner.leaving == .halfClose { client.leave(.halfClose) }
        while client.receive(within: 5) != nil {}
        client.leave(inner.leaving == .reset ? .reset : .close)
    }

    /// What TLS has beside plaintext.
    private mutating func act(_ session: ClientSession) {
        switch draws.below(3) {
        case 0: _ = try? session.updateKeys()
        case 1: session.sendAlert(UInt8(draws.below(121)), isFatal: draws.below(4) == 0)
        default: _ = try? session.handshake()
        }
    }

    /// Sends a flight, changed at some place while changes are left.
    private mutating func send(_ flight: [UInt8], _ client: Client, _ changes: inout Int) {
        var flight = flight
        if !flight.isEmpty, changes > 0, draws.below(2) == 0 {
            changes -= 1
            let place = Int(draws.below(UInt64(flight.count)))
            switch draws.below(5) {
            case 0: flight[place] ^= UInt8(1 << draws.below(8))
            case 1: flight.removeLast(flight.count - place)
            case 2: flight.insert(contentsOf: flight.prefix(place), at: 0)
            case 3:
                flight.insert(contentsOf: [21, 3, 3, 0, 2, UInt8(1 + draws.below(2)), UInt8(draws.below(121))], at: 0)
            default: flight.remove(at: place)
            }
        }
        var rest = flight[...]
        while !rest.isEmpty {
            let count = draws.below(3) == 0 ? 1 + Int(draws.below(40)) : rest.count
            guard client.send(Array(rest.prefix(count)), milliseconds: 200) > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
