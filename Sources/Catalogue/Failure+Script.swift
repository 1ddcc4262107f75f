public import Wire

extension Failure {
    /// What goes onto the wire when the failure stands alone, or spoils `reply`.
    public func script(
        _ arguments: Arguments, for request: Request, beside reply: Reply, number: UInt64 = 0
    ) -> WireScript {
        switch effect {
        case .answer(let make):
            var answer = make(arguments)
            arguments.apply(to: &answer)
            return answer.script(number: number)
        case .answerToRequest(let make):
            var answer = make(arguments, request)
            arguments.apply(to: &answer)
            return answer.script()
        case .spoiler(let spoil):
            var spoiled = reply
            spoil(arguments, &spoiled)
            return spoiled.script(number: number)
        case .ending(let make):
            let script = make(arguments)
            return WireScript(
                upload: script.upload, actions: script.actions, ending: script.ending, number: number)
        }
    }

    /// Whether it does the same to every request.
    public var isConstant: Bool { if case .answerToRequest = effect { false } else { true } }
}
