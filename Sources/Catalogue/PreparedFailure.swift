public import Wire

/// A failure with its arguments, prepared as far as possible before there is a request.
///
/// The only code that switches over `Failure.Effect`: for scenarios, for `fail/NAME` and for `explain`.
public enum PreparedFailure: Sendable {
    /// The same reply for all requests.
    case reply(Reply)
    case replyToRequest(@Sendable (Request) -> Reply)
    case replyToCall(Failure.ReplyToCall)
    case spoiler(@Sendable (Call?, inout Reply) -> Void)
    case ending(WireScript)
    /// No request has any part in it.
    case connection

    public init(_ effect: Failure.Effect, _ arguments: Arguments) {
        switch effect {
        case .answer(let make):
            var reply = make(arguments)
            arguments.apply(to: &reply)
            self = .reply(reply)
        case .answerToRequest(let make):
            self = .replyToRequest { request in
                var reply = make(arguments, request)
                arguments.apply(to: &reply)
                return reply
            }
        case .answerToCall(let make):
            let answer = make(arguments)
            guard arguments.changesReply else {
                self = .replyToCall(answer)
                return
            }
            self = .replyToCall { call, context in
                guard var reply = answer(call, context) else { return nil }
                arguments.apply(to: &reply)
                return reply
            }
        case .spoiler(let spoil): self = .spoiler { spoil(arguments, &$1) }
        case .spoilerOfCall(let spoil): self = .spoiler { spoil(arguments, $0, &$1) }
        case .ending(let make): self = .ending(make(arguments))
        case .endingUnless(let parameter, let ending, let spoil):
            self = arguments.has(parameter) ? .spoiler { spoil(arguments, &$1) } : .ending(ending(arguments))
        case .connection: self = .connection
        }
    }
}

extension Failure {
    public func prepared(_ arguments: Arguments) -> PreparedFailure { PreparedFailure(effect, arguments) }
}
