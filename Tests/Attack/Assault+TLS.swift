import Bytes
import TLSClient

/// Clients that speak TLS, or begin as if they did.
extension Assault {
    static let overTLS = openings + handshakes + sessions

    private static let get = "GET /plain/a HTTP/1.1\r\nHost: x\r\n\r\n"

    // MARK: Openings

    private static let openings = [
        opening("tls-garbage", "garbage behind a ClientHello", times: 200) { (draws) throws(AttackError) in
            try SecureClient.hello() + (0..<300).map { _ in UInt8(truncatingIfNeeded: draws.next()) }
        },
        opening("tls-random", "a message of the handshake that is no ClientHello", times: 200) { draws in
            let content = (0..<296).map { _ in UInt8(truncatingIfNeeded: draws.next()) }
            return record([UInt8(2 + draws.below(250)), 0, 1, 0x28] + content)
        },
        opening("tls-empty", "a thousand empty records", times: 50) { _ in
            Array(repeating: record([]), count: 1_000).flatMap { $0 }
        },
        opening("tls-large", "64 KiB of ClientHello", times: 50) { _ in
            let message = [1, 1, 0, 0] + [UInt8](repeating: 3, count: 1 << 16)
            return stride(from: 0, to: message.count, by: 1 << 14).flatMap {
                record(Array(message[$0..<min(message.count, $0 + (1 << 14))]))
            }
        },
        opening("tls-endless", "a ClientHello of 16 MB by its header", times: 20) { _ in
            record([1, 0xFF, 0xFF, 0xFF])
                + Array(repeating: record([UInt8](repeating: 0, count: 1 << 14)), count: 8).flatMap { $0 }
        },
        opening("socks", "greetings of SOCKS 4 and 5", times: 200) { draws in
            draws.below(2) == 0 ? [5, 1, 0] : [4, 1, 0, 80, 127, 0, 0, 1, 0]
        },
        Assault(name: "tls-half", title: "clients that send half a ClientHello") { field throws(AttackError) in
            let hello = try SecureClient.hello()
            let clients = try field.clients(2_000)
            for (number, client) in clients.enumerated() { client.send(Array(hello.prefix(1 + number % hello.count))) }
            field.pause(1_500)
            clients.forEach { $0.leave(.reset) }
            return []
        },
    ]

    /// What must be answered by an end, whatever comes before it.
    private static func opening(
        _ name: String, _ title: String, times: Int,
        _ bytes: @escaping @Sendable (inout Draw) throws(AttackError) -> [UInt8]
    ) -> Assault {
        Assault(name: name, title: title) { field throws(AttackError) in
            var draws = Draw(state: field.seed)
            var open = 0
            for _ in 0..<field.count(times) {
                let client = try Client(port: field.port)
                client.send(try bytes(&draws))
                if !ends(client, field) { open += 1 }
                client.leave(.reset)
            }
            return open == 0 ? [] : ["\(open) connections were left open"]
        }
    }

    /// Whether the server ends its side.
    private static func ends(_ client: Client, _ field: Field) -> Bool {
        let patience = field.patience(5_000)
        while let piece = client.receive(within: patience) { if piece.isEmpty { break } }
        return client.isAtEnd
    }

    /// A record with a part of the handshake (RFC 8446, 5.1).
    private static func record(_ content: [UInt8]) -> [UInt8] {
        [22, 3, 1, UInt8(content.count >> 8), UInt8(content.count & 0xFF)] + content
    }

    // MARK: Handshakes

    private static let handshakes = [
        Assault(name: "tls-bytes", title: "a ClientHello in single bytes") { field throws(AttackError) in
            try answered(field, times: 50) { (client, hello) in
                for byte in hello { client.send([byte]) }
            }
        },
        Assault(name: "tls-records", title: "a ClientHello in records of one byte") { field throws(AttackError) in
            // GnuTLS may refuse so many.
            var silent = 0
            for _ in 0..<field.count(100) {
                let client = try Client(port: field.port)
                client.send(try SecureClient.hello().dropFirst(5).flatMap { record([$0]) })
                if client.receive(within: field.patience(5_000)) == nil { silent += 1 }
                client.leave(.reset)
            }
            return silent == 0 ? [] : ["\(silent) handshakes got neither a flight nor an alert"]
        },
        Assault(name: "tls-handshakes", title: "full handshakes with a request each") { field throws(AttackError) in
            try answered(field, times: 1_000) { (client, hello) in client.send(hello) }
        },
        Assault(name: "tls-stalled", title: "handshakes whose clients say no more") { field throws(AttackError) in
            let hello = try SecureClient.hello()
            let clients = try field.clients(2_000)
            for client in clients { client.send(hello) }
            field.pause(1_500)
            clients.forEach { $0.leave(.reset) }
            return []
        },
        Assault(name: "tls-broken", title: "handshakes that break off at each stage") { field throws(AttackError) in
            for number in 0..<field.count(4_000) {
                let client = try SecureClient(field, isEarlier: number.isMultiple(of: 3))
                _ = try? client.session.handshake()
                client.flush()
                // Behind the ClientHello, behind the server's flight, or with half of what is said to that.
                if number % 4 > 0, let flight = client.client.receive(within: field.patience(5_000)) {
                    client.session.put(flight)
                    _ = try? client.session.handshake()
                    let output = client.session.takeOutput()
                    if number % 4 > 1 { client.client.send(Array(output.prefix(output.count * (number % 4 - 1) / 2))) }
                }
                client.client.leave(number.isMultiple(of: 2) ? .reset : .close)
            }
            return []
        },
    ]

    /// Handshakes in which the client sends its first flight in some way, and all of which are done and answered.
    private static func answered(
        _ field: Field, times: Int, _ send: (Client, [UInt8]) -> Void
    ) throws(AttackError) -> [String] {
        var unanswered = 0
        for _ in 0..<field.count(times) {
            let client = try SecureClient(field)
            _ = try? client.session.handshake()
            send(client.client, client.session.takeOutput())
            if client.shakeHands() { client.send(get) }
            if !String(decoding: client.receive() ?? [], as: UTF8.self).hasPrefix("HTTP/1.1 200") { unanswered += 1 }
            client.client.leave(.reset)
        }
        return unanswered == 0 ? [] : ["\(unanswered) clients got no answer"]
    }

    // MARK: Sessions

    private static let sessions = [
        session("tls-renegotiation", "clients that want another handshake (TLS 1.2)", times: 200, isEarlier: true) {
            client in
            try? client.session.renegotiate()
        },
        session("tls-nested", "TLS within TLS", times: 200) { client in
            if let hello = try? SecureClient.hello() { client.send(hello) }
        },
        session("tls-preface", "the preface of HTTP/2 within TLS", times: 200) { client in
            client.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
        },
        session("tls-key-updates", "10,000 new keys a connection", times: 20) { client in
            for _ in 0..<10_000 where (try? client.session.updateKeys()) == nil { break }
            // Those that are not refused are no reason to end the connection.
            client.session.sendCloseNotify()
        },
        session("tls-ciphertext", "records that cannot be opened", times: 200) { client in
            client.client.send(
                Array(repeating: [23, 3, 3, 0, 32] + [UInt8](repeating: 7, count: 32), count: 100).flatMap { $0 })
        },
        session("tls-clear", "a request in the clear behind a handshake", times: 200) { client in
            client.client.send(get)
        },
        Assault(name: "tls-unread", title: "answers of 16 MB over TLS that nobody reads") { field throws(AttackError) in
            var clients: [SecureClient] = []
            for _ in 0..<field.count(100) {
                let client = try SecureClient(field, receiveBuffer: 4_096)
                guard client.shakeHands() else { return ["a handshake was not done"] }
                client.send("GET /large HTTP/1.1\r\nHost: x\r\n\r\n")
                clients.append(client)
            }
            field.pause(3_000)
            clients.forEach { $0.client.leave(.reset) }
            return []
        },
        Assault(name: "tls-idle", title: "sessions that say nothing, and go without a close_notify") {
            field throws(AttackError) in
            var clients: [SecureClient] = []
            for _ in 0..<field.count(1_000) {
                let client = try SecureClient(field)
                guard client.shakeHands() else { return ["a handshake was not done"] }
                clients.append(client)
            }
            field.pause(500)
            for (number, client) in clients.enumerated() {
                client.client.leave(number.isMultiple(of: 2) ? .close : .reset)
            }
            return []
        },
    ]

    /// Behind a handshake, what must be answered by an end.
    private static func session(
        _ name: String, _ title: String, times: Int, isEarlier: Bool = false,
        _ act: @escaping @Sendable (SecureClient) -> Void
    ) -> Assault {
        Assault(name: name, title: title) { field throws(AttackError) in
            var open = 0
            for _ in 0..<field.count(times) {
                let client = try SecureClient(field, isEarlier: isEarlier)
                guard client.shakeHands() else { return ["a handshake was not done"] }
                act(client)
                client.flush()
                if !ends(client.client, field) { open += 1 }
                client.client.leave(.reset)
            }
            return open == 0 ? [] : ["\(open) connections were left open"]
        }
    }
}
