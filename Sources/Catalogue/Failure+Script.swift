public import Wire

extension Failure {
    /// The script of the failure alone, or applied to `reply`. `dialect` is that of its system.
    public func script(
        _ arguments: Arguments, for request: Request, in dialect: (any Dialect)?, beside reply: Reply
    ) -> WireScript {
        prepared(arguments).script(for: request, in: dialect, beside: { _ in reply })
    }
}

extension PreparedFailure {
    /// The script of the failure without a rule. `reply` makes the reply that a spoiler changes.
    func script(
        for request: Request, in dialect: (any Dialect)?, beside reply: (Call?) -> Reply,
        at wallMilliseconds: Int64 = 0, number: UInt64 = 0
    ) -> WireScript {
        var call: Call? { dialect?.read(request).whole }
        switch self {
        case .reply(let reply): return reply.script(number: number)
        case .replyToRequest(let make): return make(request).script()
        case .replyToCall(let make):
            let context = AnswerContext(request, wallMilliseconds: wallMilliseconds)
            return (make(call, context) ?? dialect?.noAnswer ?? Reply(ResponseHead(status: 204))).script()
        case .spoiler(let spoil):
            let call = call
            var spoiled = reply(call)
            spoil(call, &spoiled)
            return spoiled.script(number: number)
        case .ending(let script):
            return WireScript(
                upload: script.upload, actions: script.actions, ending: script.ending, number: number)
        case .connection: return WireScript(actions: [], ending: .complete)
        }
    }
}
