internal import Wire

/// Handshakes that end, or pause, at a place of one's choice.
enum HandshakeEndings {
    /// As `TLSRow` reads it.
    static let text = """
        alert | The server ends the handshake by an alert. | The alert at `at`, sealed where the protocol wants that, then a FIN; what the client sends is read to its end. | 35 | SSLError, from SSLError: sslv3 alert handshake failure | EPROTO: sslv3 alert handshake failure | SSLHandshakeException: Received fatal alert: handshake_failure | A TLS fatal alert has been received. Received alert [40]: Handshake failed | RFC 8446, 6
        close-in-handshake | The connection closes in the handshake. | What comes before `at`, then a FIN, without an alert. | 35 | SSLError, from SSLEOFError: EOF occurred in violation of protocol | ECONNRESET | SSLHandshakeException: Remote host terminated the handshake | The TLS connection was non-properly terminated | RFC 8446, 6.1
        reset-in-handshake | The connection is reset in the handshake. | What comes before `at`, then an RST. | 35 | ConnectionError, from ConnectionResetError: [Errno 104] Connection reset by peer | ECONNRESET | SSLHandshakeException: Remote host terminated the handshake | Error in the pull function | RFC 9293, 3.5.2
        stall-in-handshake | The handshake stops, and nothing more comes. | What comes before `at`, then silence, until the client goes. | 28 with --max-time | ReadTimeout, from TimeoutError: _ssl.c: The handshake operation timed out | - | - | - | RFC 8446, 2
        slow-handshake | The handshake takes long. | What comes before `at`, silence for `after`, then the rest. A control: clients with a longer limit accept it. | 0 | 200 | 200 | 200 | 200 | RFC 8446, 2
        close-notify-in-handshake | The server ends its side of TLS in the handshake. | What comes before `at`, a close_notify, sealed where the protocol wants that, then a FIN. | 35 | SSLError, from SSLZeroReturnError: TLS/SSL connection has been closed (EOF) | ECONNRESET | SSLException: Received close_notify during handshake | Peer has terminated the connection | RFC 8446, 6.1
        """

    static func failure(_ row: TLSRow) -> Failure {
        typealias Act = TLSFault.Stop.Act
        func stop(
            _ stages: [TLSFault.Stage] = TLSFault.Stage.allCases, _ parameters: [Parameter] = [],
            pathNeeds: Set<PathNeed> = [.acceptance, .end],
            _ act: @escaping @Sendable (Arguments) -> Act
        ) -> Failure {
            row.failure([at(stages)] + parameters, pathNeeds: pathNeeds) { arguments in
                let stage = arguments.text("at").flatMap { TLSFault.Stage(rawValue: $0) } ?? .hello
                return TLSFault { $0.stop = TLSFault.Stop(act(arguments), at: stage) }
            }
        }
        return switch row.code {
        case "alert":
            stop(
                TLSFault.Stage.allCases,
                [
                    Parameter(
                        "alert", .word(TLSAlert.names.map(\.name)), "Which one.", standard: .text("handshake_failure")),
                    Parameter("level", .word(["fatal", "warning"]), "Its level.", standard: .text("fatal")),
                ]
            ) { arguments in
                let alert = arguments.text("alert").flatMap { TLSAlert(name: $0) } ?? TLSAlert(rawValue: 40)
                return .alert(alert, isFatal: arguments.text("level") != "warning")
            }
        case "close-in-handshake": stop { _ in .close }
        case "reset-in-handshake": stop(pathNeeds: [.acceptance, .reset]) { _ in .reset }
        case "stall-in-handshake": stop(pathNeeds: [.acceptance, .time]) { _ in .stall }
        case "slow-handshake":
            stop(
                inHandshake,
                [
                    Parameter(
                        "after", .duration, limit: .aboveZero, "How long the silence is.",
                        standard: .duration(2_000_000_000)
                    )
                ], pathNeeds: [.acceptance, .time]
            ) { .pause($0.duration("after") ?? 2_000_000_000) }
        case "close-notify-in-handshake": stop(inHandshake) { _ in .closeNotify }
        default: preconditionFailure("tls/\(row.code) has no end")
        }
    }

    private static let inHandshake: [TLSFault.Stage] = [.hello, .serverHello, .certificate, .finished]

    private static func at(_ stages: [TLSFault.Stage]) -> Parameter {
        Parameter(
            "at", .word(stages.map(\.rawValue)),
            "Where: behind the client's hello, the server's hello, its certificate, its Finished, the first bytes of a request, or the first answer.",
            standard: .text(TLSFault.Stage.hello.rawValue))
    }
}
