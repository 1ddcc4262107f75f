import Foundation
import TestSupport
import Testing

/// What strikes while a client is still sending.
@Suite(.descriptors(10)) struct UploadTests {
    private func upload(
        to name: String, length: Int = 1_000_000, _ fields: String...,
        work: @escaping @Sendable (RawConnection, Silence) throws -> Void
    ) async throws {
        let gateway = try RunningGateway.shipped.get()
        // A session of its own, so that its journal has this upload and no other.
        let key = "upload-\(UUID())"
        try await aside {
            let connection = try gateway.connect()
            connection.send(request("/@\(name)~\(key)/any", ["Content-Length: \(length)"] + fields, method: "POST"))
            let session = name.replacing("/", with: "--") + "~" + key
            try work(connection) { try gateway.expectSilence(connection, session, read: $0) }
        }
    }

    /// Expects nothing to come once so many bytes of the upload have been read.
    private typealias Silence = (_ read: Int?) throws -> Void

    private static let letters = [UInt8](repeating: 0x61, count: 1023)

    @Test func theResetComesWithTheLastByteOfTheKilobyte() async throws {
        try await upload(to: "tcp/reset-mid-upload") { connection, expectSilence in
            connection.send(Self.letters)
            try expectSilence(1023)
            connection.send([0x61])
            #expect(connection.receive(within: .seconds(60)).description == " [ECONNRESET]")
        }
    }

    @Test(.descriptors) func theFirstUploadIsResetOnTheWayAndTheNextIsRead() async throws {
        let gateway = try RunningGateway(
            rules: """
                { "steps": [ { "fail": "tcp/reset-mid-upload", "with": { "after": 1000 } } ], "atEnd": "pass" },
                { "steps": [ { "reply": { "text": "{{request.body}}" } } ] }
                """)
        try await aside {
            let connection = try gateway.connect()
            connection.send(request("/", ["Content-Length: 500000"], method: "POST"))
            connection.send([UInt8](repeating: 0x61, count: 20_000))
            #expect(connection.receive(within: .seconds(60)).description == " [ECONNRESET]")
            let next = try gateway.connect()
            next.send(request("/", ["Content-Length: 3"], method: "POST") + "abc")
            #expect(next.receiveResponse().body == "abc")
        }
    }

    @Test func theCloseComesWithTheLastByteOfTheKilobyte() async throws {
        try await upload(to: "tcp/close-mid-upload") { connection, expectSilence in
            connection.send(Self.letters)
            try expectSilence(1023)
            connection.send([0x61])
            #expect(connection.receive(within: .seconds(60)).description == " [EOF]")
        }
    }

    @Test func aLargeUploadStandsStillOnceNobodyReads() async throws {
        try await upload(to: "tcp/stop-reading", length: 50_000_000) { connection, expectSilence in
            // Until nothing more is taken for half a second: a busy gateway comes late to what it reads.
            let piece = [UInt8](repeating: 0x61, count: 25_000_000)
            var (sent, taken) = (0, 1)
            while taken > 0, sent < 25_000_000 {
                taken = connection.sendWhatFits(piece, within: .milliseconds(500))
                sent += taken
            }
            #expect(sent >= 16_384)
            #expect(sent < 25_000_000)
            try expectSilence(nil)
        }
    }

    @Test func theEarlyReplyComesBeforeTheRestOfTheUpload() async throws {
        try await upload(to: "http/early-reply") { connection, expectSilence in
            connection.send(Self.letters)
            try expectSilence(1023)
            connection.send([0x61])
            let answer = connection.receive(within: .seconds(60))
            #expect(answer.status == 413)
            #expect(answer.body == #"{"type":"about:blank","title":"Content Too Large","status":413}"# + "\n")
            #expect(answer.ending == .end)
        }
    }

    @Test func theEarlyReplyReachesAClientThatSendsOn() async throws {
        try await upload(to: "http/early-reply", length: 3_000_000) { connection, _ in
            connection.send([UInt8](repeating: 0x61, count: 3_000_000))
            let answer = connection.receive(within: .seconds(60))
            #expect(answer.status == 413)
            #expect(answer.ending == .end)
        }
    }

    @Test func noContinueComesAndTheBodyIsTakenAllTheSame() async throws {
        try await upload(to: "http/no-continue", length: 1023, "Expect: 100-continue") { connection, expectSilence in
            try expectSilence(0)
            connection.send(Self.letters)
            let answer = connection.receiveResponse()
            #expect(answer.status == 201)
            #expect(answer.body == #"{"stored":true}"#)
        }
    }

    @Test func elsewhereTheContinueComesAtOnce() async throws {
        try await upload(to: "http/html", length: 1023, "Expect: 100-continue") { connection, _ in
            let goAhead = "HTTP/1.1 100 Continue\r\n\r\n"
            #expect(connection.receive(within: .seconds(60)) { $0.count >= goAhead.utf8.count }.text == goAhead)
            connection.send(Self.letters)
            #expect(connection.receiveResponse().status == 200)
        }
    }

    @Test(arguments: ["tcp/reset", "tcp/close", "http/timeout"])
    func whatNeedsNoUploadReadsAllOfIt(name: String) async throws {
        try await upload(to: name, length: 1024) { connection, expectSilence in
            connection.send(Self.letters)
            try expectSilence(1023)
            connection.send([0x61])
            guard name != "http/timeout" else { return try expectSilence(1024) }
            let ending = name == "tcp/reset" ? "ECONNRESET" : "EOF"
            #expect(connection.receive(within: .seconds(60)).description == " [\(ending)]")
        }
    }
}
