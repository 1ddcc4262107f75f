public import Wire

extension Failure {
    /// What goes onto the wire when the failure stands alone, or spoils `reply`. `dialect` is that of its system.
    public func script(
        _ arguments: Arguments, for request: Request, in dialect: (any Dialect)?, beside reply: Reply
    ) -> WireScript {
        prepared(arguments).script(for: request, dialect?.read(request).whole, beside: { _ in reply })
    }
}

extension PreparedFailure {
    /// What goes onto the wire where the failure is all that happens. `reply` is what a spoiler spoils.
    func script(
        for request: Request, _ call: @autoclosure () -> Call?, beside reply: (Call?) -> Reply,
        at wallMilliseconds: Int64 = 0, number: UInt64 = 0
    ) -> WireScript {
        switch self {
        case .reply(let reply): return reply.script(number: number)
        case .replyToRequest(let make): return make(request).script()
        case .replyToCall(let make):
            let context = AnswerContext(request, wallMilliseconds: wallMilliseconds)
            return (make(call(), context) ?? Reply(ResponseHead(status: 204))).script()
        case .spoiler(let spoil):
            var spoiled = reply(call())
            spoil(&spoiled)
            return spoiled.script(number: number)
        case .ending(let script):
            return WireScript(
                upload: script.upload, actions: script.actions, ending: script.ending, number: number)
        }
    }
}
