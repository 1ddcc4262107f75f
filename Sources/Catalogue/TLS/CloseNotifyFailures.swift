internal import Wire

/// Ends of TLS that belong to an answer: in a rule to that, in `connections` to the first one of each.
enum CloseNotifyFailures {
    /// As `TLSRow` reads it.
    static let text = """
        no-close-notify | The connection ends behind the answer without a close_notify. Most clients cannot tell that from a whole answer. | The answer, framed by the close of the connection, then a FIN without a close_notify. | 0 | 200 | 200 | 200 | 200 | RFC 8446, 6.1
        close-notify-before-answer | The server ends its side of TLS in the place of an answer. | The whole request is read, then a close_notify and a FIN. In the clear a FIN alone. | 52 | ConnectionError, from RemoteDisconnected: Remote end closed connection without response | ECONNRESET | EOFException: EOF reached while reading | - | RFC 8446, 6.1
        close-notify-mid-body | The server ends its side of TLS in the middle of the response's body. | The whole head, the body up to `after`, then a close_notify and a FIN. A reply that is framed by the close of the connection gets a Content-Length. | 18 | ChunkedEncodingError, from IncompleteRead: IncompleteRead(5 bytes read, 6 more expected) | ECONNRESET | EOFException: EOF reached while reading | 200 | RFC 8446, 6.1
        data-after-close-notify | Data come behind the end of the server's side of TLS. | The whole head, the body up to `after`, a close_notify, a sealed record with more data, and a FIN. A reply that is framed by the close of the connection gets a Content-Length. | 18 | ChunkedEncodingError, from IncompleteRead: IncompleteRead(5 bytes read, 6 more expected) | ECONNRESET | it neither answers nor fails, and keeps a processor busy | 200 | RFC 8446, 6.1
        """

    static func failure(_ row: TLSRow) -> Failure {
        func cut(_ closeNotify: Ending.CloseNotify) -> Failure {
            row.failure(
                [.cutAfter], needsBody: true, objection: { .insideBody($0, $1) },
                effect: .spoiler { arguments, reply in
                    if reply.framing == .close { reply.framing = .automatic }
                    reply.cut = Cut(after: arguments.cutPosition, ending: Ending(.finish, closeNotify: closeNotify))
                }, ofConnections: closeNotify == .sent ? .closeNotifyMidBody : .dataAfterCloseNotify)
        }
        return switch row.code {
        case "no-close-notify":
            row.failure(
                effect: .spoiler { _, reply in
                    reply.framing = .close
                    reply.cut = Cut(after: .answer(0), ending: .truncation)
                }, ofConnections: .noCloseNotify)
        case "close-notify-before-answer":
            row.failure(
                effect: .ending { _ in WireScript(actions: [], ending: .close) }, ofConnections: .closeNotify)
        case "close-notify-mid-body": cut(.sent)
        case "data-after-close-notify": cut(.beforeData)
        default: preconditionFailure("tls/\(row.code) has no end")
        }
    }
}
