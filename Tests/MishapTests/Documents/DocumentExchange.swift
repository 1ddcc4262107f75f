import TestSupport
import Testing

/// A request to a scenario of documents, and what comes back.
struct DocumentExchange: Sendable {
    enum Answer: Sendable {
        /// This status, and each of these in its head or body; the connection lives on.
        case kept(String, [String])
        /// The same, and then the end.
        case closed(String, [String])
        /// The same, and then silence.
        case halted(String, [String])
        case reset
        /// Nothing, for as long as somebody waits.
        case silence
    }

    let method: String
    let path: String
    let fields: [String]
    let body: String
    let answer: Answer

    init(_ method: String, _ path: String, _ fields: [String], _ body: String, _ answer: Answer) {
        self.method = method
        self.path = path
        self.fields = fields
        self.body = body
        self.answer = answer
    }

    init(_ method: String, _ path: String, _ answer: Answer) { self.init(method, path, [], "", answer) }
    init(_ method: String, _ path: String, _ fields: [String], _ answer: Answer) {
        self.init(method, path, fields, "", answer)
    }

    static func get(_ path: String, _ status: String, _ parts: String...) -> Self {
        Self("GET", path, .kept(status, parts))
    }

    static func put(_ path: String, _ status: String, _ parts: String..., fields: [String] = []) -> Self {
        Self("PUT", path, fields, "Plan", .kept(status, parts))
    }

    func run(_ name: String, _ gateway: RunningGateway) throws {
        let session = "documents--\(name)~wire"
        let connection = try gateway.connect()
        let length = body.isEmpty ? [] : ["Content-Length: \(body.utf8.count)"]
        connection.send(request("/@documents/\(name)~wire\(path)", fields + length, method: method) + body)
        switch answer {
        case .kept(let status, let parts):
            let answer =
                method == "HEAD" ? connection.receiveSized(0) : connection.receiveResponse(within: .seconds(10))
            expect(answer, status, parts, name)
            connection.expectAlive(name)
        case .closed(let status, let parts):
            let answer = connection.receive(within: .seconds(10))
            expect(answer, status, parts, name)
            #expect(answer.ending == .end, "\(name)")
        case .halted(let status, let parts):
            let answer = connection.receive(within: .seconds(10)) { bytes in
                let text = String(decoding: bytes, as: UTF8.self)
                return (parts + ["\r\n\r\n"]).allSatisfy(text.contains)
            }
            expect(answer, status, parts, name)
            try gateway.expectSilence(connection, session, sent: answer.bytes.count)
        case .reset: #expect(connection.receive(within: .seconds(10)).description == " [ECONNRESET]", "\(name)")
        case .silence: try gateway.expectSilence(connection, session)
        }
    }

    private func expect(_ answer: RawConnection.Received, _ status: String, _ parts: [String], _ name: String) {
        let text = answer.text
        #expect(text.hasPrefix("HTTP/1.1 \(status)\r\n"), "\(name): \(answer)")
        for part in parts { #expect(text.contains(part), "\(name): \(answer)") }
    }
}
