public import Wire

extension Failure {
    /// What goes onto the wire when the failure stands alone, or spoils `reply`. `dialect` is that of its system.
    public func script(
        _ arguments: Arguments, for request: Request, in dialect: (any Dialect)?, beside reply: Reply,
        at wallMilliseconds: Int64 = 0, number: UInt64 = 0
    ) -> WireScript {
        switch prepared(arguments) {
        case .reply(let reply): return reply.script(number: number)
        case .replyToRequest(let make): return make(request).script()
        case .replyToCall(let make):
            let call = dialect?.read(request).whole
            let context = AnswerContext(request, wallMilliseconds: wallMilliseconds)
            return (make(call, context) ?? Reply(ResponseHead(status: 204))).script()
        case .spoiler(let spoil):
            var spoiled = reply
            spoil(&spoiled)
            return spoiled.script(number: number)
        case .ending(let script):
            return WireScript(
                upload: script.upload, actions: script.actions, ending: script.ending, number: number)
        }
    }

    /// Whether it does the same to every request.
    public var isConstant: Bool {
        switch effect {
        case .answerToRequest, .answerToCall: false
        case .answer, .spoiler, .ending: true
        }
    }

    /// What a spoiler of a system spoils where it stands alone, for a request that may be one of the system's.
    public func stock(for request: Request, in dialect: (any Dialect)?) -> Reply? {
        guard case .spoiler = effect, let dialect else { return stock }
        guard let call = dialect.read(request).whole, call.isWhole || !needsBatch else { return stock }
        return dialect.wrap(dialect.stockSuccess, for: call, in: AnswerContext(request)) ?? stock
    }
}
